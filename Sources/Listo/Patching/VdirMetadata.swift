internal import ListoModel

/// The files with which the folder of a vdir says what it is.
enum VdirMetadata {
  /// Their names: title, colour, place among the others.
  static let names = ["displayname", "color", "order"]

  struct File {
    let name: String
    let text: String
    /// It says something else than the one that is there.
    let isChanged: Bool
  }

  /// - Parameters:
  ///   - new: what they shall say.
  ///   - old: what they say; nil where none is there.
  static func files(_ new: CollectionMetadata?, replacing old: CollectionMetadata? = nil) -> [File] {
    [
      file("displayname", old?.title, new?.title),
      file("color", old?.color?.description, new?.color?.description),
    ].compactMap(\.self)
  }

  /// Nil where there is nothing to say; one that says no more than its end takes away what was there.
  private static func file(_ name: String, _ old: String?, _ new: String?) -> File? {
    guard old != nil || new != nil else { return nil }
    return File(name: name, text: new.map { $0 + "\n" } ?? "", isChanged: old != new)
  }
}
