internal import ListoModel

/// Names of what a sync makes: hashes, never a server's path or a UID, so that none can mean anything to a
/// file system or a server.
enum SyncNames {
  /// A file of a list's folder for a UID.
  ///
  /// - Parameter attempt: 0 for the first; another name where that one is taken.
  static func file(_ uid: String, attempt: Int = 0) -> String { name("file", uid, attempt) + ".ics" }

  /// A resource of a collection for a UID.
  static func resource(_ uid: String, attempt: Int = 0) -> String { name("resource", uid, attempt) + ".ics" }

  /// The folder for a collection.
  static func folder(_ href: Href) -> String { String(name("folder", href.canonical, 0).prefix(16)) }

  /// The collection for a folder.
  static func collection(_ folder: String, attempt: Int = 0) -> String {
    String(name("collection", folder, attempt).prefix(16))
  }

  private static func name(_ kind: String, _ text: String, _ attempt: Int) -> String {
    String(SyncItem.digest(of: Array("\(kind) \(attempt) \(text)".utf8)).prefix(32))
  }
}
