internal import ICalendar

/// The lines around a component's own, and where one more has its place.
enum ComponentFrame {
  /// Behind the first line, with its folds.
  static func endOfFirstLine(_ component: Component) -> Int {
    let bytes = component.bytes
    var end = bytes.startIndex
    repeat {
      let found = bytes[end...].firstIndex { $0 == 0x0A || $0 == 0x0D && component.returnsEndLines }
      guard let found else { return bytes.endIndex }
      let isCRLF = bytes[found] == 0x0D && found + 1 < bytes.endIndex && bytes[found + 1] == 0x0A
      end = found + (isCRLF ? 2 : 1)
    } while end < bytes.endIndex && (bytes[end] == 0x20 || bytes[end] == 0x09)
    return end
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
