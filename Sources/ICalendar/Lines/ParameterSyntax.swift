/// How parameters are written in an unfolded content line.
enum ParameterSyntax {
  /// The offset of the value: behind the first colon outside of quotation marks. A line whose quotation mark
  /// never closes is read as if it held none, which is what its writer will have meant.
  static func valueStart(_ line: ArraySlice<UInt8>) -> Int {
    var quoted = false
    for index in line.indices {
      switch line[index] {
      case 0x22: quoted.toggle()
      case 0x3A where !quoted: return index + 1
      default: break
      }
    }
    return line.firstIndex(of: 0x3A).map { $0 + 1 } ?? line.endIndex
  }

  static func parameters(_ line: ArraySlice<UInt8>) -> [Parameter] {
    let start = valueStart(line)
    // A line may have parameters and no colon: then they end with it.
    let end = start == line.endIndex && line.last != 0x3A ? start : start - 1
    guard var index = line[..<max(line.startIndex, end)].firstIndex(of: 0x3B) else { return [] }
    var result: [Parameter] = []
    while index < end {
      index += 1
      let nameStart = index
      while index < end, line[index] != 0x3D, line[index] != 0x3B { index += 1 }
      let name = String(decoding: line[nameStart..<index], as: UTF8.self).uppercased()
      var values: [String] = []
      if index < end, line[index] == 0x3D {
        repeat {
          index += 1
          values.append(value(line, &index, end))
        } while index < end && line[index] == 0x2C
      }
      if !name.isEmpty { result.append(Parameter(name: name, values: values)) }
      while index < end, line[index] != 0x3B { index += 1 }
    }
    return result
  }

  /// One parameter value at `index`, which is moved behind it.
  private static func value(_ line: ArraySlice<UInt8>, _ index: inout Int, _ end: Int) -> String {
    var start = index
    if index < end, line[index] == 0x22 {
      start += 1
      index += 1
      while index < end, line[index] != 0x22 { index += 1 }
      defer { index = min(index + 1, end) }
      return ParameterValue.decode(line[start..<index])
    }
    while index < end, line[index] != 0x2C, line[index] != 0x3B { index += 1 }
    return ParameterValue.decode(line[start..<index])
  }

  /// How many parameters an unfolded line has, and how many values the one with the most of them has.
  static func counts(_ line: ArraySlice<UInt8>) -> (parameters: Int, values: Int) {
    let behind = max(line.startIndex, valueStart(line) - 1)
    var (parameters, values, most) = (0, 1, 0)
    var isQuoted = false
    for byte in line[..<behind] {
      switch byte {
      case 0x22: isQuoted.toggle()
      case 0x3B where !isQuoted: (parameters, values) = (parameters + 1, 1)
      case 0x2C where !isQuoted: values += 1
      default: continue
      }
      most = max(most, values)
    }
    return (parameters, most)
  }
}
