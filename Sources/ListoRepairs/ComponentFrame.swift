internal import ICalendar

/// The lines around a component's own, and where one more has its place.
enum ComponentFrame {
  /// Behind the first physical line.
  static func endOfFirstLine(_ component: Component) -> Int {
    let bytes = component.bytes
    let end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D && component.returnsEndLines }
    guard let end else { return bytes.endIndex }
    let isCRLF = bytes[end] == 0x0D && end + 1 < bytes.endIndex && bytes[end + 1] == 0x0A
    return end + (isCRLF ? 2 : 1)
  }

  /// The last physical line that is more than white space.
  static func lastLine(_ bytes: ArraySlice<UInt8>) -> Range<Int> {
    var end = bytes.endIndex
    while end > bytes.startIndex, bytes[end - 1] <= 0x20 { end -= 1 }
    var start = end
    while start > bytes.startIndex, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start..<end
  }

  /// A line behind the component's last own one, before those of components inside.
  static func insertion(of line: [UInt8], into component: Component) -> ByteEdit {
    let stop = component.children.first?.bytes.startIndex ?? component.bytes.endIndex
    var place = endOfFirstLine(component)
    for property in component.properties where property.bytes.startIndex < stop {
      place = property.bytes.endIndex
    }
    let last = place > component.bytes.startIndex ? component.bytes[place - 1] : nil
    let missing = ContentLineText.missingLineEnd(after: last, lineEnd: component.lineEnd)
    return ByteEdit(place..<place, missing + line)
  }
}
