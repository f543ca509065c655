internal import ICalendar

extension Component {
  /// Its bytes can be copied into another calendar as they are.
  var standsAlone: Bool {
    guard isComplete, !returnsEndLines else { return false }
    let bytes = self.bytes
    return bytes.last == 0x0A && bytes.first != 0xEF
  }

  /// The component as it can stand in another calendar: no byte order mark before it, every missing END
  /// written, a line end behind it, and line ends of carriage returns alone, which only count in a file whose
  /// first line has one, made CRLF. One that ``standsAlone`` is returned as it is.
  func standingAlone() -> Component {
    guard !standsAlone else { return self }
    let whole = completed()
    var result = Array(whole.bytes)
    if result.starts(with: [0xEF, 0xBB, 0xBF]) { result.removeFirst(3) }
    if returnsEndLines { result = Self.withCRLF(result) }
    return Component(result, firstLine: lineNumber, returnsEndLines: false) ?? whole
  }

  /// The end of a line that is put among the component's own in another calendar: its own line end, or CRLF
  /// instead of a carriage return alone.
  var lineEndStandingAlone: [UInt8] { lineEnd == [0x0D] ? ContentLineText.crlf : lineEnd }

  /// With a line feed behind each carriage return that has none.
  static func withCRLF(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 16)
    for (index, byte) in bytes.enumerated() {
      result.append(byte)
      if byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A) { result.append(0x0A) }
    }
    return result
  }
}
