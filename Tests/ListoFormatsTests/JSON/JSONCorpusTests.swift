import Foundation
import ICalendar
import Listo
import ListoFormats
import Testing

@Suite struct JSONCorpusTests {
  /// Every line and document is JSON, no reminder is missing, and the typed keys say what Listo's getters say.
  @Test func everyFileConverts() throws {
    guard let files = Corpus.files() else { return }
    for file in files {
      let bytes = try Corpus.bytes(file)
      let lines = try Conversion(bytes, to: .jsonLines)
      #expect(lines.lines.count == lines.survey.reminderCount, "\(file)")
      let catalogFile = try CalendarFile(reading: MemorySource(bytes), file: file)
      let reminders = catalogFile.calendars.flatMap(\.reminders)
      #expect(reminders.count == lines.lines.count, "\(file)")
      for (reminder, line) in zip(reminders, lines.lines) {
        try compare(Conversion.parse(line), reminder, "\(file):\(reminder.component.lineNumber)")
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

  private func compare(_ object: [String: Any], _ reminder: Reminder, _ place: String) throws {
    let held = (object["properties"] as? [[Any]] ?? []).compactMap { $0.first as? String }
    func expect(_ key: String, _ property: String, _ value: String?) {
      if let text = object[key] as? String {
        #expect(text == value ?? "", "\(place): \(key)")
      } else if value != nil {
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
    if !held.contains("categories") {
      #expect(Set(object["tags"] as? [String] ?? []) == Set(reminder.tags), "\(place)")
    }
    #expect((object["alarms"] as? [Any])?.count ?? 0 == reminder.alarms.count, "\(place)")
  }
}

extension Moment {
  /// As JSON has it, without the zone.
  fileprivate var iso: String {
    var bytes: [UInt8] = []
    appendISO(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
