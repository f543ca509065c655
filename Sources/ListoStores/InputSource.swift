public import ICalendar
internal import Platform

/// The bytes of an ``Input``, front to back. While one block of what comes through a pipe is worked on, the next is read and kept on
/// another thread.
public struct InputSource: ByteSource {
  /// A block that is read before it is asked for.
  private struct Early: Sendable {
    let count: Int
    let room: Int
    let work: EarlyWork<Result<[UInt8], ICalendarError>>
  }

  private let content: OpenedInput
  private var offset = 0
  private var early: Early?
  /// In bytes, where it is known before reading.
  public let size: Int?
  private let meter: ReadingMeter?
  /// A file may grow while it is read: not beyond this.
  private let limit: Int

  init(_ content: OpenedInput, size: Int?, limit: Int = .max, _ meter: ReadingMeter?) {
    (self.content, self.size, self.limit, self.meter) = (content, size, limit, meter)
  }

  public mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    early?.work.cancel()
    early = nil
    let before = bytes.count
    try content.read(count, at: offset, into: &bytes)
    try pass(bytes.count - before)
  }

  public mutating func block(_ count: Int, behind room: Int) throws(ICalendarError) -> [UInt8] {
    let taken = takeEarly(count, room) ?? content.block(count, behind: room, at: offset)
    let block = try taken.get()
    try pass(block.count - room)
    if block.count > room { readEarly(count, room) }
    return block
  }

  /// Goes on behind bytes that were read.
  private mutating func pass(_ count: Int) throws(ICalendarError) {
    meter?.add(count)
    offset += count
    guard offset <= limit else { throw .inputTooLarge(limit: limit) }
  }

  private mutating func readEarly(_ count: Int, _ room: Int) {
    // A file is read in less time than it takes to hand a block over.
    guard case .arriving = content, ProcessEnvironment.processorCount > 1 else { return }
    early = Early(
      count: count, room: room,
      work: EarlyWork { [content, offset] in content.block(count, behind: room, at: offset) })
  }

  /// The block that was begun before, if it is the one that is asked for.
  private mutating func takeEarly(_ count: Int, _ room: Int) -> Result<[UInt8], ICalendarError>? {
    guard let early else { return nil }
    self.early = nil
    guard early.count == count, early.room == room else {
      early.work.cancel()
      return nil
    }
    return early.work.take()
  }
}
