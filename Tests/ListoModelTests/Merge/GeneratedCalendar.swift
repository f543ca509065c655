import ListoTestSupport

/// Files that have much in common and little agreement: few UIDs, few stamps, several spellings.
struct GeneratedCalendar {
  var random: SplitMix64
  /// Some define Europe/Berlin otherwise, in one of two ways. Then more times name zones, only such as their
  /// calendar defines, and stamps tie more often.
  var hasOtherZones = false
  /// The definitions begin in several years, and times stand before them, and behind the last that is
  /// compared.
  var hasOldTimes = false
  /// Calendars name zones that they do not define.
  var leavesOutZones = false
  /// The property that tells lists apart, and its values. Nil for titles and identifiers in any mixture: then
  /// a list without an identifier joins the first of its title, so that it counts which inputs are merged
  /// first.
  var lists: Lists?

  struct Lists {
    var property: String
    /// Nil for a list without a name.
    var names: [String?]
  }
  private var defined: [String] = []
  /// The names of the lists that the file has no calendar of yet.
  private var listNames: [String?] = []

  init(
    random: SplitMix64, hasOtherZones: Bool = false, hasOldTimes: Bool = false, leavesOutZones: Bool = false,
    lists: Lists? = nil
  ) {
    self.lists = lists
    (self.random, self.hasOtherZones) = (random, hasOtherZones || hasOldTimes)
    (self.hasOldTimes, self.leavesOutZones) = (hasOldTimes, leavesOutZones)
  }

  /// Lines without line ends, one array a file; then its bytes.
  mutating func file() -> [UInt8] {
    let lineEnd = random.pick(["\r\n", "\r\n", "\n", "\r"])
    var text = ""
    listNames = lists?.names.shuffled(using: &random) ?? []
    for _ in 0..<(random.chance(15) ? 2 : 1) { text += written(calendar(), lineEnd) }
    defined = []
    if lists == nil, random.chance(10) { text += written(component("VTODO"), lineEnd) }
    if random.chance(15) { text.removeLast(lineEnd.count) }
    return Array((random.chance(5) ? "\u{FEFF}" : "").utf8) + Array(text.utf8)
  }

  private mutating func calendar() -> [String] {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//\(random.pick(["a", "b"]))//EN"]
    let own = [
      "X-WR-CALNAME:\(random.pick(["A", "B\\, b", "B, b"]))", "NAME:A", "NAME;LANGUAGE=de:Ä",
      "COLOR:\(random.pick(["red", "blue", "Red"]))",
      "X-APPLE-CALENDAR-COLOR:\(random.pick(["#FF0000", "#ff0000FF", "#0082C9", "#00000080"]))",
      "METHOD:PUBLISH",
      "X-WR-RELCALID:\(random.pick(["r1", "r2"]))", "UID:\(random.pick(["u1", "u2"]))",
      "REFRESH-INTERVAL;VALUE=DURATION:\(random.pick(["P1W", "P1D", "x"]))",
      "SOURCE;VALUE=URI:\(random.pick(["http://a", "http://b"]))",
      "X-WR-TIMEZONE:\(random.pick(["Europe/Berlin", "UTC"]))",
      "X-\(random.pick(["P", "Q"])):\(random.pick(["1", "2"]))", "DESCRIPTION:\(random.pick(["d", "e"]))",
      "LAST-MODIFIED:2026010\(random.pick([1, 2]))T000000Z",
    ]
    let named = own.filter { _ in random.chance(25) }
    if let lists {
      let naming = ["NAME", "UID", "X-WR-CALNAME", "X-WR-RELCALID"]
      lines += named.filter { line in !naming.contains { line.hasPrefix($0) } }
      if let name = listNames.popLast() ?? nil { lines.append("\(lists.property):\(name)") }
    } else {
      lines += named
    }
    defined = []
    if random.chance(hasOtherZones ? 80 : 50) {
      if hasOldTimes, random.chance(80) {
        lines += random.pick(Self.oldBerlins)
      } else {
        lines += random.pick(hasOtherZones && random.chance(60) ? Self.otherBerlins : Self.berlin)
      }
      defined.append("Europe/Berlin")
    }
    if random.chance(20) {
      lines += Self.tokyo
      defined.append("Asia/Tokyo")
    }
    if leavesOutZones { defined = ["Europe/Berlin", "Asia/Tokyo"] }
    for _ in 0..<Int.random(in: 0...7, using: &random) {
      lines += component(random.pick(["VTODO", "VTODO", "VTODO", "VTODO", "VEVENT", "VJOURNAL", "X-THING"]))
    }
    if random.chance(10) { lines.append("X-LATE:1") }
    return random.chance(5) ? lines : lines + ["END:VCALENDAR"]
  }

  private mutating func component(_ name: String) -> [String] {
    let stamp =
      hasOtherZones
      ? ["20260101T000000Z"] : ["20260101T000000Z", "20260102T000000Z", "20260102T000001", "junk"]
    var own: [String] = []
    if random.chance(85) { own.append("UID:\(random.pick(["1", "2", "3", "4", ""]))") }
    if random.chance(20) {
      own.append(
        "RECURRENCE-ID"
          + random.pick(
            [
              ":20261129T080000Z", ";TZID=Europe/Berlin:20261129T090000", ":20261129T090000",
              ";VALUE=DATE:20261129",
              ";RANGE=THISANDFUTURE:20261129T080000Z", ";TZID=Asia/Tokyo:20261129T170000", ":junk",
              ";TZID=Nowhere:20261129T090000", ";TZID=Europe/Berlin:19850115T090000",
              ":19850115T080000Z",
            ].filter { isExplained($0) }))
    }
    if hasOtherZones, let zone = defined.randomElement(using: &random), random.chance(60) {
      own.append(
        "DUE;\(random.pick(["TZID=\(zone)", "tzid=\"\(zone)\""])):20260\(random.pick([1, 7]))01T090000")
    }
    if hasOldTimes, let zone = defined.randomElement(using: &random) { own += oldTimes(zone) }
    if random.chance(70) { own.append("DTSTAMP:\(random.pick(stamp))") }
    if random.chance(60) { own.append("LAST-MODIFIED:\(random.pick(stamp))") }
    if random.chance(40) { own.append("SEQUENCE:\(random.pick(["0", "1", "99999999999", "x"]))") }
    if random.chance(10) { own.append("ORGANIZER:mailto:a@b.c") }
    if random.chance(70) {
      own.append("\(random.pick(["SUMMARY", "summary"])):\(random.pick(["a", "b", "c\\, d", "c, d"]))")
    }
    if random.chance(30) { own.append("X-APPLE-SORT-ORDER:\(random.pick([1, 2]))") }
    if random.chance(30) { own.append("CREATED:2026010\(random.pick([1, 2]))T000000Z") }
    if random.chance(30) { own.append("CATEGORIES:\(random.pick(["a", "b,a", "c,c", "a\\,b"]))") }
    if random.chance(15) { own.append("RELATED-TO:\(random.pick(["1", "2"]))") }
    if random.chance(15) { own += [String](repeating: "COMMENT:a", count: random.pick([1, 2])) }
    if random.chance(10) { own.append("this is no line") }
    // Values that programs write in several ways.
    for values in Self.values where random.chance(12) { own.append(random.pick(values)) }
    own.shuffle(using: &random)
    if random.chance(30) {
      own += [
        "BEGIN:VALARM", "TRIGGER\(random.pick(["", ";VALUE=DURATION"])):\(random.pick(["-PT5M", "PT0S"]))",
        "END:VALARM",
      ]
    }
    let lines = ["BEGIN:\(name)"] + own + (random.chance(4) ? [] : ["END:\(name)"])
    guard random.chance(40) else { return lines }
    var respelling = Respelling(random: random)
    defer { random = respelling.random }
    return respelling(lines)
  }

  private mutating func oldTimes(_ zone: String) -> [String] {
    let lists = ["DTSTART", "RDATE", "EXDATE"].filter { _ in random.chance(20) }.map { name in
      let times = (0..<(name == "DTSTART" ? 1 : random.pick([1, 2]))).map { _ in random.pick(Self.oldTimes) }
      return "\(name);TZID=\(zone):\(times.joined(separator: ","))"
    }
    return lists
      + ["RRULE:FREQ=MONTHLY", "DURATION:P1D", "X-OLD;TZID=\(zone):19850115T090000"].filter { _ in
        random.chance(6)
      }
  }

  private static let oldTimes = [
    "19650701T090000", "19750701T090000", "19850115T090000", "19850715T090000", "19930115T090000",
    "19991231T235900", "20000101T003000", "20260715T090000", "21500715T090000",
  ]

  private static let values: [[String]] = [
    ["RRULE:FREQ=WEEKLY;BYDAY=MO,TU", "RRULE:FREQ=DAILY;INTERVAL=2"], ["DURATION:PT1H", "DURATION:P7W"],
    ["STATUS:NEEDS-ACTION", "STATUS:COMPLETED"], ["PRIORITY:0", "PRIORITY:1"], ["GEO:1;2", "GEO:1.5;-2"],
    ["EXDATE:20261202T090000Z,20261203T090000Z", "EXDATE:20261202T090000Z"],
    ["ATTENDEE:mailto:a@b", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b"], ["CLASS:PUBLIC", "CLASS:PRIVATE"],
    ["X-MOZ-GENERATION:1", "X-MOZ-GENERATION:2"],
  ]

  /// The line's zone is one that its calendar defines, as RFC 5545 §3.2.19 wants; asked where several have
  /// one name.
  private func isExplained(_ line: String) -> Bool {
    guard hasOtherZones, line.hasPrefix(";TZID=") else { return true }
    return defined.contains { line.hasPrefix(";TZID=\($0):") }
  }

  /// Folded here and there.
  private mutating func written(_ lines: [String], _ lineEnd: String) -> String {
    lines.map { line in
      guard random.chance(15), line.count > 3 else { return line + lineEnd }
      let cut = line.index(line.startIndex, offsetBy: Int.random(in: 1..<line.count, using: &random))
      return line[..<cut] + lineEnd + random.pick([" ", "\t"]) + line[cut...] + lineEnd
    }.joined()
  }

  private static let berlin: [[String]] = [
    ["BYDAY=-1SU;BYMONTH=10", "BYDAY=-1SU;BYMONTH=3"], ["BYMONTH=10;BYDAY=-1SU", "BYMONTH=3;BYDAY=-1SU"],
  ].map { rules in
    [
      "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19701025T030000",
      "RRULE:FREQ=YEARLY;\(rules[0])",
      "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:19700329T020000",
      "RRULE:FREQ=YEARLY;\(rules[1])", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT",
      "END:VTIMEZONE",
    ]
  }

  /// The same name, without daylight saving: two clocks, the second in several spellings.
  private static let otherBerlins: [[String]] = [
    ["TZID:Europe/Berlin", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0200"],
    ["TZID:Europe/Berlin", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300"],
    ["tzid;x-a=b:Europe/Berlin", "TZOFFSETTO:+0300", "TZOFFSETFROM:+0300"],
    ["TZID:Europe/Berlin", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0300", "TZNAME:X"],
  ].map { lines in
    ["BEGIN:VTIMEZONE", lines[0], "BEGIN:STANDARD", "DTSTART:19700101T000000"] + lines.dropFirst()
      + ["END:STANDARD", "END:VTIMEZONE"]
  }

  /// One clock from 2000 on, that begins in 1970, 1981 or 1996, in the spellings of several programs.
  private static let oldBerlins: [[String]] = [
    ["19701025T030000", "19700329T020000"], ["19810927T030000", "19810329T020000"],
    ["19961027T030000", "19810329T020000"], ["19961027T030000", "19960331T020000"],
  ].enumerated().flatMap { number, starts in
    [["TZNAME:CET", "TZNAME:CEST"], ["TZNAME:MEZ", "TZNAME:MESZ"]].map { names in
      let rules = ["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"]
      let standard = [
        "BEGIN:STANDARD", "DTSTART:\(starts[0])", rules[0], "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
        names[0],
        "END:STANDARD",
      ]
      let daylight = [
        "BEGIN:DAYLIGHT", "DTSTART:\(starts[1])", rules[1], names[1], "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200", "END:DAYLIGHT",
      ]
      let parts = number % 2 == 0 ? standard + daylight : daylight + standard
      return ["BEGIN:VTIMEZONE", "TZID:Europe/Berlin"] + parts + ["END:VTIMEZONE"]
    }
  }

  private static let tokyo = [
    "BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0900",
    "TZOFFSETTO:+0900",
    "END:STANDARD", "END:VTIMEZONE",
  ]
}

extension SplitMix64 {
  /// True that often in a hundred.
  fileprivate mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  fileprivate mutating func pick<T>(_ choices: [T]) -> T { choices.pick(using: &self) }
}
