internal import ICalendar
internal import ListoModel
internal import ListoStores
internal import Platform
internal import Synchronization

/// An empty calendar that was made so that reminders can move into it: what moves there first makes the file,
/// for whoever takes it back.
package struct ArchiveFile: Sendable {
  /// Absolute, symbolic links followed.
  let path: String

  /// - Returns: nil where there is a file already.
  /// - Throws: ``WorkError/store(_:)``.
  package init?(making path: String, _ observer: some WorkObserver) throws(WorkError) {
    guard (try? FileStatus(path: path)) == nil else { return nil }
    let output = try Output.creating(path)
    try output.send(ReminderStore.emptyCalendar[...])
    try output.finish(observer)
    self.path = (try? FileSystem.realPath(path)) ?? path
  }

  /// Removes it where nothing came, and nobody else has put something there.
  package func removeIfUnused() {
    guard (try? SmallFile.bytes(path)) == ReminderStore.emptyCalendar else { return }
    _ = try? FileSystem.remove(path)
  }
}

extension ReminderStore {
  /// A calendar that holds nothing yet: what a new file of iCalendar begins with.
  static var emptyCalendar: [UInt8] { CalendarText.head + CalendarText.end }

  /// Takes a file for one that is not there before the next change.
  package func countAsNew(_ archive: ArchiveFile) { made.withLock { _ = $0.insert(archive.path) } }
}

extension ChangedFile {
  /// The same as a file that comes: for one that was an empty calendar, which was made for it. One that
  /// others wrote since stays a change.
  ///
  /// - Throws: ``WorkError/store(_:)``.
  func created() throws(WorkError) -> ChangedFile {
    let old = ReminderStore.emptyCalendar
    guard original.size == old.count else { return self }
    guard try original.read(0..<old.count).elementsEqual(old) else { return self }
    var splices: [FileChange.Splice] = []
    var position = 0
    for splice in change.splices {
      splices.append(FileChange.Splice(offset: 0, new: Array(old[position..<splice.offset])))
      splices.append(FileChange.Splice(offset: 0, new: splice.new, item: splice.item))
      position = splice.offset + splice.old.count
    }
    splices.append(FileChange.Splice(offset: 0, new: Array(old[position...])))
    return try ChangedFile(FileChange(path, .created, splices.filter { !$0.new.isEmpty }), of: [])
  }
}
