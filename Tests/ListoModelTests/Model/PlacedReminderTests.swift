import ListoTestSupport
import Testing

@testable import ListoModel

/// The values read from a reminder's lines in place are those of the reminder.
@Suite struct PlacedReminderTests {
  private func reminder(_ lines: [String]) throws -> Reminder {
    let calendar = Make.calendar([], [Make.todo(["UID:1"] + lines)])
    let folder = TestFolder("/data/account", [.init("home.ics", calendar)])
    return try #require(try TestFolder.catalog([folder]).0.sources.first?.lists.first?.reminders.first)
  }

  @Test(arguments: [
    [], ["CATEGORIES:"], ["CATEGORIES:Work"], ["CATEGORIES:Work,Home ,Work,, Home"], ["CATEGORIES:,"],
    ["CATEGORIES:a\\,b,c\\nd"], ["CATEGORIES:Büro,Bu\u{308}ro,x"], ["CATEGORIES:a", "CATEGORIES:b,a"],
    ["CATEGORIES;LANGUAGE=en:a,\"b\""], ["CATEGORIES:a,lo", " ng,b"], ["CATEGORIES:a\u{1},a"],
  ])
  func tags(lines: [String]) throws {
    let reminder = try reminder(lines)
    var tags: [String] = []
    PlacedReminder(reminder).forEachTag { tags.append(String(decoding: $0, as: UTF8.self)) }
    #expect(tags == reminder.tags)
  }
}
