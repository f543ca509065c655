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
