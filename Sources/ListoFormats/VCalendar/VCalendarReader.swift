internal import ICalendar
internal import ListoModel

/// Reads vCalendar 1.0 (versit, 1996) by a scanner of its own: QUOTED-PRINTABLE with its soft line breaks,
/// BASE64, CHARSET, alarms as properties, a recurrence grammar of its own. Events come along.
///
/// Times without a zone float, as they are written; TZ and DAYLIGHT, which say where their writer's home was,
/// and what else iCalendar has no word for, are kept under X-VCAL-…. In constant memory but for one event or
/// to-do.
struct VCalendarReader: FormatReader {
  private var component: VCalendarComponent?
  /// Components that are not read, by name, the outermost first.
  private var skipped: [String] = []
  private var calendars = 0

  init() {}

  mutating func read(_ input: inout TextFeed, into output: inout ICalendarOutput) throws(ICalendarError) {
    while let (raw, number) = try input.nextVCalendarLine() {
      if raw.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      guard let line = VCalendarLine(raw, number: number) else {
        output.diagnose(.malformedLine, line: number, "a line without a name and a colon is left out")
        continue
      }
      try take(line, &output)
    }
    if let open = component {
      output.diagnose(.missingEnd, line: open.line, "\(open.name) has no END; it ends with the file")
      try finish(&output)
    }
  }

  private mutating func take(_ line: VCalendarLine, _ output: inout ICalendarOutput) throws(ICalendarError) {
    let word = String(decoding: line.bytes.prefix(100), as: UTF8.self)[...].trimmed().uppercased()
    switch line.name {
    case "BEGIN": try begin(word, line, &output)
    case "END": try end(word, line, &output)
    default:
      guard skipped.isEmpty else { return }
      if component != nil { component?.take(line, &output) } else { header(line, &output) }
    }
  }

  private mutating func begin(
    _ name: String, _ line: VCalendarLine, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard skipped.isEmpty else {
      if skipped.count < 100 { skipped.append(name) }
      return
    }
    if name != "VCALENDAR", name != "VTODO", name != "VEVENT" {
      output.diagnose(.badSyntax, line: line.number, "\(name) is not part of vCalendar 1.0; it is left out")
      skipped.append(name)
      return
    }
    if let open = component {
      output.diagnose(
        .missingEnd, line: open.line, "\(open.name) has no END; it ends where the next one begins")
      try finish(&output)
    }
    if name == "VCALENDAR" {
      calendars += 1
      output.calendar(key: calendars == 1 ? "" : "\(calendars)")
    } else {
      component = VCalendarComponent(name, line: line.number)
    }
  }

  private mutating func end(
    _ name: String, _ line: VCalendarLine, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    if let index = skipped.lastIndex(of: name) {
      skipped.removeSubrange(index...)
    } else if name == component?.name || name == "VCALENDAR" {
      skipped = []
      try finish(&output)
    } else if skipped.isEmpty {
      output.diagnose(.strayEnd, line: line.number, "END:\(name) without its BEGIN")
    }
  }

  private mutating func finish(_ output: inout ICalendarOutput) throws(ICalendarError) {
    guard var done = component else { return }
    component = nil
    try output.write(done.finished(&output))
  }

  /// A property of the calendar.
  private func header(_ line: VCalendarLine, _ output: inout ICalendarOutput) {
    guard line.name != "VERSION" else { return }
    if line.isBadBase64 {
      output.diagnose(
        .badValue, line: line.number,
        "\(line.name) is not valid BASE64; it is kept unchanged")
    }
    guard let text = line.text else {
      return output.diagnose(
        .badParameter, line: line.number,
        "\(line.name) has an unknown character set; it is left out")
    }
    let isSame = line.name == "PRODID" || line.name.hasPrefix("X-")
    output.property(named: isSame ? line.name : "X-VCAL-" + line.name, TextValue.encode(text))
  }
}

extension TextFeed {
  /// The next property: lines that a fold or a soft line break continues are one. Bytes, since each property
  /// has a character set of its own.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func nextVCalendarLine() throws(ICalendarError) -> (bytes: [UInt8], number: Int)? {
    guard try peek() != nil else { return nil }
    let number = lineNumber
    var line: [UInt8] = []
    var isLong = false
    try appendLine(to: &line, &isLong)
    let isQuoted = Self.isQuotedPrintable(line)
    while let next = try peek() {
      if isQuoted, line.last == 0x3D {
        line.removeLast()
      } else if next != 0x20 && next != 0x09 || line.isEmpty {
        break
      }
      // Of a fold the white space stays (versit 1.0 §2.1.1, RFC 822 §3.1.1).
      try appendLine(to: &line, &isLong)
    }
    if isLong {
      report(.lineLength, line: number, "the rest of this property is left out")
    }
    return (line, number)
  }

  private mutating func appendLine(to line: inout [UInt8], _ isLong: inout Bool) throws(ICalendarError) {
    while let byte = try peek(), byte != 0x0A, byte != 0x0D {
      advance()
      if line.count < limits[.lineLength] { line.append(byte) } else { isLong = true }
    }
    try passLine()
  }

  private static func isQuotedPrintable(_ line: [UInt8]) -> Bool {
    let head = line.prefix(1000).prefix { $0 != 0x3A }
    return String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
  }
}
