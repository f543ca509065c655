internal import Listo
internal import Platform

/// Carries out what a screen asks for in a store, and remembers what it is to remember.
///
/// Changes are shown at once, and written behind: what became of them is ``news()``.
final class StoreWorld: ScreenWorld {
  private let store: BackgroundStore
  private let configuration: Configuration
  /// The clock stands where `--now` put it.
  private let fixed: ViewContext?
  private let view: ViewContext
  /// The expression that asks for what is reviewed; empty outside of a review.
  var question = ""
  /// Stores the places that are visited; nil for commands that begin elsewhere each time.
  var memory: BrowseMemory?
  /// Each effect is carried out before it is told: for a dialogue, in which nothing is said later.
  private let waits: Bool
  /// The text to say when a change is written, and the reminders that it is about, by the number of the
  /// change.
  private var pending: [Int: (text: String, identifiers: [ModelIdentifier])] = [:]
  /// The outcomes of changes before one that was waited for.
  private var earlier: [Outcome] = []
  /// The last change was made elsewhere, which was told when it was to be undone: the next undo does it.
  private var mayUndoOthers = false

  /// - Parameters:
  ///   - hasFixedClock: the clock stands where `view` has it.
  ///   - waits: see ``waits``.
  init(
    _ store: BackgroundStore, _ view: ViewContext, _ configuration: Configuration, hasFixedClock: Bool,
    waits: Bool
  ) {
    (self.store, self.view, self.configuration, self.waits) = (store, view, configuration, waits)
    fixed = hasFixedClock ? view : nil
  }

  var context: ViewContext {
    fixed ?? view.at(Instant(seconds: ProcessEnvironment.secondsSince1970))
  }

  func perform(_ effect: Effect) -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    let undoesOthers = mayUndoOthers
    mayUndoOthers = false
    do {
      switch effect {
      case .change(let label, let edits): return try change(label, edits)
      case .add(let text, let list): return try add(text, to: list)
      case .postpone(let identifier, let text): return try postpone(identifier, to: text)
      case .undo: return behind(store.undo(at: context.now, ofOthers: undoesOthers), "Undoing")
      case .redo: return behind(store.redo(at: context.now, ofOthers: true), "Redoing")
      case .edit(let identifier): return try edit(identifier)
      case .rememberFocus(let identifiers):
        try FocusFile().save(identifiers, store.catalog, today: context.today)
        return (.nothing, [])
      case .rememberReview(let progress):
        try ReviewFile().save(progress, question)
        return (.nothing, [])
      case .reload:
        store.refresh()
        guard waits else { return (.nothing, []) }
        store.finish()
        let look = store.look()
        return look.changed?.isEmpty ?? false ? (.nothing, []) : (.done(look.catalog, ""), look.changed)
      case .suspend, .redraw, .quit: return (.nothing, [])
      }
    } catch {
      return (.failed(words(error)), [])
    }
  }

  func finish() { store.finish() }

  func visit(_ place: @autoclosure () -> BrowsePlace) { memory?.remember(place()) }

  func news() -> [(outcome: Outcome, changed: Set<ModelIdentifier>?)] {
    let look = store.look()
    let isOther = !(look.changed?.isEmpty ?? false)
    defer { earlier = [] }
    return (isOther ? [(.seen(look.catalog), look.changed)] : [])
      + (earlier + look.news.map(outcome)).map { ($0, []) }
  }

  private func outcome(of news: BackgroundStore.News) -> Outcome {
    switch news {
    case .written(let number, let transaction):
      return .saved(words(transaction, pending.removeValue(forKey: number)?.text))
    case .failed(let number, let error):
      return .takenBack(words(error), pending.removeValue(forKey: number)?.identifiers ?? [])
    }
  }

  // MARK: Changing

  private func change(
    _ label: String, _ edits: [ScreenEdit]
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    let change = try store.apply(label, in: editContext) { (editing) throws(EditError) in
      for edit in edits { try editing.apply(edit.changes, to: edit.identifier) }
    }
    return try after(change, label, edits.map(\.identifier))
  }

  private func add(
    _ text: String, to list: ModelIdentifier
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    let wording = wording
    let entry = try wording.entry(text, isPlain: false)
    let target = try entry.list.map(self.list) ?? list
    let label = "Added: \(entry.title)"
    let change = try store.apply(label, in: editContext) { (editing) throws(EditError) in
      _ = try editing.add(
        [ReminderDraft(title: entry.title)], to: target, changing: entry.changes, partsOf: nil)
    }
    let pieces = entry.due.map { ", due \($0.words(wording.language))" } ?? ""
    let place = entry.list.map { ", in \($0)" } ?? ""
    return try after(change, label + pieces + place)
  }

  private func postpone(
    _ identifier: ModelIdentifier, to text: String
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    let shift = try wording.shift(to: text, nil)
    let title = store.catalog[identifier]?.title ?? "(untitled)"
    let change = try store.apply("Postponed: \(title)", in: editContext) { (editing) throws(EditError) in
      try editing.shift(.due, shift, of: editing.currentOccurrence(of: identifier) ?? identifier)
    }
    // An occurrence of a series has lines of its own now.
    let own = change.plan.steps.first { $0.before == nil || $0.identifier.recurrenceID != nil }
    let moved = own?.identifier ?? identifier
    var label = "Postponed: \(title)"
    if let reminder = store.catalog[moved], let due = reminder.due {
      label += ", to \(RelativeDate(context).long(due, reminder.calendar.zones))"
    }
    return try after(change, label, [identifier])
  }

  private var editContext: EditContext { configuration.editing.context(context) }

  private var wording: DateWording { DateWording(context, configuration, nil) }

  /// In the person's editor; a text that cannot be understood is kept, and named.
  private func edit(
    _ identifier: ModelIdentifier
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    guard let reminder = store.catalog[identifier] else { return (.nothing, []) }
    let form = EditorForm(wording)
    var editing = Editing(store.catalog, in: editContext)
    let before = form.text(of: reminder, dated: editing.currentReminder(of: identifier))
    let draft = try EditorDraft(before)
    let after = try draft.edited()
    let label = "Changed: \(reminder.title ?? "(untitled)")"
    let result: (outcome: Outcome, changed: Set<ModelIdentifier>?)
    do {
      let changes = try after == before ? [] : form.changes(from: before, to: after)
      let change = try store.apply(label, in: editContext) { (editing) throws(EditError) in
        try editing.apply(changes, to: identifier)
      }
      // The text is kept until what it says is on the disk.
      result = try self.after(change, label, [identifier], waits: true)
    } catch {
      throw Failure(.doubtful, "\(words(error)); the text is in \(draft.path)")
    }
    draft.remove()
    return result
  }

  /// - Throws: ``Failure`` where no list, or more than one, is called so.
  private func list(_ name: String) throws(Failure) -> ModelIdentifier {
    do throws(ListNaming.Failure) {
      return try ListNaming(store.catalog).listForNew(name, orElse: nil)
    } catch {
      let message =
        switch error {
        case .several(_, let paths): "\(paths.count) lists have the name '\(name)'"
        case .unknown(_, let nearest?): "unknown list '\(name)'; \(UnknownName.question(nearest))"
        case .unknown, .unnamed: "unknown list '\(name)'"
        }
      throw Failure(.differences, message)
    }
  }

  // MARK: Telling

  /// A change is shown, and is being written.
  private func after(
    _ change: BackgroundStore.Change, _ text: String, _ identifiers: [ModelIdentifier] = [],
    waits: Bool = false
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    guard !change.plan.isEmpty else {
      return (.done(store.catalog, "already so; nothing changed"), [])
    }
    let words = text + Self.words(change.plan.notes)
    let lists = change.plan.steps.flatMap { [$0.list, $0.identifier.container ?? $0.list] }
    guard !waits, !self.waits else { return try waited(for: change.number, words, Set(lists)) }
    pending[change.number] = (words, identifiers)
    return (.saving(store.catalog, "\(words); saving…"), Set(lists))
  }

  /// It is done behind what is being written.
  private func behind(
    _ number: Int, _ text: String
  ) -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    guard waits else { return (.waiting("\(text)…"), []) }
    do {
      return try waited(for: number, nil, [])
    } catch {
      return (.failed(words(error)), [])
    }
  }

  /// Waits until a change is written. What became of those before it stays to be told.
  ///
  /// - Throws: why it could not be.
  private func waited(
    for number: Int, _ text: String?, _ lists: Set<ModelIdentifier>
  ) throws -> (outcome: Outcome, changed: Set<ModelIdentifier>?) {
    store.finish()
    let look = store.look()
    var words = text ?? ""
    for news in look.news {
      switch news {
      case .written(number, let transaction): words = self.words(transaction, text)
      case .failed(number, let error): throw error
      case .written, .failed: earlier.append(outcome(of: news))
      }
    }
    return (.done(look.catalog, words), look.changed.map(lists.union))
  }

  /// The words for a change that is on the disk, and how to take it back.
  ///
  /// - Parameter text: nil for what is told by what the history calls it.
  private func words(_ transaction: Transaction, _ text: String?) -> String {
    guard !transaction.isEmpty else { return "already so; nothing changed" }
    var words = text ?? ""
    var tellsUndo = true
    switch transaction.kind {
    case .undo:
      words = "Undone: \(transaction.label)"
      tellsUndo = false
    case .redo: words = "Redone: \(transaction.label)"
    case .edit: break
    }
    if text == nil { words += Self.words(transaction.notes) }
    for entry in transaction.settled {
      words += "; \(entry.label), which was interrupted, is \(entry.outcome.rawValue)"
    }
    if let remark = transaction.remarks.first { words += "; \(remark.message)" }
    if tellsUndo { words += "; undo takes it back" }
    return words
  }

  /// Behind what was done: as many as a line has room for.
  private static func words(_ notes: [EditPlan.Note]) -> String {
    notes.prefix(2).map { "; \($0.text)" }.joined()
  }

  /// Why it was not done, for people: a line.
  private func words(_ error: any Error) -> String {
    switch error {
    case WorkError.editing(.madeElsewhere(_, let label, let time)):
      mayUndoOthers = true
      let when = RelativeDate(context).short(.utc(time.utc), .empty)
      return "The last change was made elsewhere (\(when)): \(label). Undo again to undo it"
    case let failure as Failure:
      return ([failure.message] + failure.details).filter { !$0.isEmpty }.joined(separator: " ")
    case WorkError.editing(let failure):
      return ([failure.description] + failure.repairs).joined(separator: "; ")
    case WorkError.store(let error): return "\(error.path): \(error.reason)"
    default: return "\(error)"
    }
  }
}
