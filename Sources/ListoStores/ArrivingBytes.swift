internal import ICalendar
internal import Platform
internal import Synchronization

/// The bytes that come through a pipe, kept as they come, so that they can be read again and anywhere: in
/// memory up to a bound, the rest in an unlinked temporary file.
///
/// Nobody waits for more of it than was asked for: work on the first bytes goes on while the others are on
/// their way.
final class ArrivingBytes: Sendable {
  private struct State {
    var memory: [UInt8] = []
    var spool: TemporaryFile?
    /// The spool as far as it was when it was last asked for.
    var reading: InputFile?
    var size = 0
    var isEnded = false
    var failure: ICalendarError?
  }

  private let stream: InputFile
  private let name: String
  private let patience: Patience?
  let temporaryFolder: String
  private let memoryLimit: Int
  private let limit: Int
  private let state = Mutex(State())
  /// The size in bytes once the end has come. It has its own lock, because a reader that waits for the next
  /// bytes holds that of the state.
  private let end = Mutex<Int?>(nil)

  /// - Parameters:
  ///   - stream: a pipe or device; read here alone.
  ///   - memoryLimit: how much of it is held in memory, in bytes.
  ///   - limit: how much of it is taken at most.
  ///   - patience: told of `name` where its first bytes do not come.
  init(
    _ stream: InputFile, name: String = "-", temporaryFolder: String, memoryLimit: Int, limit: Int,
    patience: Patience? = nil
  ) {
    (self.stream, self.name, self.temporaryFolder, self.patience) = (stream, name, temporaryFolder, patience)
    (self.memoryLimit, self.limit) = (memoryLimit, limit)
  }

  /// In bytes; nil where its end has not come. Waits for nothing.
  var knownSize: Int? { end.withLock { $0 } }

  /// Appends at most `count` bytes from `offset` on. Waits where none of them has come.
  ///
  /// - Returns: how many; 0 at the end.
  /// - Throws: ``ICalendarError``: what was kept before can still be read.
  @discardableResult
  func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError) -> Int {
    try state.withLock { state throws(ICalendarError) in
      // Someone asks for what lies farther on than anything was read.
      var passed: [UInt8] = []
      while state.size < offset, try take(min(offset - state.size, 1 << 20), into: &passed, &state) > 0 {
        passed.removeAll(keepingCapacity: true)
      }
      if offset >= state.size { return offset > state.size ? 0 : try take(count, into: &bytes, &state) }
      let wanted = min(count, state.size - offset)
      let held = max(0, min(wanted, state.memory.count - offset))
      if held > 0 { bytes += state.memory[offset..<offset + held] }
      if held < wanted {
        try readSpool(wanted - held, at: offset + held - state.memory.count, into: &bytes, &state)
      }
      return wanted
    }
  }

  /// Reads what comes next, and keeps it.
  private func take(_ count: Int, into bytes: inout [UInt8], _ state: inout State) throws(ICalendarError)
    -> Int
  {
    if let failure = state.failure { throw failure }
    guard !state.isEnded else { return 0 }
    do throws(ICalendarError) {
      let before = bytes.count
      do throws(SystemError) {
        if state.size == 0 {
          try awaitFirst(count, into: &bytes)
        } else {
          try stream.read(count, at: 0, into: &bytes)
        }
        try keep(bytes[before...], &state)
      } catch {
        throw .unreadable(reason: error.reason)
      }
      let got = bytes.count - before
      state.size += got
      if got == 0 {
        state.isEnded = true
        end.withLock { [size = state.size] in $0 = size }
      }
      if state.size > limit { throw .inputTooLarge(limit: limit) }
      return got
    } catch {
      state.failure = error
      throw error
    }
  }

  private func awaitFirst(_ count: Int, into bytes: inout [UInt8]) throws(SystemError) {
    _ = try patience.whileWaiting(for: name) { () throws(SystemError) in
      try stream.read(count, at: 0, into: &bytes)
    }
  }

  private func keep(_ bytes: ArraySlice<UInt8>, _ state: inout State) throws(SystemError) {
    if state.spool == nil, state.memory.count + bytes.count <= memoryLimit {
      // Room for all of it at once, which costs nothing before it is filled: an array that grows is twice as
      // large as it need be.
      if state.memory.capacity < memoryLimit, state.memory.count + bytes.count > state.memory.capacity {
        state.memory.reserveCapacity(memoryLimit)
      }
      state.memory += bytes
      return
    }
    let spool = if let spool = state.spool { spool } else { try TemporaryFile(inFolder: temporaryFolder) }
    state.spool = spool
    try spool.append(bytes)
  }

  private func readSpool(
    _ count: Int, at offset: Int, into bytes: inout [UInt8], _ state: inout State
  ) throws(ICalendarError) {
    do throws(SystemError) {
      if state.reading.map({ $0.size < offset + count }) ?? true {
        state.reading = try state.spool?.reading()
      }
      try state.reading?.read(count, at: offset, into: &bytes)
    } catch {
      throw .unreadable(reason: error.reason)
    }
  }
}
