internal import ICalendar

extension OutputSpan where Element == UInt8 {
  /// A JSON string of the bytes in a range, whatever they are, decoded as a TEXT value (RFC 5545 §3.3.11) where `isText`: bytes that are
  /// not UTF-8 become U+FFFD, as ``JSONText`` has it.
  mutating func putAnyString(_ bytes: Span<UInt8>, _ range: Range<Int>, isText: Bool) {
    put(0x22)
    putAnyPart(bytes, range, isText: isText)
    put(0x22)
  }

  /// The same of a text.
  mutating func putAnyString(_ text: String) {
    let bytes = Array(text.utf8)
    putAnyString(bytes.span, 0..<bytes.count, isText: false)
  }

  /// The same without quotation marks: a part of a string.
  mutating func putAnyPart(_ bytes: Span<UInt8>, _ range: Range<Int>, isText: Bool) {
    let start = count
    guard !putPart(bytes, range, isText: isText) else { return }
    removeLast(count - start)
    let octets = bytes.array(range)
    var json = JSONText()
    if isText { json.text(octets[...]) } else { json.string(octets[...]) }
    append(json.bytes.span, 1..<json.bytes.count - 1)
  }
}

extension Span where Element == UInt8 {
  /// A copy of a part.
  func array(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: range.count) { $0.append(self, range) }
    return bytes
  }
}
