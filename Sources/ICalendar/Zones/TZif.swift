/// The system's time zone data as files (TZif, RFC 8536), versions 1 to 4.
///
/// They are read here because libical's reading of them is wrong in ten of the 28 zones it was compared in
/// (libical 3.0.16, tzdata 2025b, against Python's zoneinfo): it is an hour or two off in a third of all
/// instants in America/St_Johns (from 2038 on), and in years of Africa/Cairo, America/Asuncion and
/// Asia/Tehran.
struct TZif {
  /// The bytes of a file with a place to read at; a read beyond the end yields `nil`.
  private struct Reader {
    let bytes: [UInt8]
    var position: Int

    mutating func integer(_ size: Int) -> Int64? {
      guard position + size <= bytes.count else { return nil }
      var number: Int64 = bytes[position] >= 128 ? -1 : 0
      for byte in bytes[position..<position + size] { number = number << 8 | Int64(byte) }
      position += size
      return number
    }
  }

  private struct Header {
    let version: UInt8
    let isutCount, isstdCount, leapCount, timeCount, typeCount, characterCount: Int

    init?(_ reader: inout Reader) {
      guard reader.bytes.count >= reader.position + 44,
        reader.bytes[reader.position..<reader.position + 4].elementsEqual("TZif".utf8)
      else { return nil }
      version = reader.bytes[reader.position + 4]
      reader.position += 20
      var counts: [Int] = []
      for _ in 0..<6 {
        guard let count = reader.integer(4), (0...100_000).contains(count) else { return nil }
        counts.append(Int(count))
      }
      (isutCount, isstdCount, leapCount) = (counts[0], counts[1], counts[2])
      (timeCount, typeCount, characterCount) = (counts[3], counts[4], counts[5])
    }

    /// The bytes of the data block after the header, with times of that size.
    func blockSize(_ timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4) + isstdCount
        + isutCount
    }
  }

  /// The zone of a file's bytes; `nil` for anything that is not TZif, or counts leap seconds.
  static func zone(name: String, _ bytes: [UInt8]) -> Zone? {
    var reader = Reader(bytes: bytes, position: 0)
    guard var header = Header(&reader) else { return nil }
    var timeSize = 4
    if header.version >= UInt8(ascii: "2") {
      // The first block is for readers of version 1.
      reader.position += header.blockSize(4)
      guard let second = Header(&reader) else { return nil }
      header = second
      timeSize = 8
    }
    guard header.leapCount == 0, header.typeCount > 0,
      reader.position + header.blockSize(timeSize) <= bytes.count
    else { return nil }
    let block = reader.position
    let typesStart = block + header.timeCount * (timeSize + 1)
    let charactersStart = typesStart + header.typeCount * 6
    var types: [(offset: Int, abbreviation: String)] = []
    reader.position = typesStart
    for _ in 0..<header.typeCount {
      guard let offset = reader.integer(4), abs(offset) < 100_000, reader.integer(1) != nil,
        let place = reader.integer(1)
      else { return nil }
      let start = charactersStart + Int(UInt8(truncatingIfNeeded: place))
      let text = bytes[min(start, bytes.count)...].prefix { $0 != 0 }.prefix(32)
      types.append((Int(offset), String(decoding: text, as: UTF8.self)))
    }
    var changes: [(instant: Instant, offset: Int, abbreviation: String)] = []
    reader.position = block
    for index in 0..<header.timeCount {
      let type = Int(bytes[block + header.timeCount * timeSize + index])
      guard let seconds = reader.integer(timeSize), type < types.count else { return nil }
      // A first time of -2^59, the Big Bang of some compilers, is no change but the beginning.
      guard seconds > -1 << 50, seconds < 1 << 50 else { continue }
      changes.append((Instant(seconds: seconds), types[type].offset, types[type].abbreviation))
    }
    if timeSize == 8 {
      let footer = bytes[(block + header.blockSize(8))...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
      if !footer.isEmpty {
        guard let rule = POSIXZone(footer) else { return nil }
        changes += rule.changes(after: changes.last?.instant)
      }
    }
    return Zone(
      name: name, initialOffset: types[0].offset, initialAbbreviation: types[0].abbreviation, changes: changes
    )
  }
}
