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
