package import ICalendar
package import ListoModel
internal import Platform
internal import Synchronization

extension Input {
  /// The input for a merge, which reads it once from front to back and then again where winners stand.
  ///
  /// - Parameters:
  ///   - pool: shared by the inputs of a merge, so that a folder of many files does not use up the process's
  ///     descriptors.
  ///   - size: ``size``, as it was asked for.
  package func forMerging(pool: OpenFilePool, size: Int?) -> StoredMergeInput {
    StoredMergeInput(input: self, pool: pool, size: size)
  }
}

/// How many files may stay open between reads.
package final class OpenFilePool: Sendable {
  private let room: Mutex<Int>

  /// - Parameter limits: ``Limit/openFiles`` of them counts; of what the system lets the process have open a
  ///   quarter is left for others.
  package init(limits: ReadingLimits = ReadingLimits()) {
    room = Mutex(min(limits[.openFiles], ProcessEnvironment.openFileLimit / 4 * 3))
  }

  /// Takes a place; false where none is left.
  func take() -> Bool {
    room.withLock { room in
      guard room > 0 else { return false }
      room -= 1
      return true
    }
  }
}

/// An ``Input`` whose file stays open while there is room in the pool, and is opened for each read otherwise.
package final class StoredMergeInput: MergeInput {
  package let input: Input
  private let pool: OpenFilePool
  private let knownSize: Int?
  private let file = Mutex<InputFile?>(nil)
  private let seen = Mutex(MergeInputContent.nothing)

  init(input: Input, pool: OpenFilePool, size: Int?) {
    (self.input, self.pool, knownSize) = (input, pool, size)
  }

  package var listName: String { input.folder.name }

  package var fileName: String { input.fileName }

  package var namedFolder: Int? { input.namedFolder }

  package var name: String { input.name }

  package var metadata: CollectionMetadata? { input.path == nil ? nil : input.folder.metadata }

  package var collection: String? { input.path == nil ? nil : input.folder.source.path }

  /// Of a file what was known before; of what comes through a pipe it may be known by now.
  package var size: Int? { if case .path = input.content { knownSize } else { input.size } }

  package var isPartial: Bool { input.isPartial }

  package var isEmptyCollection: Bool { input.isEmptyCollection }

  /// The content that the merge read; known after it.
  package var content: MergeInputContent { seen.withLock { $0 } }

  package var limits: ReadingLimits { input.limits }

  package func wasRead(_ content: MergeInputContent) { seen.withLock { $0 = content } }

  package func open() throws(ICalendarError) -> any ByteSource & Sendable {
    do throws(StoreError) {
      return try input.open()
    } catch {
      throw .unreadable(reason: error.reason)
    }
  }

  package func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    let before = bytes.count
    defer { input.meter?.add(bytes.count - before) }
    if case .arriving(let content) = input.content, !input.isDecoded {
      try content.read(count, at: offset, into: &bytes)
      return
    }
    do throws(SystemError) {
      if let decoded = input.decodedBytes { return try decoded.read(count, at: offset, into: &bytes) }
      switch input.content {
      case .arriving: break
      case .spooled(let file), .published(let file): try file.read(count, at: offset, into: &bytes)
      case .converted(let content, _, _): try content.read(count, at: offset, into: &bytes)
      case .path(let path): try opened(path).read(count, at: offset, into: &bytes)
      }
    } catch {
      throw .unreadable(reason: error.reason)
    }
  }

  private func opened(_ path: String) throws(SystemError) -> InputFile {
    if let known = file.withLock({ $0 }) { return known }
    let opened = try InputFile(path: path, waitsForWriter: false)
    if pool.take() { file.withLock { $0 = opened } }
    return opened
  }
}
