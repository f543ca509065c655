import ListoTestSupport

/// Writes the lines of a reminder otherwise, as servers and programs do, and says the same
/// (Documentation/Merging.md, *Canonical content*).
struct Respelling {
  var random: SplitMix64
  /// Times in EXDATE in another zone too: hashes go by the zone's name, so that two versions which only a
  /// hash tells apart may change places.
  var changesZones = false

  /// The rewrites that make no difference for people either, only for programs (Documentation/Merging.md,
  /// *Rewritten lines*); nil for none.
  var rewrites: Rewrites? = nil

  enum Rewrites {
    /// But for UIDs of alarms.
    case noUIDs
    /// UIDs of alarms that have none.
    case addedUIDs
    /// And those of others are changed and left out.
    case all
  }

  init(random: SplitMix64, changesZones: Bool = false, rewrites: Rewrites? = nil) {
    (self.random, self.changesZones, self.rewrites) = (random, changesZones, rewrites)
  }

  /// - Parameter lines: unfolded, without line ends; components inside among them.
  mutating func callAsFunction(_ lines: [String]) -> [String] {
    let lines = rewrites == nil ? lines : rewritten(lines)
    var result: [String] = []
    var own: [String] = []
    for line in lines {
      guard !line.hasPrefix("BEGIN:"), !line.hasPrefix("END:") else {
        result += regrouped(own.map { respelt($0) }) + [line]
        own = []
        continue
      }
      own.append(line)
    }
    return result + own
  }

  private mutating func respelt(_ line: String) -> String {
    guard chance(70), let colon = line.firstIndex(of: ":") else { return line }
    var (head, value) = (String(line[..<colon]), String(line[line.index(after: colon)...]))
    let name = head.prefix { $0 != ";" }.uppercased()
    switch name {
    case "RRULE": value = rule(value)
    case "DURATION", "TRIGGER": value = duration(value)
    case "STATUS", "CLASS", "ACTION", "TRANSP": value = cased(value)
    case "PRIORITY", "PERCENT-COMPLETE", "SEQUENCE", "REPEAT", "X-APPLE-SORT-ORDER", "X-MOZ-GENERATION":
      if value.allSatisfy(\.isNumber) { value = pick(["", "0", "+", "+0"]) + value }
    case "GEO":
      let halves = value.split(separator: ";").map { half in
        (half.hasPrefix("-") ? "" : pick(["", "+", "0"])) + half
          + (half.contains(".") ? pick(["", "00"]) : pick(["", ".0", ".000000"]))
      }
      value = halves.joined(separator: ";")
    case "ATTENDEE":
      head = attendee(head)
      if chance(50) { value = value.uppercased() }
    case "RELATED-TO" where !head.contains("RELTYPE"):
      head += pick(["", ";RELTYPE=PARENT", ";reltype=parent"])
    case "RELATED-TO": head = chance(50) ? head.lowercased() : head
    case "SUMMARY", "DESCRIPTION", "LOCATION":
      if !head.contains("VALUE") { head += pick(["", ";VALUE=TEXT", ";value=text"]) }
      if !value.contains("\\") { value = value.replacing(",", with: "\\,") }
      value = value.replacing("\\n", with: "\\N")
    case "DTSTART", "DUE":
      if !head.contains(";") { head += pick(["", ";VALUE=DATE-TIME"]) }
      if chance(30) { value = value.lowercased() }
    case "COMPLETED", "CREATED", "LAST-MODIFIED", "DTSTAMP", "RECURRENCE-ID":
      if chance(30) { value = value.lowercased() }
    default: break
    }
    if name == "TRIGGER", !head.contains("RELATED") {
      head += pick(["", ";RELATED=START", ";related=start"])
    }
    if chance(20), !head.contains("\"") {
      let (name, rest) = (head.prefix { $0 != ";" }, head.drop { $0 != ";" })
      head = name.lowercased() + rest
    }
    return head + ":" + value
  }

  private mutating func rule(_ value: String) -> String {
    var parts = value.split(separator: ";").map { part -> String in
      let halves = part.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, halves[0].hasPrefix("BY") else { return String(part) }
      var elements = halves[1].split(separator: ",").map(String.init)
      if chance(20), let first = elements.first { elements.append(first) }
      elements.shuffle(using: &random)
      return halves[0] + "=" + elements.joined(separator: ",")
    }
    if !value.contains("INTERVAL"), chance(40) { parts.append("INTERVAL=1") }
    if !value.contains("WKST"), chance(40) { parts.append("WKST=MO") }
    parts.shuffle(using: &random)
    let text = parts.joined(separator: ";")
    return chance(20) ? text.lowercased() : text
  }

  private static let durations: [[String]] = [
    ["PT60M", "PT1H", "PT3600S", "+PT1H", "P0DT1H"], ["P7W", "P49D", "P6W7D"],
    ["-PT15M", "-P0DT0H15M0S", "-PT900S"], ["PT0S", "P0D", "-PT0S", "P0W"], ["P1D", "P1DT0S"],
    ["PT24H", "PT1440M"], ["-PT5M", "-PT300S"], ["-PT9M", "-P0DT9M"], ["PT1M", "PT60S"],
  ]

  private mutating func duration(_ value: String) -> String {
    let other = Self.durations.first { $0.contains(value) }.map { pick($0) } ?? value
    return chance(20) ? other.lowercased() : other
  }

  private mutating func cased(_ value: String) -> String {
    pick([value, value.lowercased(), value.prefix(1).uppercased() + value.dropFirst().lowercased()])
  }

  private mutating func attendee(_ head: String) -> String {
    var parts = head.split(separator: ";").map(String.init)
    var parameters = parts.dropFirst().map { chance(40) ? $0.lowercased() : $0 }
    for value in ["ROLE=REQ-PARTICIPANT", "PARTSTAT=NEEDS-ACTION", "CUTYPE=INDIVIDUAL", "RSVP=FALSE"] {
      let name = value.prefix { $0 != "=" }
      if chance(40), !parameters.contains(where: { $0.uppercased().hasPrefix(name) }) {
        parameters.append(value)
      }
    }
    parameters.shuffle(using: &random)
    parts = [parts[0]] + parameters
    return parts.joined(separator: ";")
  }

  /// The values of tags, exceptions and further dates in other lines, in another order, one of them twice.
  private mutating func regrouped(_ lines: [String]) -> [String] {
    var lines = lines
    for name in ["CATEGORIES", "EXDATE", "RDATE", "RESOURCES"] where chance(60) {
      let plain = lines.filter { $0.uppercased().hasPrefix(name + ":") && !$0.hasSuffix(":") }
      guard !plain.isEmpty else { continue }
      var values = plain.flatMap { line in
        Self.split(String(line[line.index(after: line.firstIndex(of: ":") ?? line.startIndex)...]))
      }
      // An RDATE twice is one for every comparison, but not for the hash by which equal stamps of a union are
      // settled.
      if chance(30), name != "RDATE", let first = values.first { values.append(first) }
      values.shuffle(using: &random)
      lines.removeAll(where: plain.contains)
      while !values.isEmpty {
        let count = Int.random(in: 1...values.count, using: &random)
        lines.append("\(name):" + values.prefix(count).joined(separator: ","))
        values.removeFirst(count)
      }
    }
    guard changesZones else { return lines }
    return lines.map { line in
      // Berlin in December is an hour before UTC.
      switch line {
      case "EXDATE:20261202T090000Z": "EXDATE;TZID=Europe/Berlin:20261202T100000"
      default: line
      }
    }
  }

  /// At commas that nothing escapes.
  private static func split(_ value: String) -> [String] {
    var (result, isEscaped) = ([""], false)
    for character in value {
      if character == ",", !isEscaped {
        result.append("")
      } else {
        result[result.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return result
  }

  // MARK: What people do not tell apart

  /// A reminder with alarms, with lines added that say nothing, and values that mean the same.
  private mutating func rewritten(_ lines: [String]) -> [String] {
    let first = lines.firstIndex(of: "BEGIN:VALARM") ?? lines.count - 1
    let own = rewrittenReminder(Array(lines[1..<first]))
    var result = [lines[0]] + own
    var alarm: [String] = []
    let snoozed = lines.compactMap { $0.hasPrefix("RELATED-TO;RELTYPE=SNOOZE:") ? $0.dropFirst(26) : nil }
    for line in lines[first...] {
      if line == "END:VALARM" {
        result += rewrittenAlarm(alarm, snoozed: snoozed.map(String.init)) + [line]
      } else if line == "BEGIN:VALARM" {
        alarm = []
        result.append(line)
      } else if line.hasPrefix("END:") {
        result.append(line)
      } else {
        alarm.append(line)
      }
    }
    return result
  }

  private mutating func rewrittenReminder(_ lines: [String]) -> [String] {
    var lines = lines
    let has = { (name: String) in
      lines.contains { $0.uppercased().hasPrefix(name + ":") || $0.uppercased().hasPrefix(name + ";") }
    }
    let isSeries = has("RRULE") || has("RDATE")
    let due = lines.first { $0.hasPrefix("DUE") && $0 != "DUE:junk" }
    let start = lines.first { $0.hasPrefix("DTSTART") }
    let isDone =
      has("STATUS") ? lines.contains("STATUS:COMPLETED") : has("COMPLETED")
    var added: [String] = []
    for name in ["SUMMARY", "DESCRIPTION", "LOCATION", "X-ALT-DESC", "URL"] where !has(name) && chance(30) {
      added.append(name + ":")
    }
    let silent = [
      "COMMENT:", "CATEGORIES:", "TRANSP:OPAQUE", "REQUEST-STATUS:2.0;Success", "X-OC-HIDESUBTASKS:0",
    ]
    added += silent.filter { _ in chance(30) }
    if isDone, !has("PERCENT-COMPLETE"), chance(50) { added.append("PERCENT-COMPLETE:100") }
    if let due, start == nil, !has("DURATION"), chance(50) {
      added.append(due.replacing("DUE", with: "DTSTART", maxReplacements: 1))
    }
    lines = lines.map { line in
      var line = line
      // The generated dates are Tuesdays.
      if line == "RRULE:FREQ=WEEKLY", start ?? due != nil, chance(50) { line += ";BYDAY=TU" }
      if line.hasPrefix("DTSTART;VALUE=DATE:"), chance(50) {
        line = line.replacing(";VALUE=DATE", with: "")
      }
      if changesZones, !isSeries, chance(50) { line = inAnotherZone(line) }
      if ["SUMMARY", "CATEGORIES"].contains(where: line.hasPrefix), chance(50) {
        line = line.replacing("ä", with: "a\u{308}").replacing(": ", with: "\\: ")
      }
      return line
    }
    return lines + added
  }

  /// Berlin in December is an hour before UTC.
  private func inAnotherZone(_ line: String) -> String {
    switch line {
    case "DUE:20261201T100000Z": "DUE;TZID=Europe/Berlin:20261201T110000"
    case "DUE;TZID=Europe/Berlin:20261201T110000": "DUE:20261201T100000Z"
    case "DTSTART:20261201T090000Z": "DTSTART;TZID=Europe/Berlin:20261201T100000"
    default: line
    }
  }

  private mutating func rewrittenAlarm(_ lines: [String], snoozed: [String]) -> [String] {
    var lines = lines
    let uid = lines.first { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) }
    let isSnoozed = uid.map(snoozed.contains) ?? false
    let isRenamed = rewrites == .all ? !isSnoozed : rewrites == .addedUIDs && uid == nil
    if isRenamed, chance(50) {
      // A server or another device names it.
      lines.removeAll { $0.hasPrefix("UID:") }
      let name = "\(random.next() % 1_000_000)"
      lines += [["UID:\(name)", "X-WR-ALARMUID:\(name)"], ["X-EVOLUTION-ALARM-UID:\(name)"], []].pick(
        using: &random)
    }
    let silent = ["REPEAT:0", "X-APPLE-DEFAULT-ALARM:FALSE", "X-KDE-KCALCORE-ENABLED:TRUE"]
    lines += silent.filter { _ in chance(30) }
    if !lines.contains(where: { $0.hasPrefix("DESCRIPTION") }), chance(30) { lines.append("DESCRIPTION:") }
    return lines
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func pick<T>(_ choices: [T]) -> T { choices.pick(using: &random) }
}
