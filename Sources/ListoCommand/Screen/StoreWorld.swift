internal import Listo
internal import Platform

/// Carries out what a screen asks for in a store, and remembers what it is to remember.
final class StoreWorld: ScreenWorld {
  private let store: CatalogStore
  private let configuration: Configuration
  /// The clock stands where `--now` put it.
  private let fixed: ViewContext?
  private let view: ViewContext
  /// Of a review: the expression that asks for what is reviewed.
  var question = ""
  /// The catalog that was handed out last.
  private var told: Catalog

  /// - Parameter hasFixedClock: the clock stands where `view` has it.
  init(_ store: CatalogStore, _ view: ViewContext, _ configuration: Configuration, hasFixedClock: Bool) {
    (self.store, self.view, self.configuration) = (store, view, configuration)
    fixed = hasFixedClock ? view : nil
    told = store.catalog
  }

  var context: ViewContext {
    fixed ?? view.at(Instant(seconds: ProcessEnvironment.secondsSince1970))
  }

  func perform(_ effect: Effect) -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    do {
      switch effect {
      case .change(let label, let edits): return try change(label, edits)
      case .add(let text, let list): return try add(text, to: list)
      case .postpone(let identifier, let text): return try postpone(identifier, to: text)
      case .undo:
        let transaction = try store.undo(at: context.now)
        return after(transaction, "Taken back: \(transaction.label)", tellsUndo: false)
      case .redo:
        let transaction = try store.redo(at: context.now)
        return after(transaction, "Done again: \(transaction.label)")
      case .edit(let identifier): return try edit(identifier)
      case .rememberFocus(let identifiers):
        try FocusFile().save(identifiers, store.catalog, today: context.today)
        return (.nothing, [])
      case .rememberReview(let progress):
        try ReviewFile().save(progress, question)
        return (.nothing, [])
      case .reload:
        store.refresh()
        let (catalog, changed) = now()
        return changed?.isEmpty ?? false ? (.nothing, []) : (.done(catalog, ""), changed)
      case .suspend, .redraw, .quit: return (.nothing, [])
      }
    } catch {
      return (.failed(Self.words(error)), [])
    }
  }

  // MARK: Changing

  private func change(
    _ label: String, _ edits: [ScreenEdit]
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    let transaction = try store.apply(label, in: editContext) { (editing) throws(EditError) in
      for edit in edits { try editing.apply(edit.changes, to: edit.identifier) }
    }
    return after(transaction, label)
  }

  private func add(
    _ text: String, to list: ModelIdentifier
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    let wording = wording
    let entry = try wording.entry(text, isPlain: false)
    var target = list
    if let name = entry.list { target = try self.list(name) }
    let label = "Added: \(entry.title)"
    let transaction = try store.apply(label, in: editContext) { (editing) throws(EditError) in
      let identifier = try editing.add(ReminderDraft(title: entry.title), to: target)
      try editing.apply(entry.changes, to: identifier)
    }
    let pieces = entry.due.map { ", due \($0.words(wording.language))" } ?? ""
    let place = entry.list.map { ", in \($0)" } ?? ""
    return after(transaction, label + pieces + place)
  }

  private func postpone(
    _ identifier: ModelIdentifier, to text: String
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    let shift = try wording.shift(to: text, by: nil)
    let title = store.catalog[identifier]?.title ?? "(untitled)"
    let transaction = try store.apply("Put off: \(title)", in: editContext) {
      (editing) throws(EditError) in
      try editing.shift(.due, shift, of: identifier)
    }
    var label = "Put off: \(title)"
    if let reminder = store.catalog[identifier], let due = reminder.due {
      label += ", to \(RelativeDate(context).long(due, reminder.calendar.zones))"
    }
    return after(transaction, label)
  }

  private var editContext: EditContext {
    var made = EditContext(context)
    made.producer = configuration.editing.producer
    return made
  }

  private var wording: DateWording { DateWording(context, configuration) }

  /// In the person's editor; a text that cannot be understood is kept, and named.
  private func edit(
    _ identifier: ModelIdentifier
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    guard let reminder = store.catalog[identifier] else { return (.nothing, []) }
    let form = EditorForm(wording)
    let before = form.text(of: reminder)
    let draft = try EditorDraft(before)
    let after = try draft.edited()
    let changes: [Change]
    let transaction: Transaction
    let label = "Changed: \(reminder.title ?? "(untitled)")"
    do {
      changes = try after == before ? [] : form.changes(from: before, to: after)
      transaction = try store.apply(label, in: editContext) { (editing) throws(EditError) in
        try editing.apply(changes, to: identifier)
      }
    } catch {
      throw Failure(.doubtful, "\(Self.words(error)); the text is in \(draft.path)")
    }
    draft.remove()
    return self.after(transaction, label)
  }

  /// - Throws: ``Failure`` where no list, or more than one, is called so.
  private func list(_ name: String) throws -> ModelIdentifier {
    let found = store.catalog.lists(named: name)
    guard found.count == 1, let identifier = store.catalog.modelIdentifier(at: found[0]) else {
      throw Failure(
        .differences,
        found.isEmpty ? "there is no list '\(name)'" : "\(found.count) lists are called '\(name)'")
    }
    return identifier
  }

  // MARK: Telling

  /// What there is now, and the lists that are others than those that were handed out last; nil for all.
  private func now() -> (catalog: Catalog, changed: Set<ModelIdentifier>?) {
    let catalog = store.catalog
    defer { told = catalog }
    return (catalog, catalog.changedLists(since: told))
  }

  private func after(
    _ transaction: Transaction, _ text: String, tellsUndo: Bool = true
  ) -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    let (catalog, changed) = now()
    guard !transaction.isEmpty else {
      return (.done(catalog, "nothing to change: it is so already"), changed)
    }
    var words = text
    for note in transaction.notes.prefix(2) { words += "; \(note.text)" }
    for entry in transaction.settled {
      words += "; \(entry.label), which was cut off, is \(entry.outcome.rawValue)"
    }
    if let remark = transaction.remarks.first { words += "; \(remark.message)" }
    if tellsUndo { words += "; undo takes it back" }
    return (.done(catalog, words), changed)
  }

  /// Why it was not done, for people: a line.
  private static func words(_ error: any Error) -> String {
    switch error {
    case let failure as Failure:
      ([failure.message] + failure.details).filter { !$0.isEmpty }.joined(separator: " ")
    case WorkError.editing(let failure): ([failure.description] + failure.repairs).joined(separator: "; ")
    case WorkError.store(let error): "\(error.path): \(error.reason)"
    default: "\(error)"
    }
  }
}
