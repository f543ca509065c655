import ICalendar
import ListoTestSupport

/// Series of all kinds, by a seed.
struct GeneratedSeries {
  var random: SplitMix64

  private static let rules = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=2FR",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
    "FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=10,20,31",
    "FREQ=HOURLY;INTERVAL=7",
    "FREQ=DAILY;BYHOUR=9,15;BYMINUTE=0;BYSECOND=0", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD",
  ]

  private mutating func often(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  /// A series without overrides, and the rule that it was made with.
  mutating func next() -> (list: RepeatingList, rule: String) {
    var rule = Self.rules.pick(using: &random)
    let form =
      rule.contains("HOUR") ? Int.random(in: 1...3, using: &random) : Int.random(in: 0...3, using: &random)
    let start = Day(daysSince1970: Int.random(in: 20_400...21_000, using: &random))
    func value(_ day: Day, hour: Int = 9) -> String {
      let time = "T\(hour < 10 ? "0" : "")\(hour)0000"
      return day.iCalendarText + (form == 0 ? "" : time + (form == 1 ? "Z" : ""))
    }
    let parameters = [";VALUE=DATE", "", "", ";TZID=Europe/Berlin"][form]
    func line(_ name: String, _ values: String...) -> String {
      name + parameters + ":" + values.joined(separator: ",")
    }
    let later = { (days: Int) in start.adding(days: days) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: rule += ";COUNT=\(Int.random(in: 3...12, using: &random))"
    case 1: rule += ";UNTIL=" + (form == 0 ? later(400).iCalendarText : later(400).iCalendarText + "T090000Z")
    default: break
    }
    var lines = ["SUMMARY:A", "X-KEPT;B=c:d"]
    if often(2) { lines.append(line("DTSTART", value(start))) }
    if lines.count == 2 || often(2) {
      lines.append(line("DUE", value(later(lines.count == 2 ? 0 : 2), hour: 11)))
    }
    if lines.count == 3, lines[2].hasPrefix("DUE") { lines[2] = line("DUE", value(start)) }
    lines.append("RRULE:" + rule)
    if often(6) { lines.append("RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=WE") }
    if often(3) {
      lines.append(
        line("RDATE", value(later(Int.random(in: 1...20, using: &random)), hour: 15), value(later(40))))
    }
    if often(3) { lines.append(line("EXDATE", value(later(7)), value(later(3)))) }
    if often(4) {
      lines += [
        "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:" + start.iCalendarText + "T060000Z",
        "END:VALARM",
      ]
    }
    var list = RepeatingList(lines)
    if often(4) {
      // One of its occurrences, at another time.
      let times = list.times(5)
      if let time = times.dropFirst().randomElement(using: &random) {
        let id = form == 0 ? String(time.prefix(8)) : time + (form == 1 ? "Z" : "")
        list.overrides.append(
          RepeatingList.component([line("RECURRENCE-ID", id), "SUMMARY:Other", line("DUE", value(later(90)))])
        )
      }
    }
    return (list, rule)
  }
}
