internal import ListoStores
internal import Platform

/// Folders held against other processes that change files in them, in one order, so that no two wait for each
/// other.
struct FolderLocks {
  let folders: Set<String>
  private let locks: [FolderLock]

  /// - Parameter folders: absolute paths; for one that is not there yet, the one above it is held.
  /// - Throws: ``WorkError/store(_:)``.
  init(_ folders: Set<String>) throws(WorkError) {
    self.folders = folders
    var present: Set<String> = []
    for folder in folders {
      var folder = folder
      while folder.count > 1, (try? FileStatus(path: folder)) == nil { folder = FilePlan.folder(of: folder) }
      present.insert(folder)
    }
    var locks: [FolderLock] = []
    for folder in present.sorted() {
      do throws(SystemError) {
        locks.append(try FolderLock(folder))
      } catch {
        throw .store(StoreError(.unreadable, path: folder, reason: error.reason))
      }
    }
    self.locks = locks
  }

  func hold<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withExtendedLifetime(locks) { try body() }
  }
}
