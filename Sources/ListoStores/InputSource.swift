public import ICalendar
internal import ListoFormats
internal import Platform

/// The bytes of an input, front to back; UTF-16 is converted to UTF-8. Compressed inputs are not read.
public struct InputSource: ByteSource, Sendable {
  private var content: OpenedInput
  private var offset = 0
  /// The size in bytes, if it is known before reading.
  public let size: Int?
  /// The version of the bytes that are read: see ``Input/version``, which is that of what stands at the path
  /// by now.
  package let version: Input.Version?
  private let meter: ReadingMeter?
  /// A file may grow while it is read: not beyond this.
  private let limit: Int
  /// The input's name, and where it is kept if it must be decoded; nil where it need not be looked at.
  private let decoding: (name: String, inputs: DecodedInputs)?

  init(
    _ content: OpenedInput, size: Int?, version: Input.Version? = nil, limit: Int = .max,
    _ meter: ReadingMeter?, decoding: (name: String, inputs: DecodedInputs)? = nil
  ) {
    self.version = version
    (self.content, self.size, self.limit, self.meter) = (content, size, limit, meter)
    self.decoding = decoding
  }

  /// Reading it is worth all threads: see ``Input/isLarge``.
  package var isLarge: Bool { Input.isLarge(size) }

  /// Appends at most `count` bytes; none at the end.
  public mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    if let meter, meter.isStopped { throw .unreadable(reason: "reading was cancelled") }
    let before = bytes.count
    try content.read(count, at: offset, into: &bytes)
    if offset == 0, let decoding, bytes.count > before, !Self.isPlain(bytes[before...]),
      let decoded = try Self.decoded(content, bytes[before...], decoding, limit: limit)
    {
      content = decoded
      bytes.removeLast(bytes.count - before)
      try content.read(count, at: 0, into: &bytes)
    }
    meter?.add(bytes.count - before)
    offset += bytes.count - before
    guard offset <= limit else { throw .inputTooLarge(limit: limit) }
  }

  /// Whether as many bytes were read as the input had when it was opened.
  public var isAtKnownEnd: Bool { size.map { offset >= $0 } ?? false }

  /// It begins with `BE`, as calendars do: there is nothing to find out.
  private static func isPlain(_ first: ArraySlice<UInt8>) -> Bool {
    first.count > 1 && first[first.startIndex] == 0x42 && first[first.startIndex + 1] == 0x45
  }

  /// The decoded content to read instead of an input that begins with these bytes; nil where it is read as it
  /// is.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)`` for what must be unpacked.
  private static func decoded(
    _ content: OpenedInput, _ first: ArraySlice<UInt8>, _ decoding: (name: String, inputs: DecodedInputs),
    limit: Int
  ) throws(ICalendarError) -> OpenedInput? {
    var beginning = Array(first.prefix(PackedContent.window))
    while beginning.count < TextEncoding.window {
      let known = beginning.count
      try content.read(TextEncoding.window - known, at: known, into: &beginning)
      if beginning.count == known { break }
    }
    if let packed = PackedContent(beginning: beginning[...]) { throw .unreadable(reason: packed.advice) }
    guard case .utf16(let isLittleEndian) = TextEncoding(beginning: beginning[...]) else { return nil }
    return .converted(
      try decoding.inputs.decode(content, decoding.name, isLittleEndian: isLittleEndian, limit: limit))
  }
}

/// The content from which an ``Input`` is read once it is open.
enum OpenedInput: Sendable {
  case arriving(ArrivingBytes)
  case file(InputFile)
  case converted(ConvertedBytes)

  /// Appends at most `count` bytes from `offset` on.
  func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    do throws(SystemError) {
      switch self {
      case .file(let file): try file.read(count, at: offset, into: &bytes)
      case .converted(let content): try content.read(count, at: offset, into: &bytes)
      case .arriving: break
      }
    } catch {
      throw .unreadable(reason: error.reason)
    }
    if case .arriving(let content) = self { try content.read(count, at: offset, into: &bytes) }
  }
}
