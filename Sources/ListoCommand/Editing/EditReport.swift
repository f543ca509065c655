internal import Listo

/// What a change did, for people and for scripts.
struct EditReport {
  let transaction: Transaction
  /// `done`, `moved`: what became of the reminders.
  let participle: String
  let changed: [ModelIdentifier]
  let before: Catalog
  let after: Catalog

  /// A line for each reminder, what changed along with it below, and how to take it back.
  var text: String {
    guard !transaction.isEmpty else { return "nothing changed: it is so already\n" }
    var text = ""
    let names = ShortNames(after)
    let notes = Dictionary(grouping: transaction.notes, by: \.identifier)
    for identifier in changed {
      let catalog = after.indexPath(for: identifier) == nil ? before : after
      let name =
        catalog.indexPath(for: identifier) == nil || catalog.sources.isEmpty
        ? "" : names.name(of: identifier) + "  "
      text += Visible.line("\(participle): \(name)\(Self.words(identifier, catalog))") + "\n"
      for note in notes[identifier] ?? [] { text += Visible.line("  \(note.text)") + "\n" }
    }
    let named = Set(changed)
    for note in transaction.notes where !named.contains(note.identifier) {
      let catalog = after.indexPath(for: note.identifier) == nil ? before : after
      text += Visible.line("also: \(Self.words(note.identifier, catalog)): \(note.text)") + "\n"
    }
    // Subtasks that the same was done to.
    let noted = named.union(transaction.notes.map(\.identifier))
    for item in transaction.items where item.before != nil && !noted.contains(item.identifier) {
      guard participle == "done" || participle == "deleted" else { break }
      text += Visible.line("\(participle) too: \(item.title ?? "(untitled)")") + "\n"
    }
    return text + (transaction.id.map { "listo undo \($0) takes it back\n" } ?? "")
  }

  /// `{"listo":"edit","version":1,"did":"done","transaction":…,"reminders":[{"id":…,"shortName":…,"title":…,"list":…,"notes":[…]}]}`;
  /// `transaction` is null where nothing changed.
  var json: JSONValue {
    let names = ShortNames(after)
    let notes = Dictionary(grouping: transaction.notes, by: \.identifier)
    let rows = (changed + transaction.notes.map(\.identifier).filter { !changed.contains($0) })
    return .object(present: [
      "listo": "edit", "version": 1, "did": .string(participle),
      "transaction": transaction.id.map { .number($0.number) } ?? .null,
      "reminders": .array(
        rows.map { identifier in
          let catalog = after.indexPath(for: identifier) == nil ? before : after
          let path = catalog.indexPath(for: identifier)
          let texts = (notes[identifier] ?? []).map { JSONValue.string($0.text) }
          return .object(present: [
            "id": .string(identifier.description), "shortName": .string(names.name(of: identifier)),
            "title": path.flatMap(catalog.reminder)?.title.map { .string($0) },
            "list": path.flatMap(catalog.list).map { .string($0.list.title) },
            "notes": texts.isEmpty ? nil : .array(texts),
          ])
        }),
    ])
  }

  private static func words(_ identifier: ModelIdentifier, _ catalog: Catalog) -> String {
    guard let path = catalog.indexPath(for: identifier), let reminder = catalog.reminder(at: path) else {
      return identifier.description
    }
    let title = reminder.title ?? "(untitled)"
    return catalog.list(at: path).map { "\(title), in \($0.list.title)" } ?? title
  }
}
