internal import Listo

/// The files `displayname` and `color` of a vdir.
enum VdirMetadata {
  struct File {
    let name: String
    let text: String
    /// It says something else than the folder's own.
    let isChanged: Bool
  }

  /// - Parameters:
  ///   - folder: the vdir.
  ///   - changed: what it says now, where that is something else.
  static func files(_ folder: CatalogBuilder.Folder, _ changed: CollectionMetadata?) -> [File] {
    let new = changed ?? CollectionMetadata(title: folder.displayName, color: folder.color)
    return [
      file("displayname", folder.displayName, new.title),
      file("color", folder.color?.description, new.color?.description),
    ].compactMap(\.self)
  }

  /// Nil where there is nothing to say; one that says no more than its end takes away what was there.
  private static func file(_ name: String, _ old: String?, _ new: String?) -> File? {
    guard old != nil || new != nil else { return nil }
    return File(name: name, text: new.map { $0 + "\n" } ?? "", isChanged: old != new)
  }
}
