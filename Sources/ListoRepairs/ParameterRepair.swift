internal import ICalendar

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
