import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoFormats
@testable import ListoStores

/// Series in formats that have no place for RECURRENCE-ID.
@Suite struct SingleSeriesTests {
  private struct Written {
    let lines: [String]
    let losses: Losses
  }

  private static func convert(_ files: [String], to name: String, _ option: String? = nil) throws -> Written {
    let folder = try StoreFolder()
    for (index, text) in files.enumerated() { _ = try folder.write("in/\(index).ics", text) }
    let format = try #require(Format.all.first { $0.name == name })
    var options = FormatOptions()
    if let option { options.names = [option] }
    let target = folder.path + "/out"
    let result = try Conversion(to: FormatChoice(format, options: options))
      .run(InputTree([folder.path + "/in"]), to: Destination(target))
    let text = String(decoding: try Corpus.bytes(target), as: UTF8.self)
    return Written(lines: text.split(separator: "\n").map(String.init), losses: result.losses)
  }

  private static func todo(_ lines: String...) -> String {
    (["BEGIN:VTODO", "DTSTAMP:20261101T000000Z"] + lines + ["END:VTODO"]).joined(separator: "\r\n") + "\r\n"
  }

  private static func calendar(_ parts: String...) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + parts.joined() + "END:VCALENDAR\r\n"
  }

  private static let master = todo(
    "UID:s", "SUMMARY:Water", "DUE;VALUE=DATE:20261117", "RRULE:FREQ=WEEKLY;COUNT=5")

  private static func override(_ day: String, _ lines: String...) -> String {
    todo(
      "UID:s", "RECURRENCE-ID;VALUE=DATE:\(day)", "DUE;VALUE=DATE:\(day)", "SUMMARY:Water",
      lines.joined(separator: "\r\n"))
  }

  @Test func theRowIsTheCurrentOccurrence() throws {
    let closed = ["20261117", "20261124"].map { Self.override($0, "STATUS:COMPLETED") }
    let written = try Self.convert(
      [Self.calendar(Self.master, closed[0], closed[1])], to: "markdown", "obsidian")
    let rows = written.lines.filter { $0.hasPrefix("- ") }
    #expect(rows.count == 3)
    #expect(rows.filter { $0.hasPrefix("- [ ]") }.count == 1)
    #expect(rows[0].contains("📅 2026-12-01") && rows[0].contains("🔁"))
    #expect(written.losses.counts["changed occurrence"] == 2)
    #expect(written.losses.counts["first date"] == 1)
    // Each is a reminder of its own when it is read again.
    #expect(Set(rows.compactMap { $0.split(separator: "🆔").last?.prefix(12) }).count == 3)
  }

  /// The rest of COUNT, and no occurrence that was done ahead.
  @Test func theRuleIsItsRest() throws {
    let calendar = Self.calendar(
      Self.master, Self.override("20261117", "STATUS:COMPLETED"),
      Self.override("20261208", "STATUS:CANCELLED"))
    let folder = try StoreFolder()
    let input = try #require(
      SurveyedInput.all([InputTree([try folder.write("a.ics", calendar)]).inputs[0]], UnobservedWork()).first)
    let series = try SingleSeries([input], showsOverrides: false)
    var lines: [String] = []
    try input.forEachBatch { batch in
      batch.forEach { item, calendar, _ in
        guard case .component(let component)? = series.item(for: item, in: calendar) else { return }
        lines += String(decoding: component.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
      }
    }
    #expect(lines.contains("RRULE:FREQ=WEEKLY;COUNT=4"))
    #expect(lines.contains("DUE;VALUE=DATE:20261124"))
    #expect(lines.contains("EXDATE;VALUE=DATE:20261208"))
    #expect(!lines.contains { $0.hasPrefix("RECURRENCE-ID") })
  }

  @Test func anOverrideInAnotherFileCounts() throws {
    let files = [Self.calendar(Self.override("20261117", "STATUS:COMPLETED")), Self.calendar(Self.master)]
    let written = try Self.convert(files, to: "todoist")
    #expect(written.lines.contains { $0.contains("Water") && $0.contains("2026-11-24") })
  }

  @Test func aFinishedSeriesIsDone() throws {
    let closed = ["20261117", "20261124"].map { Self.override($0, "STATUS:COMPLETED") }
    let master = Self.master.replacing("COUNT=5", with: "COUNT=2")
    let written = try Self.convert([Self.calendar(master, closed[0], closed[1])], to: "markdown")
    #expect(
      written.lines.filter { $0.hasPrefix("- ") } == [
        "- [x] Water *(every week for 2 times)*", "- [x] Water",
      ])
  }

  /// The producer says where it stands.
  @Test func kOrganizersDateCounts() throws {
    let master = Self.master.replacing(
      "RRULE:", with: "X-KDE-LIBKCAL-DTRECURRENCE;VALUE=DATE:20261201\r\nRRULE:")
    let written = try Self.convert([Self.calendar(master)], to: "markdown", "obsidian")
    #expect(written.lines.contains { $0.contains("📅 2026-12-01") })
  }

  /// A page shows the other occurrences below the series.
  @Test func aPageKeepsOverrides() throws {
    let calendar = Self.calendar(
      Self.master, Self.override("20261117", "STATUS:COMPLETED"),
      Self.override("20261124", "DESCRIPTION:Now"))
    let written = try Self.convert([calendar], to: "html")
    let items = written.lines.filter { $0.contains("<li") }
    #expect(items.count == 2)
  }
}
