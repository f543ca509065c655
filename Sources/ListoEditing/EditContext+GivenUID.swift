package import ListoModel

/// Why a UID that was asked for is not given.
package enum UIDRefusal: Error {
  /// It is empty, or has a line end in it.
  case notOneLine
  /// A reminder of the list has it.
  case isTaken
}

extension EditContext {
  /// The same for an edit that adds one reminder, which gets this UID.
  ///
  /// - Complexity: linear in the list.
  package func giving(
    uid: String, in list: ModelIdentifier, of catalog: Catalog
  ) throws(UIDRefusal) -> EditContext {
    guard !uid.isEmpty, !uid.contains(where: \.isNewline) else { throw .notOneLine }
    let reminders = catalog.list(list)?.reminders
    if let reminders, reminders.contains(where: { $0.uid.map(UID.init) == UID(uid) }) { throw .isTaken }
    var context = EditContext(view) { uid }
    context.producer = producer
    return context
  }
}
