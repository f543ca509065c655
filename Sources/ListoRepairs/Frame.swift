internal import ICalendar

/// The lines around a component's own, and where one more has its place.
enum Frame {
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
    let last = place > component.bytes.startIndex ? component.bytes[place - 1] : 0x0A
    let isEnded = last == 0x0A || last == 0x0D && component.returnsEndLines
    return ByteEdit(place..<place, isEnded ? line : component.lineEnd + line)
  }
}

/// A content line without the parameters that cannot be read.
enum ParameterRepair {
  /// The name and the parameters before the first that is wrong, unfolded.
  static func head(of property: Property) -> ArraySlice<UInt8> {
    let line = property.unfolded
    let end = line.endIndex - property.value.count - 1
    guard end > line.startIndex, let start = line.firstIndex(of: 0x3B), start < end else {
      return line.prefix { $0 != 0x3B && $0 != 0x3A }
    }
    var good = start
    var position = start
    while position < end {
      guard let next = parameterEnd(line, after: position, before: end) else { break }
      good = next
      position = next
    }
    return line[..<good]
  }

  /// The end of a parameter that is written as RFC 5545 §3.2 asks; nil of one that is not.
  private static func parameterEnd(_ line: ArraySlice<UInt8>, after semicolon: Int, before end: Int) -> Int? {
    guard let equals = line[(semicolon + 1)..<end].firstIndex(of: 0x3D), equals > semicolon + 1,
      !line[(semicolon + 1)..<equals].contains(where: { $0 == 0x3B || $0 == 0x22 })
    else { return nil }
    var index = equals + 1
    while true {
      if index < end, line[index] == 0x22 {
        guard let close = line[(index + 1)..<end].firstIndex(of: 0x22) else { return nil }
        index = close + 1
      } else {
        while index < end, ![0x22, 0x2C, 0x3B].contains(line[index]) { index += 1 }
      }
      guard index < end else { return end }
      if line[index] == 0x3B { return index }
      guard line[index] == 0x2C else { return nil }
      index += 1
    }
  }
}
