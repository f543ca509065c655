import Foundation
import ICalendar
import ListoModel
import ListoFormats
import Testing
import ListoTestSupport

@Suite struct JSONCorpusTests {
  /// Every line and document is JSON, no reminder is missing, and the typed keys say what Listo's getters
  /// say.
  @Test func everyFileOfOursConverts() throws { try expectKeys(Corpus.own) }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func everyFileConverts() throws { try expectKeys(Corpus.others) }

  private func expectKeys(_ files: [String]) throws {
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try Corpus.bytes(file)
      let lines = try Conversion(bytes, to: .jsonLines)
      #expect(lines.lines.count == lines.survey.reminderCount, "\(file)")
      let catalogFile = try CalendarFile(reading: MemorySource(bytes), file: file)
      let reminders = catalogFile.calendars.flatMap(\.reminders)
      #expect(reminders.count == lines.lines.count, "\(file)")
      for (reminder, line) in zip(reminders, lines.lines) {
        let object = try Conversion.parse(line)
        try compare(object, reminder, "\(file):\(reminder.component.lineNumber)")
        expectAPlace(object, reminder, "\(file):\(reminder.component.lineNumber)")
      }
      let document = try Conversion.parse(Conversion(bytes, to: .json).text)
      let calendars = try #require(document["calendars"] as? [[String: Any]])
      #expect(calendars.count == lines.survey.calendars.count, "\(file)")
      let counts = calendars.compactMap { ($0["reminders"] as? [Any])?.count }
      #expect(counts.reduce(0, +) == reminders.count, "\(file)")
      let others = calendars.compactMap { ($0["components"] as? [Any])?.count }
      let total = lines.survey.counts.values.reduce(0, +)
      #expect(others.reduce(0, +) == total - reminders.count, "\(file)")
    }
  }

  private static let typedKeys = [
    "uid": "UID", "title": "SUMMARY", "notes": "DESCRIPTION", "status": "STATUS", "completed": "COMPLETED",
    "due": "DUE", "start": "DTSTART", "priority": "PRIORITY", "percent": "PERCENT-COMPLETE",
    "tags": "CATEGORIES", "parent": "RELATED-TO", "url": "URL", "location": "LOCATION", "geo": "GEO",
    "recurrence": "RRULE", "order": "X-APPLE-SORT-ORDER", "created": "CREATED", "modified": "LAST-MODIFIED",
    "sequence": "SEQUENCE",
  ]

  /// Every line of the reminder is in `properties`, or is the only one that its key has: all of them but
  /// CATEGORIES, whose lines are one set, and RELATED-TO of others than a parent.
  private func expectAPlace(_ object: [String: Any], _ reminder: Reminder, _ place: String) {
    var held = (object["properties"] as? [[Any]] ?? []).compactMap { ($0.first as? String)?.uppercased() }
    let typed = Set(Self.typedKeys.filter { object[$0.key] != nil }.values)
    var missing: [String] = []
    for property in reminder.component.properties where property.id != .malformed {
      if let index = held.firstIndex(of: property.name) {
        held.remove(at: index)
      } else {
        missing.append(property.name)
      }
    }
    #expect(held.isEmpty, "\(place): \(held)")
    let single = missing.filter { $0 != "CATEGORIES" }
    #expect(Set(single).count == single.count, "\(place): \(missing)")
    #expect(Set(missing).isSubset(of: typed), "\(place): \(missing)")
    let unparsed = reminder.component.all(.malformed).count
    #expect((object["unparsed"] as? [String])?.count ?? 0 >= unparsed, "\(place)")
  }

  /// Reminders made of all kinds of lines at random, well-formed or not.
  @Test func everyLineOfAGeneratedReminderHasAPlace() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let names = [
      "UID", "SUMMARY", "DESCRIPTION", "STATUS", "COMPLETED", "DUE", "DTSTART", "PRIORITY",
      "PERCENT-COMPLETE",
      "CATEGORIES", "RELATED-TO", "URL", "RRULE", "X-APPLE-SORT-ORDER", "CREATED", "LAST-MODIFIED", "DTSTAMP",
      "EXDATE", "GEO", "LOCATION", "SEQUENCE", "X-A", "x-b", "ATTACH", "REQUEST-STATUS",
    ]
    let parameters = [
      "", "", "", ";TZID=Europe/Berlin", ";TZID=\"No: where\"", ";VALUE=DATE", ";VALUE=DATE-TIME",
      ";VALUE=TEXT",
      ";VALUE=", ";X-P=a,b", ";RELTYPE=PARENT", ";RELTYPE=CHILD", ";LANGUAGE=de", ";TZID=A;TZID=B", ";broken",
    ]
    let values = [
      "", "a", "a\\,b\\n\\x", "20261201", "20261201T101500", "20261201T101500Z", "20260231", "5", "-7",
      "x,y,,z",
      "FREQ=DAILY", "48.1;11.5", "NEEDS-ACTION", "completed", "\"quoted\" \u{1F6D2}", "a\r\n b", ":;,",
    ]
    for _ in 0..<3000 {
      let lines = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        (names.randomElement(using: &random) ?? "") + (parameters.randomElement(using: &random) ?? "") + ":"
          + (values.randomElement(using: &random) ?? "")
      }
      let text = "BEGIN:VTODO\r\n" + lines.map { $0 + "\r\n" }.joined() + "END:VTODO\r\n"
      let line = try #require(try Conversion(text, to: .jsonLines).lines.first)
      let object = try Conversion.parse(line)
      let file = try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "x.ics")
      let reminder = try #require(file.calendars.first?.reminders.first)
      expectAPlace(object, reminder, "seed \(seed): \(text)")
      try compare(object, reminder, "seed \(seed): \(text)")
    }
  }

  private func compare(_ object: [String: Any], _ reminder: Reminder, _ place: String) throws {
    let held = (object["properties"] as? [[Any]] ?? []).compactMap { $0.first as? String }
    func expect(_ key: String, _ property: String, _ value: String?) {
      if let text = object[key] as? String {
        #expect(text == value ?? "", "\(place): \(key)")
      } else if value != nil {
        // A value that the key cannot hold, such as a rule that is none.
        #expect(held.contains(property), "\(place): \(key) is nowhere")
      }
    }
    expect("uid", "uid", reminder.uid)
    expect("title", "summary", reminder.title)
    expect("notes", "description", reminder.notes)
    expect("url", "url", reminder.url)
    expect("recurrence", "rrule", reminder.recurrence)
    expect("parent", "related-to", reminder.parent)
    expect("completed", "completed", reminder.completed?.iso)
    expect("start", "dtstart", reminder.start?.iso)
    expect("created", "created", reminder.created?.iso)
    expect("modified", "last-modified", reminder.modified?.iso)
    if reminder.component.first(.due) != nil { expect("due", "due", reminder.due?.iso) }
    expect("status", "status", reminder.writtenStatus?.word)
    if case .zoned(_, let tzid)? = reminder.start, object["start"] != nil {
      #expect(object["startZone"] as? String == tzid, "\(place)")
    }
    if let priority = object["priority"] as? Int { #expect(priority == reminder.priority, "\(place)") }
    #expect(Set(object["tags"] as? [String] ?? []) == Set(reminder.tags), "\(place)")
    #expect((object["alarms"] as? [Any])?.count ?? 0 == reminder.alarms.count, "\(place)")
  }
}

extension Moment {
  /// As JSON has it, without the zone.
  fileprivate var iso: String {
    var bytes: [UInt8] = []
    appendISO(to: &bytes)
    // Second 60 is read as 59 (RFC 5545 §3.3.12).
    return String(decoding: bytes, as: UTF8.self).replacing(":60", with: ":59", maxReplacements: 1)
  }
}
