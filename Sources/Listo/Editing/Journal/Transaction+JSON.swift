internal import ICalendar
public import ListoFormats
internal import ListoModel

extension Transaction {
  /// What taking a change back did, or making it again: what `listo undo --json` and `listo redo --json` print.
  ///
  ///     {"listo":"undo","version":1,"transaction":…,"label":…,"reminders":[{"id":…,"title":…,"is":"changed"|"back"|"gone"}]}
  ///
  /// `transaction` is null where nothing was to be done.
  ///
  /// - Parameter isRedo: it was made again.
  public func undoJSON(isRedo: Bool) -> JSONValue {
    .object(present: [
      "listo": isRedo ? "redo" : "undo", "version": 1, "transaction": id.map { .number($0.number) } ?? .null,
      "label": .string(label),
      "reminders": .array(
        items.map { item in
          .object(present: [
            "id": .string(item.identifier.description), "title": item.title.map { .string($0) },
            "is": item.before == nil ? "back" : item.after == nil ? "gone" : "changed",
          ])
        }),
    ])
  }
}
