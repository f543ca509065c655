public import ICalendar

/// The bytes of an ``Input``, front to back.
public struct InputSource: ByteSource, Sendable {
  private let content: OpenedInput
  private var offset = 0
  /// In bytes, where it is known before reading.
  public let size: Int?
  private let meter: ReadingMeter?
  /// A file may grow while it is read: not beyond this.
  private let limit: Int

  init(_ content: OpenedInput, size: Int?, limit: Int = .max, _ meter: ReadingMeter?) {
    (self.content, self.size, self.limit, self.meter) = (content, size, limit, meter)
  }

  public mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    let before = bytes.count
    try content.read(count, at: offset, into: &bytes)
    meter?.add(bytes.count - before)
    offset += bytes.count - before
    guard offset <= limit else { throw .inputTooLarge(limit: limit) }
  }
}
