internal import ICalendar
package import ListoFormats
internal import ListoModel

extension Transaction {
  /// Returns the result of an undo or a redo, as `listo undo --json` and `listo redo --json` print it.
  ///
  ///     {"listo":"undo","version":1,"transaction":…,"label":…,"reminders":[{"id":…,"title":…,"is":"changed"|"back"|"gone"}]}
  ///
  /// `transaction` is null if there was nothing to do.
  ///
  /// - Parameter isRedo: true for a redo.
  package func undoJSON(isRedo: Bool) -> JSONValue {
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
