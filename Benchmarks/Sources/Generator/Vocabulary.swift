/// What generated reminders are made of: short English words, some text beyond ASCII (one word in twelve),
/// separators of which a few need escaping, and three zones with their rules.
enum Vocabulary {
  static let words = [
    "buy", "call", "email", "write", "review", "fix", "plan", "book", "cancel", "order", "prepare", "clean",
    "update",
    "check", "renew", "invoice", "dentist", "report", "meeting", "garden", "groceries", "printer", "passport",
    "insurance", "school", "birthday", "present", "train", "ticket", "server", "backup", "release", "notes",
    "draft",
    "contract", "landlord", "tax", "bicycle", "kitchen",
  ]
  static let beyondASCII = [
    "Zürich", "café", "naïve", "größe", "čaj", "日本語", "買い物", "Ελλάδα", "москва", "☎️", "✅", "🛒 milk", "Łódź",
    "señor",
    "façade",
  ]
  static let separators = [#"\, "#, #"\; "#, ": ", " - ", " ", " ", " ", " ", " "]
  static let categories = [
    "Work", "Home", "Errands", "Garden", "Someday", "Project X", "Familie", "Büro", "Finance", "Health",
  ]
  static let rules = [
    "RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR", "RRULE:FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1",
    "RRULE:FREQ=YEARLY;COUNT=10",
  ]
  static let zoneNames = ["Europe/Berlin", "America/New_York", "Asia/Tokyo"]

  static let calendarHead = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Reminders Export 1.0//EN",
  ]
  static let exportHead =
    calendarHead + [
      "CALSCALE:GREGORIAN", "METHOD:PUBLISH", "X-WR-CALNAME:Reminders", "X-APPLE-CALENDAR-COLOR:#FF2968",
    ]
  static let calendarEnd = "END:VCALENDAR"

  static let zones =
    zone(
      "Europe/Berlin",
      .init("DAYLIGHT", "+0100", "+0200", "CEST", "19700329T020000", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
      .init("STANDARD", "+0200", "+0100", "CET", "19701025T030000", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))
    + zone(
      "America/New_York",
      .init("DAYLIGHT", "-0500", "-0400", "EDT", "20070311T020000", "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
      .init("STANDARD", "-0400", "-0500", "EST", "20071104T020000", "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"))
    + zone("Asia/Tokyo", .init("STANDARD", "+0900", "+0900", "JST", "19700101T000000", nil))

  struct Observance {
    let lines: [String]

    init(_ name: String, _ from: String, _ to: String, _ title: String, _ start: String, _ rule: String?) {
      lines =
        ["BEGIN:\(name)", "TZOFFSETFROM:\(from)", "TZOFFSETTO:\(to)", "TZNAME:\(title)", "DTSTART:\(start)"]
        + (rule.map { ["RRULE:\($0)"] } ?? []) + ["END:\(name)"]
    }
  }

  static func zone(_ name: String, _ observances: Observance...) -> [String] {
    ["BEGIN:VTIMEZONE", "TZID:\(name)"] + observances.flatMap(\.lines) + ["END:VTIMEZONE"]
  }
}
