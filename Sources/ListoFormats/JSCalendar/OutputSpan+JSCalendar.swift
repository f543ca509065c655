internal import ICalendar

extension Span where Element == UInt8 {
  /// The bytes in a range.
  func copy(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    for index in range { result.append(self[index]) }
    return result
  }

  /// What the bytes in a range say.
  ///
  /// - Parameter isText: they are a TEXT value (RFC 5545 §3.3.11).
  func text(_ range: Range<Int>, isText: Bool = true) -> String {
    let bytes = copy(range)
    return isText ? TextValue.decode(bytes[...]) : String(decoding: bytes, as: UTF8.self)
  }
}

extension OutputSpan where Element == UInt8 {
  /// A string of what the bytes in a range say, whatever they are: for what is not UTF-8 stands U+FFFD.
  mutating func putText(_ bytes: Span<UInt8>, _ range: Range<Int>, isText: Bool = true) {
    let start = count
    if putString(bytes, range, isText: isText) { return }
    removeLast(count - start)
    var json = JSONText()
    let copy = bytes.copy(range)
    if isText { json.text(copy[...]) } else { json.string(copy[...]) }
    put(json.bytes)
  }

  mutating func put(_ node: JSONNode) {
    var json = JSONText()
    json.node(node)
    put(json.bytes)
  }

  /// A string.
  mutating func put(text: String) {
    var json = JSONText()
    json.string(text)
    put(json.bytes)
  }

  /// Text that is JSON already.
  mutating func put(_ json: String) {
    for byte in json.utf8 { put(byte) }
  }

  /// A component with all that stands in it, as jCal has it.
  mutating func put(jCal component: Component) {
    var json = JSONText()
    var unparsed: [ArraySlice<UInt8>] = []
    JCal.write(component, to: &json, unparsed: &unparsed)
    put(json.bytes)
  }
}
