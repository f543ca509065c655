internal import Listo

/// The result of a change, for people and for scripts.
struct EditReport {
  let transaction: Transaction
  let action: EditAction
  let changed: [ModelIdentifier]
  /// The reminders as they were, and as they are now.
  let made: Editing
  /// The current identifier of a reminder, which is another one after a move to another list.
  let now: (ModelIdentifier) -> ModelIdentifier
  /// The short name of a reminder.
  let name: (ModelIdentifier) -> String

  /// A line for each reminder, what changed along with it below, and how to take it back.
  var text: String {
    guard !transaction.isEmpty else { return "already so; nothing changed\n" }
    var text = ""
    let notes = Dictionary(grouping: transaction.notes, by: \.identifier)
    for identifier in changed {
      let short = reminder(identifier) == nil ? "" : name(now(identifier)) + "  "
      let detail = shown(identifier).flatMap(action.detail).map { ", " + $0 } ?? ""
      text += Visible.line("\(action.participle): \(short)\(words(identifier))\(detail)") + "\n"
      for note in notes[identifier] ?? [] { text += Visible.line("  \(note.text)") + "\n" }
    }
    let named = Set(changed)
    for note in transaction.notes where !named.contains(note.identifier) {
      text += Visible.line("also: \(words(note.identifier)): \(note.text)") + "\n"
    }
    if action.includesSubtasks {
      let noted = named.union(notes.keys)
      // The other components of a named reminder's series are no subtasks.
      let series = Set(changed.compactMap(\.series))
      for item in transaction.items
      where item.before != nil && !noted.contains(item.identifier)
        && !series.contains(item.identifier.series ?? item.identifier)
      {
        text += Visible.line("\(action.participle) too: \(item.title ?? "(untitled)")") + "\n"
      }
    }
    return text + (transaction.id.map { "listo undo \($0) takes it back\n" } ?? "")
  }

  /// `{"listo":"edit","version":1,"did":"done","transaction":…,"reminders":[{"id":…,"shortName":…,"title":…,"list":…,"notes":[…]}]}`;
  /// `transaction` is null where nothing changed.
  var json: JSONValue {
    let notes = Dictionary(grouping: transaction.notes, by: \.identifier)
    let named = Set(changed)
    let rows = changed + transaction.notes.map(\.identifier).filter { !named.contains($0) }
    return .object(present: [
      "listo": "edit", "version": 1, "did": .string(action.participle),
      "transaction": transaction.id.map { .number($0.number) } ?? .null,
      "reminders": .array(
        rows.map { identifier in
          let texts = (notes[identifier] ?? []).map { JSONValue.string($0.text) }
          return .object(present: [
            "id": .string(now(identifier).description), "shortName": .string(name(now(identifier))),
            "title": reminder(identifier)?.title.map { .string($0) },
            "list": reminder(identifier) == nil ? nil : list(of: identifier).map { .string($0.title) },
            "notes": texts.isEmpty ? nil : .array(texts),
          ])
        }),
    ])
  }

  /// As it is now; one that is gone, or elsewhere, as it was.
  private func reminder(_ identifier: ModelIdentifier) -> Reminder? {
    made[now(identifier)] ?? made.catalog[identifier]
      ?? made.catalog.occurrence(identifier, in: made.context.view)
  }

  /// The same; of a series its current occurrence.
  private func shown(_ identifier: ModelIdentifier) -> Reminder? {
    var made = made
    return made.currentReminder(of: now(identifier)) ?? reminder(identifier)
  }

  private func list(of identifier: ModelIdentifier) -> ReminderList? {
    now(identifier).container.flatMap(made.catalog.indexPath).flatMap(made.catalog.list)?.list
  }

  private func words(_ identifier: ModelIdentifier) -> String {
    guard let reminder = reminder(identifier) else { return identifier.description }
    let words = made.catalog.words(of: reminder, in: list(of: identifier))
    guard made.catalog.masterPath(ofOccurrence: identifier) != nil, let id = reminder.recurrenceID else {
      return words
    }
    return words + ", the occurrence of \(RelativeDate(made.context.view).date(id.day, alwaysYear: false))"
  }
}

extension ModelIdentifier {
  /// The identifier of the series that it is a part of: its own without the RECURRENCE-ID.
  fileprivate var series: ModelIdentifier? {
    uid.map { ModelIdentifier(source: source, list: list, uid: $0) }
  }
}

/// Why a change was not made, in words and as a status.
enum EditFailureReport {
  /// - Parameter titleOf: the title of the reminder or list that it is about.
  static func failure(_ failure: EditingFailure, _ titleOf: (ModelIdentifier) -> String?) -> Failure {
    switch failure {
    case .change(let error): return Self.failure(error, titleOf)
    case .place(let place, let reason, let repairs):
      return Failure(.cannotCreate, "\(place): \(reason).", details: repairs.map { "  " + $0 })
    case .unsettled: return Failure(.inputOutput, "\(failure); nothing was changed.")
    case .journal: return Failure(.cannotCreate, "\(failure).")
    case .changedSince(let id, let label, let clashes):
      var details: [String] = []
      for clash in clashes {
        details.append("  \(clash.title), in \(StandardFolders.abbreviated(clash.path)):")
        details += clash.standing.map { "    it is    \($0)" } + clash.wanted.map { "    it was   \($0)" }
      }
      return Failure(
        .doubtful, "\(id) (\(label)) cannot be undone: the same lines were changed later.",
        details: details + ["Nothing was changed; use listo edit to change the present version."])
    case .madeElsewhere(let id, _, _):
      return Failure(.doubtful, "\(failure).", details: ["listo undo \(id) undoes it."])
    case .nothingDone(let isRedo):
      return Failure(
        .differences,
        isRedo
          ? "there is no undone change to redo."
          : "there is no change to undo.")
    case .unknownEntry(let id):
      return Failure(
        .differences, "there is no change \(id) to undo; listo history lists the changes.")
    }
  }

  private static func failure(_ error: EditError, _ titleOf: (ModelIdentifier) -> String?) -> Failure {
    switch error {
    case .notFound(let identifier):
      return Failure(.differences, "\(titleOf(identifier) ?? "\(identifier)"): it is no longer there.")
    case .readOnly(let list, let reason):
      return Failure(.cannotCreate, "\(titleOf(list) ?? "\(list)"): \(reason); nothing was changed.")
    case .wrongValue(let field, let reason): return Failure(.usage, "\(field.rawValue): \(reason).")
    case .refused(let identifier, let reason, let repairs):
      let title = titleOf(identifier) ?? identifier.uid?.text ?? "\(identifier)"
      return Failure(
        .doubtful, "\(title): \(reason); nothing was changed.",
        details: repairs.isEmpty ? [] : ["What would help:"] + repairs.map { "  " + $0 })
    }
  }
}
