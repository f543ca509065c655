import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// What is written quickly is what is written in the complete way.
@Suite struct QuickReminderTests {
  /// Writes every reminder both ways; tells how many there were, and how many were written quickly.
  private func compare(_ bytes: [UInt8], _ file: String) throws -> (all: Int, quick: Int) {
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks")
    var names = ListNames()
    let survey = try Survey(of: MemorySource(bytes), file: file, fileName: "a.ics", in: folder, names: &names)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    var (quick, complete) = (ReminderJSON(), ReminderJSON())
    complete.isQuick = false
    var counts = (all: 0, quick: 0)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        guard case .component(let component) = item, component.kind == .vtodo, let calendar else { return }
        var (left, right): ([UInt8], [UInt8]) = ([], [])
        let holder = batch.holder(ordinal)
        quick.write(component, holder: holder, in: calendar, to: &left)
        complete.write(component, holder: holder, in: calendar, to: &right)
        counts.all += 1
        #expect(
          left == right,
          """
          \(file):\(component.lineNumber)
          \(String(decoding: left, as: UTF8.self))
          \(String(decoding: right, as: UTF8.self))
          """)
      }
    }
    counts.quick = quick.quickCount
    return counts
  }

  @Test func ownFilesAreWrittenTheSame() throws { try compareAll(Corpus.own) }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func theCorpusIsWrittenTheSame() throws { try compareAll(Corpus.others) }

  private func compareAll(_ files: [String]) throws {
    var total = (all: 0, quick: 0)
    for file in files {
      let counts = try compare(Corpus.bytes(file), file)
      total = (total.all + counts.all, total.quick + counts.quick)
    }
    #expect(total.quick > 50, "\(total)")
  }

  @Test func generatedRemindersAreWrittenTheSame() throws {
    var random = SplitMix64(seed: Seed.fresh())
    var quick = 0
    for _ in 0..<60 {
      let text = Self.calendar(&random)
      quick += try compare(Array(text.utf8), "seed \(random.seed)").quick
    }
    #expect(quick > 60, "seed \(random.seed)")
  }

  private static let usual = [
    "SUMMARY:Water the plants", "SUMMARY:a\\, b\\; c\\n\\\\ \\x \"q\" ünï 🛒", "STATUS:COMPLETED",
    "DESCRIPTION:folded li\r\n ne and\r\n\tanother", "DUE:20261201T101500Z", "DUE;VALUE=DATE:20261231",
    "DUE;TZID=Europe/Berlin:20260701T101500", "DTSTART;TZID=America/New_York:20261101T013000", "PRIORITY:5",
    "PERCENT-COMPLETE:40", "CATEGORIES:Home,Gar\\,den", "RELATED-TO:parent", "RELATED-TO;RELTYPE=PARENT:p",
    "RELATED-TO;RELTYPE=SIBLING:s", "URL:https://example.com/a?b=\"c\"", "RRULE:FREQ=DAILY;COUNT=3",
    "X-APPLE-SORT-ORDER:799955603", "CREATED:20240229T000000Z", "LAST-MODIFIED:20260131T235959Z",
    "DTSTAMP:20260101T000000Z", "SEQUENCE:7", "LOCATION:Kitchen", "COMPLETED:20260228T101500Z",
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:Now\r\nEND:VALARM",
    "BEGIN:VALARM\r\nTRIGGER;RELATED=END:PT0S\r\nX-WR-ALARMUID:A\r\nUID:A\r\nEND:VALARM",
    "BEGIN:VALARM\r\nTRIGGER;VALUE=DATE-TIME:20260131T101500Z\r\nACKNOWLEDGED:20260131T101501Z\r\nEND:VALARM",
  ]
  private static let odd = [
    "SUMMARY;LANGUAGE=de:Blumen", "SUMMARY:", "SUMMARY", "STATUS:completed", "STATUS:DOING",
    "STATUS;X-A=1:COMPLETED",
    "due:20261201", "DUE:20260229", "DUE:20260431T101500Z", "DUE:2026-12-01",
    "DUE;VALUE=DATE:20261201T101500",
    "DUE;VALUE=DATE-TIME:20261201", "DUE;TZID=Nowhere:20261201T101500",
    "DUE;TZID=\"Europe/Berlin\":20261201T101500Z",
    "DUE;TZID=Europe/Berlin:20261201", "DUE:20261201T101560Z", "RRULE:nonsense", "RRULE:FREQ=NEVER",
    "RRULE:count=2;freq=daily;", "RRULE:FREQ=DAILY;X", "GEO:north",
    "PRIORITY:05", "PRIORITY:+5", "PRIORITY:five",
    "PRIORITY:99999999999", "CATEGORIES:a,,b", "CATEGORIES:a\\", "CATEGORIES;LANGUAGE=en:a", "CATEGORIES:",
    "RELATED-TO;RELTYPE=parent:p", "RELATED-TO;RELTYPE=CHILD,PARENT:p", "X-UNKNOWN:1",
    "x-unknown;A=\"b:c\":2",
    "GEO:48.1;11.5", "DESCRIPTION:caf\u{E9}\u{301}", "DESCR\r\n IPTION:name folded", "SUMMARY:bell \u{7}",
    "RECURRENCE-ID:20261201T101500Z", "EXDATE:20261201T101500Z,20261202T101500Z",
    "ATTACH;VALUE=BINARY;ENCODING=BASE64:AA==",
    "BEGIN:VALARM\r\nEND:VALARM", "BEGIN:VALARM\r\nTRIGGER:P\r\nACTION:display\r\nEND:VALARM",
    "BEGIN:VALARM\r\nACTION:AUDIO\r\nACTION:AUDIO\r\nEND:VALARM",
    "BEGIN:VLOCATION\r\nNAME:Home\r\nEND:VLOCATION",
    "BEGIN:VALARM\r\nTRIGGER;VALUE=DATE-TIME:20260131\r\nbroken\r\nEND:VALARM",
    "BEGIN:VALARM\r\nTRIGGER:-P1DT2H\r\nATTACH;VALUE=URI:x\r\nEND:VALARM", "UID:second",
  ]

  static func calendar(_ random: inout SplitMix64) -> String {
    var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
    for number in 0..<12 {
      var lines = (0..<Int.random(in: 0...9, using: &random)).map { _ in usual.pick(using: &random) }
      if Int.random(in: 0..<3, using: &random) == 0 { lines.append(odd.pick(using: &random)) }
      let uid = ["UID:\(number)@example.com", "UID:\(number)", "UID:a b\(number)", "UID:"].pick(
        using: &random)
      if Int.random(in: 0..<20, using: &random) > 0 { lines.append(uid) }
      lines.shuffle(using: &random)
      text += "BEGIN:VTODO\r\n" + lines.map { $0 + "\r\n" }.joined() + "END:VTODO\r\n"
    }
    return text + "END:VCALENDAR\r\n"
  }
}
