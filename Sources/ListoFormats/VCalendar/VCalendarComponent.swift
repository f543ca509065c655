internal import ICalendar
internal import ListoModel

/// An event or a to-do of vCalendar 1.0 on its way to iCalendar.
struct VCalendarComponent {
  let name: String
  let line: Int
  private var text: ComponentText
  private var alarms: [VCalendarLine] = []
  private var start, due: Moment?
  private var size = 0

  init(_ name: String, line: Int) {
    (self.name, self.line) = (name, line)
    text = ComponentText(name, line: line)
  }

  mutating func take(_ line: VCalendarLine, _ output: inout ICalendarOutput) {
    size += line.raw.count
    let bound = output.limits[.itemSize]
    guard size <= bound else {
      if size - line.raw.count <= bound {
        output.diagnose(beyond: .itemSize, line: line.number, "the rest of this \(name) is left out")
      }
      return
    }
    if line.isBadBase64 {
      output.diagnose(
        .badValue, line: line.number,
        "\(line.name) is not valid BASE64; it is kept as X-VCAL-\(line.name)")
      return keep(line)
    }
    // Octets that are no text.
    if line.name == "ATTACH", VCalendarLine.isBase64(line.parameters) { return attachOctets(line) }
    guard let value = line.text else {
      output.diagnose(
        .badParameter, line: line.number,
        "the character set of \(line.name) is unknown; it is kept as X-VCAL-\(line.name)")
      return keep(line)
    }
    if line.isBroken {
      output.diagnose(
        .invalidUTF8, line: line.number, "bytes that are not UTF-8, without a CHARSET, are read as \u{FFFD}")
    }
    if !translate(line, value) {
      output.diagnose(
        .badValue, line: line.number,
        "\(line.name) '\(value.prefix(60))' has no place in iCalendar; it is kept as X-VCAL-\(line.name)")
      keep(line)
    }
  }

  /// As it was written, for those who know better.
  private mutating func keep(_ line: VCalendarLine) {
    let value = String(decoding: line.raw.drop { $0 != 0x3A }.dropFirst(), as: UTF8.self)
    text.raw(
      named: line.name.hasPrefix("X-") ? line.name : "X-VCAL-" + line.name, TextValue.encode(value),
      parameters: line.parameters.filter { ComponentText.isName($0.name) })
  }

  /// - Returns: false for a value that iCalendar cannot have.
  private mutating func translate(_ line: VCalendarLine, _ value: String) -> Bool {
    let whole = VCalendarLine.parts(value).joined(separator: ";")
    let id = PropertyID(name: line.name)
    switch line.name {
    case "SUMMARY", "DESCRIPTION", "LOCATION", "UID", "RELATED-TO":
      text.text(id, whole, parameters: line.parameters.filter { $0.name == "LANGUAGE" })
    case "CATEGORIES", "RESOURCES":
      text.texts(id, VCalendarLine.parts(value).map { String($0[...].trimmed()) }.filter { !$0.isEmpty })
    case "DTSTART", "DTEND", "DUE", "COMPLETED", "LAST-MODIFIED", "CREATED", "DTSTAMP": return date(id, whole)
    case "DCREATED": return date(.created, whole)
    case "RDATE", "EXDATE": return dates(id, value)
    case "RRULE", "EXRULE":
      guard let rule = VCalendarRule.rule(whole) else { return false }
      text.raw(id, rule.utf8)
    case "PRIORITY", "SEQUENCE", "PERCENT-COMPLETE":
      guard let number = Int(whole), (0...Int(Int32.max)).contains(number) else { return false }
      text.integer(id, number)
    case "CLASS": text.raw(id, whole.uppercased().utf8)
    case "STATUS": return status(whole.uppercased())
    case "TRANSP":
      // 0 takes up time; what is greater does not.
      guard let number = Int(whole), number >= 0 else { return false }
      text.raw(id, (number == 0 ? "OPAQUE" : "TRANSPARENT").utf8)
    case "URL", "ATTACH":
      guard whole.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
      text.raw(id, whole.utf8)
    case "ATTENDEE": return attendee(line, whole)
    case "AALARM", "DALARM", "MALARM", "PALARM": alarms.append(line)
    case let name where name.hasPrefix("X-"): text.raw(named: name, TextValue.encode(whole))
    default: return false
    }
    return true
  }

  /// An attachment that stands in the file (RFC 5545 §3.8.1.1), as it is written but for white space.
  private mutating func attachOctets(_ line: VCalendarLine) {
    let value = line.raw.drop { $0 != 0x3A }.dropFirst().filter { $0 > 0x20 }
    let said: Set<String> = ["ENCODING", "VALUE", "CHARSET"]
    text.raw(
      .attach, value,
      parameters: line.parameters.filter { ComponentText.isName($0.name) && !said.contains($0.name) } + [
        Parameter(name: "ENCODING", values: ["BASE64"]), Parameter(name: "VALUE", values: ["BINARY"]),
      ])
  }

  // MARK: Values

  private mutating func date(_ id: PropertyID, _ value: String) -> Bool {
    guard let moment = VCalendarDate.moment(value) else { return false }
    text.moment(id, moment)
    if id == .dtstart { start = moment }
    if id == .due { due = moment }
    return true
  }

  /// Dates and times, each kind on a line of its own.
  private mutating func dates(_ id: PropertyID, _ value: String) -> Bool {
    let texts = value.split { $0 == ";" || $0 == "," }.map { String($0.trimmed()) }
    let moments = texts.compactMap(VCalendarDate.moment)
    guard moments.count == texts.count, !moments.isEmpty else { return false }
    let days = moments.filter { $0.local == nil }
    let times = moments.filter { $0.local != nil }
    for kind in [days, times] where !kind.isEmpty {
      text.raw(id, kind.map(\.iCalendarText).joined(separator: ",").utf8, parameters: kind[0].parameters)
    }
    return true
  }

  /// NEEDS ACTION, with a blank. What iCalendar does not know for such a component is no status there.
  private mutating func status(_ value: String) -> Bool {
    let word = value.split { $0 == " " || $0 == "-" }.joined(separator: "-")
    let known: Set<String> =
      name == "VTODO"
      ? ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"] : ["TENTATIVE", "CONFIRMED", "CANCELLED"]
    if known.contains(word) {
      text.raw(.status, word.utf8)
    } else {
      text.raw(named: "X-VCAL-STATUS", TextValue.encode(value))
    }
    return true
  }

  /// `John Smith <jsmith@host1.com>`, or an address alone.
  private mutating func attendee(_ line: VCalendarLine, _ value: String) -> Bool {
    var address = value[...].trimmed()
    var parameters: [Parameter] = []
    func add(_ name: String, _ value: String) { parameters.append(Parameter(name: name, values: [value])) }
    if let open = address.lastIndex(of: "<"), address.last == ">" {
      let name = address[..<open].trimmed()
      if !name.isEmpty { add("CN", String(name)) }
      address = address[address.index(after: open)...].dropLast()
    }
    guard address.contains("@"), !address.contains(" ") else { return false }
    switch line.parameter("ROLE")?.uppercased() {
    case nil, "ATTENDEE": break
    case "DELEGATE": add("ROLE", "NON-PARTICIPANT")
    case let role?: if ComponentText.isName(role) { add("ROLE", "X-" + role) }
    }
    if let state = line.parameter("STATUS")?.uppercased(), let known = Self.states[state] {
      add("PARTSTAT", known)
    }
    if let answer = line.parameter("RSVP")?.uppercased() { add("RSVP", answer == "YES" ? "TRUE" : "FALSE") }
    let scheme = address.lowercased().hasPrefix("mailto:") ? "" : "mailto:"
    text.raw(.attendee, (scheme + address).utf8, parameters: parameters)
    return true
  }

  private static let states = [
    "ACCEPTED": "ACCEPTED", "CONFIRMED": "ACCEPTED", "NEEDS ACTION": "NEEDS-ACTION", "SENT": "NEEDS-ACTION",
    "TENTATIVE": "TENTATIVE", "DECLINED": "DECLINED", "DELEGATED": "DELEGATED", "COMPLETED": "COMPLETED",
  ]

  // MARK: Alarms

  /// The component with its alarms, which may stand before the dates that they count from.
  mutating func finished(_ output: inout ICalendarOutput) -> ComponentText {
    for line in alarms {
      guard let alarm = VCalendarAlarm(line, start: start, due: due)?.component else {
        output.diagnose(
          .badValue, line: line.number,
          "the time of \(line.name) must be in UTC, or floating like that of its \(name); "
            + "it is kept as X-VCAL-\(line.name)")
        keep(line)
        continue
      }
      text.append(alarm)
    }
    return text
  }
}
