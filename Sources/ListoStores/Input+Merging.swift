internal import ICalendar
public import Listo
internal import Platform
internal import Synchronization

extension Input {
  /// The input for a merge, which reads it once from front to back and then again where winners stand.
  ///
  /// - Parameter pool: shared by the inputs of a merge, so that a folder of many files does not use up the process's descriptors.
  public func forMerging(pool: OpenFilePool) -> any MergeInput {
    StoredMergeInput(input: self, pool: pool)
  }
}

/// How many files may stay open between reads.
public final class OpenFilePool: Sendable {
  private let room: Mutex<Int>

  public init(limit: Int = 64) { room = Mutex(limit) }

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
private final class StoredMergeInput: MergeInput {
  let input: Input
  private let pool: OpenFilePool
  private let file = Mutex<InputFile?>(nil)

  init(input: Input, pool: OpenFilePool) {
    (self.input, self.pool) = (input, pool)
  }

  var name: String { input.name }

  var listName: String { input.folder.name }

  func batches() throws(ICalendarError) -> any ItemBatches {
    do throws(StoreError) {
      return BatchReader(try input.open())
    } catch {
      throw .unreadable(reason: error.reason)
    }
  }

  func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    do throws(SystemError) {
      switch input.content {
      case .memory(let content): bytes += content.dropFirst(offset).prefix(count)
      case .spooled(let file): try file.read(count, at: offset, into: &bytes)
      case .path(let path): try opened(path).read(count, at: offset, into: &bytes)
      }
    } catch {
      throw .unreadable(reason: error.reason)
    }
  }

  private func opened(_ path: String) throws(SystemError) -> InputFile {
    if let known = file.withLock({ $0 }) { return known }
    let opened = try InputFile(path: path)
    if pool.take() { file.withLock { $0 = opened } }
    return opened
  }
}
