/// One generated VTODO: its content lines, unfolded, and where the two that an edit changes stand.
struct Reminder {
  let uid: String
  var lines: [String] = []
  private var title = 0
  private var modified = 0

  var namesZone: Bool { lines.contains { $0.contains(";TZID=") } }

  /// The lines of an override of its first occurrence, which is completed; nil for one that does not repeat.
  var override: [String]? {
    guard lines.contains(where: { $0.hasPrefix("RRULE") }),
      let due = lines.first(where: { $0.hasPrefix("DUE") })
    else { return nil }
    let start = lines.first { $0.hasPrefix("DTSTART") } ?? due
    let moment = start.drop { $0 != ";" && $0 != ":" }
    return [
      "BEGIN:VTODO", "UID:" + uid, "DTSTAMP:20260101T000000Z", "RECURRENCE-ID" + moment,
      lines[title], due, "STATUS:COMPLETED", "COMPLETED:20260101T000000Z", "END:VTODO",
    ]
  }

  /// As if someone had renamed it on another device after every date in the collection: 2027 and later.
  mutating func edit(_ random: inout SplitMix64) {
    lines[modified] = "LAST-MODIFIED:" + random.instant(2027...2028)
    lines[title] = "SUMMARY:edited " + random.text(words: random.pick(2...9))
  }

  /// The distribution of properties found in exports of people's reminders: half completed, seven in ten with
  /// a due date, a third with notes, three in ten with an alarm; about 500 bytes each.
  init(number: Int, recent: [String], _ random: inout SplitMix64) {
    uid = random.identifier()
    lines = [
      "BEGIN:VTODO", "UID:" + uid, "DTSTAMP:" + random.instant(), "CREATED:" + random.instant(2021...2023),
    ]
    modified = lines.count
    lines.append("LAST-MODIFIED:" + random.instant())
    if random.chance(0.5) { lines.append("SEQUENCE:\(random.pick(0...9))") }
    title = lines.count
    lines.append(
      "SUMMARY:" + random.text(words: random.chance(0.9) ? random.pick(2...9) : random.pick(10...30)))
    appendNotes(&random)
    let due = appendDates(&random)
    if random.chance(0.6) { lines.append("PRIORITY:\(random.pick([0, 1, 5, 9]))") }
    appendStatus(&random)
    if random.chance(0.35) {
      lines.append(
        "CATEGORIES:" + random.sample(random.pick(1...3), of: Vocabulary.categories).joined(separator: ","))
    }
    if !recent.isEmpty, random.chance(0.12) {
      lines.append("RELATED-TO;RELTYPE=PARENT:" + random.pick(recent))
    }
    if due, random.chance(0.07) { lines.append(random.pick(Vocabulary.rules)) }
    if random.chance(0.08) {
      lines.append("URL:https://example.com/tasks/\(number)?x=\(random.pick(0...1_073_741_824))")
    }
    lines.append("X-APPLE-SORT-ORDER:\(random.pick(1...800_000_000))")
    if random.chance(0.3) { appendAlarm(&random) }
    lines.append("END:VTODO")
  }

  private mutating func appendNotes(_ random: inout SplitMix64) {
    let kind = random.fraction()
    if kind < 0.25 {
      lines.append("DESCRIPTION:" + random.text(words: random.pick(5...20)))
    } else if kind < 0.35 {
      let paragraphs = (0..<random.pick(2...8)).map { _ in random.text(words: random.pick(5...25)) }
      lines.append("DESCRIPTION:" + paragraphs.joined(separator: #"\n"#))
    }
  }

  /// Returns whether there is a due date. A quarter of those that have one start at the same moment.
  private mutating func appendDates(_ random: inout SplitMix64) -> Bool {
    guard random.chance(0.7) else {
      if random.chance(0.1) { lines.append("DTSTART" + random.moment()) }
      return false
    }
    let due = random.moment()
    lines.append("DUE" + due)
    if random.chance(0.25) { lines.append("DTSTART" + due) }
    return true
  }

  private mutating func appendStatus(_ random: inout SplitMix64) {
    let kind = random.fraction()
    if kind < 0.45 {
      lines += ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:" + random.instant()]
    } else if kind < 0.80 {
      lines.append("STATUS:NEEDS-ACTION")
    } else if kind < 0.90 {
      lines += ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:\(random.pick([10, 25, 50, 75]))"]
    } else if kind < 0.93 {
      lines.append("STATUS:CANCELLED")
    }
  }

  private mutating func appendAlarm(_ random: inout SplitMix64) {
    let trigger = random.pick([":-PT15M", ":PT0S", ":-P1D", ";VALUE=DATE-TIME:"])
    lines += [
      "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder",
      "TRIGGER" + trigger + (trigger.hasSuffix("TIME:") ? random.instant() : ""),
      "UID:" + random.identifier(), "X-WR-ALARMUID:" + random.identifier(), "END:VALARM",
    ]
  }
}

extension SplitMix64 {
  /// Words and separators, escaped as TEXT; never ends in white space or in half an escape.
  mutating func text(words count: Int) -> String {
    var text = ""
    for word in 1...count {
      text += chance(0.08) ? pick(Vocabulary.beyondASCII) : pick(Vocabulary.words)
      if word < count { text += pick(Vocabulary.separators) }
    }
    return text
  }

  /// `20250117`; days up to 28, so that every month has them.
  mutating func day(_ years: ClosedRange<Int>) -> String {
    "\(pick(years))" + digits(pick(1...12)) + digits(pick(1...28))
  }

  /// A UTC DATE-TIME to the second.
  mutating func instant(_ years: ClosedRange<Int> = 2023...2026) -> String {
    day(years) + "T" + digits(pick(0...23)) + digits(pick(0...59)) + digits(pick(0...59)) + "Z"
  }

  /// Parameters and value of DUE or DTSTART: two fifths a date, a third in a zone, the rest UTC.
  mutating func moment() -> String {
    let kind = fraction()
    let day = day(2023...2027)
    if kind < 0.4 { return ";VALUE=DATE:" + day }
    let time = day + "T" + digits(pick(0...23)) + digits(pick([0, 15, 30, 45])) + "00"
    return kind < 0.75 ? ";TZID=" + pick(Vocabulary.zoneNames) + ":" + time : ":" + time + "Z"
  }

  /// A version 4 UUID in capitals.
  mutating func identifier() -> String {
    var high = next()
    var low = next()
    high = high & ~0xF000 | 0x4000
    low = low & ~(0xC000 << 48) | 0x8000 << 48
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    var octets: [UInt8] = []
    octets.reserveCapacity(36)
    for shift in stride(from: 60, through: 0, by: -4) {
      if shift == 28 || shift == 12 { octets.append(0x2D) }
      octets.append(hexadecimal[Int(high >> UInt64(shift) & 15)])
    }
    octets.append(0x2D)
    for shift in stride(from: 60, through: 0, by: -4) {
      if shift == 44 { octets.append(0x2D) }
      octets.append(hexadecimal[Int(low >> UInt64(shift) & 15)])
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// Some elements in random order, none twice.
  mutating func sample(_ count: Int, of choices: [String]) -> [String] {
    var left = choices
    return (0..<count).map { _ in left.remove(at: pick(0...left.count - 1)) }
  }

  private func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
