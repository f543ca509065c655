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

/// A problem with the syntax of a property's parameters (RFC 5545 §3.2). Their values are checked elsewhere.
public enum ParameterProblem: Sendable, Hashable {
  /// A quotation mark that is not closed before the value.
  case unclosedQuote
  /// A semicolon without a name after it.
  case noName
  /// A name without `=` and value.
  case noValue(name: String)
  /// Text between a closing quotation mark and the next `,` `;` or `:`.
  case textBehindQuote(name: String)
}

extension Property {
  /// The first problem with the syntax of the parameters; `nil` if there is none.
  ///
  /// - Complexity: linear in the bytes before the value; O(1) for a line without parameters.
  public var parameterProblem: ParameterProblem? {
    guard line.flags.contains(.parameters) else { return nil }
    let line = unfolded
    guard var index = line.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    var name = index + 1..<index + 1
    var hasEquals = false
    var isQuoted = false
    var isBehindQuote = false
    while true {
      index += 1
      guard index < line.endIndex else { return isQuoted ? .unclosedQuote : nil }
      let byte = line[index]
      if isQuoted {
        if byte == UInt8(ascii: "\"") { (isQuoted, isBehindQuote) = (false, true) }
        continue
      }
      switch byte {
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        if name.isEmpty { return .noName }
        if !hasEquals { return .noValue(name: Self.word(line[name])) }
        if byte == UInt8(ascii: ":") { return nil }
        (name, hasEquals, isBehindQuote) = (index + 1..<index + 1, false, false)
      case UInt8(ascii: "="): hasEquals = true
      case UInt8(ascii: ","): isBehindQuote = false
      default:
        if isBehindQuote { return .textBehindQuote(name: Self.word(line[name])) }
        if byte == UInt8(ascii: "\"") { isQuoted = true }
        if !hasEquals { name = name.lowerBound..<index + 1 }
      }
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(40), as: UTF8.self).uppercased()
  }
}
