extension Component {
  /// The properties that a component may have for libical to be asked for its objections: malformed ones cost
  /// it quadratic time (1,000 take 6 ms, 20,000 take 2 s).
  static let libicalPropertyLimit = 1000
  /// The bytes that a component may have for the same question.
  static let libicalByteLimit = 4 << 20

  /// The component as libical's own parser reads it, for checks and as a second opinion in tests. A missing
  /// `END` line is appended first.
  ///
  /// TASK-MODE is left out: libical 3.0.16 cannot read it, and says so on standard error
  /// (Documentation/Libical.md).
  ///
  /// - Returns: `nil` where libical cannot read it at all.
  /// - Throws: ``ValueError`` with code `.nul` or `.limit`, as ``LibicalComponent/parse(_:)``.
  /// - Complexity: 8 µs for five properties; one call at a time in the whole process.
  package func parsedByLibical() throws(ValueError) -> LibicalComponent? {
    let calendar = try LibicalComponent.parse(inCalendar(method: nil))
    return kind == .vcalendar ? calendar : calendar?.children.first
  }

  /// The parts of the component that libical's parser could not read, in the order of the lines.
  ///
  /// - Returns: `nil` where libical cannot read the component at all.
  /// - Throws: ``ValueError`` with code `.nul` or `.limit` for a component that libical is not asked about.
  /// - Complexity: as ``parsedByLibical()``.
  package func libicalFindings() throws(ValueError) -> [LibicalFinding]? {
    try findings(method: nil)
  }

  /// The breaches of RFC 5546's restrictions that libical finds in the component for a METHOD.
  ///
  /// - Returns: `nil` where libical cannot read the component at all.
  /// - Throws: as ``libicalFindings()``.
  /// - Complexity: 200 µs, since libical goes through the table of all methods and components.
  package func restrictionBreaches(method: String) throws(ValueError) -> [LibicalFinding]? {
    try findings(method: method)
  }

  private func findings(method: String?) throws(ValueError) -> [LibicalFinding]? {
    guard bytes.count <= Self.libicalByteLimit else {
      throw ValueError(.limit, "a component of more than \(Self.libicalByteLimit) bytes")
    }
    return try LibicalComponent.findings(
      inCalendar(method: method), areRestrictions: method != nil, propertyLimit: Self.libicalPropertyLimit)
  }

  /// The component in a VCALENDAR; a calendar's header with its END.
  private func inCalendar(method: String?) -> [UInt8] {
    let isCalendar = kind == .vcalendar
    let whole = isCalendar ? self : completed()
    var result: [UInt8] = []
    result.reserveCapacity(whole.bytes.count + 100)
    if !isCalendar {
      result += "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-\r\n".utf8
      if let method, method.utf8.allSatisfy({ ($0 | 32) &- 97 < 26 || $0 == UInt8(ascii: "-") }) {
        result += "METHOD:\(method)\r\n".utf8
      }
    }
    let bytes = whole.bytes
    // libical drops every CR, so that an input whose lines end with a CR alone would be one line.
    if block.lineEnd == .carriageReturn {
      for index in bytes.indices {
        // Of both together the line feed is enough: two would end a line before its fold.
        let isFirstHalf = bytes[index] == 0x0D && index + 1 < bytes.endIndex && bytes[index + 1] == 0x0A
        if !isFirstHalf { result.append(bytes[index] == 0x0D ? 0x0A : bytes[index]) }
      }
    } else {
      result += bytes
    }
    // A calendar's header ends where its first component begins.
    if result.last != 0x0A, result.last != 0x0D { result += "\r\n".utf8 }
    result += "END:VCALENDAR\r\n".utf8
    return result
  }
}
