/// The folders of an account's lists on this machine, and what is written into them.
package protocol SyncFolder {
  /// The identifier by which a sync knows the folder, left there by the last one; nil if there is none.
  func marker() throws -> String?
  /// Leaves in the folder what the next sync knows it by.
  func setMarker(_ identifier: String) throws

  /// The lists, by the names of their folders.
  func lists() throws -> [SyncFolderList]

  /// A file's bytes; nil where it is gone.
  func read(_ file: String, in list: String) throws -> [UInt8]?

  /// Makes changes, all as one entry of the history.
  ///
  /// - Parameters:
  ///   - changes: in groups; one of which a file is no longer as it was is left out as a whole.
  ///   - label: what the history calls them.
  /// - Returns: the numbers of the groups that were made.
  func apply(_ changes: [[SyncFolderChange]], _ label: String) throws -> Set<Int>
}

/// A folder with a file for each item.
package struct SyncFolderList: Sendable {
  /// The folder's name.
  package var folder: String
  /// The properties that are stored in the folder: title, colour, order.
  package var properties: SyncState.Properties
  /// The names of its files of iCalendar.
  package var files: [String]

  /// A list as it stands in its folder.
  package init(folder: String, properties: SyncState.Properties, files: [String]) {
    (self.folder, self.properties, self.files) = (folder, properties, files)
  }
}

/// A change of one file, or of what a list is called.
package enum SyncFolderChange: Sendable {
  /// - Parameter old: what stands there; nil where nothing does.
  case write(list: String, file: String, old: [UInt8]?, new: SyncItem)
  case remove(list: String, file: String, old: [UInt8])
  /// Makes the folder where it is not there.
  case properties(list: String, SyncState.Properties)
  /// Removes a list's properties, and its folder if nothing else is in it.
  case removeList(String)
}
