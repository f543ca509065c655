import ICalendar
import ListoFormats
import Testing

/// STATUS, PRIORITY, PERCENT-COMPLETE and SEQUENCE as other programs and people write them.
struct FieldCodecTests {
  private static func read(_ text: String, _ format: String) throws -> (text: String, problems: [String]) {
    let format = try #require(Format.named(format))
    let read = try format.iCalendar(of: Array(text.utf8))
    return (
      String(decoding: read.bytes, as: UTF8.self).replacing("\r\n ", with: ""),
      read.problems.filter { $0.code == .badValue }.map(\.message)
    )
  }

  private static func inputs(status word: String) -> [(format: String, text: String)] {
    [
      ("csv", "title,status\nMilk,\(word)\n"),
      ("json", "[{\"title\":\"Milk\",\"status\":\"\(word)\"}]"),
      ("todotxt", "Milk status:\(word.replacing(" ", with: "%20"))\n"),
    ]
  }

  @Test(arguments: ["CHECKED", "done", "finished", "Complete", "closed", "completed", "erledigt"])
  func aWordForDoneIsCompleted(_ word: String) throws {
    for (format, text) in Self.inputs(status: word) {
      let read = try Self.read(text, format)
      #expect(read.text.contains("\r\nSTATUS:COMPLETED\r\n"), "\(format)")
      #expect(read.problems.isEmpty, "\(format)")
    }
  }

  @Test func otherWordsOfProgramsAreKnown() throws {
    for (word, status) in [
      "in_progress": "IN-PROCESS", "Not started": "NEEDS-ACTION", "canceled": "CANCELLED",
    ] {
      for (format, text) in Self.inputs(status: word) {
        #expect(try Self.read(text, format).text.contains("\r\nSTATUS:\(status)\r\n"), "\(format) \(word)")
      }
    }
  }

  @Test(arguments: ["2", "Deferred", "waiting for Ann"])
  func aWordThatIsNoneIsKeptAsideAndReported(_ word: String) throws {
    for (format, text) in Self.inputs(status: word) {
      let read = try Self.read(text, format)
      #expect(!read.text.contains("\r\nSTATUS:\(word)"), "\(format)")
      #expect(read.text.contains(word.prefix(7)) && read.problems.count == 1, "\(format)")
    }
  }

  @Test(arguments: [
    ("priority", "pri", "10"), ("priority", "pri", "-1"), ("percent", "percent", "150"),
    ("percent", "percent", "-5"),
  ])
  func aNumberBeyondItsRangeIsKeptAsideAndReported(_ column: String, _ key: String, _ number: String) throws {
    for (format, text) in [
      ("csv", "title,\(column)\nMilk,\(number)\n"),
      ("json", "[{\"title\":\"Milk\",\"\(column)\":\(number)}]"),
      ("todotxt", "Milk \(key):\(number)\n"),
    ] {
      let read = try Self.read(text, format)
      #expect(
        !read.text.contains("\r\nPRIORITY:") && !read.text.contains("\r\nPERCENT-COMPLETE:"), "\(format)")
      #expect(read.text.contains(number) && read.problems.count == 1, "\(format)")
    }
  }

  @Test func aSequenceBelowZeroIsKeptAside() throws {
    for (format, text) in [("csv", "title,sequence\nMilk,-1\n"), ("todotxt", "Milk seq:-1\n")] {
      let read = try Self.read(text, format)
      #expect(!read.text.contains("\r\nSEQUENCE:") && read.problems.count == 1, "\(format)")
    }
  }

  @Test(arguments: ["Completed At", "Completed Time", "Due Complete", "Progress", "Completed"])
  func columnsOfOtherProgramsSayThatItIsDone(_ column: String) throws {
    let word = column == "Completed At" || column == "Completed Time" ? "2026-12-01" : "completed"
    let read = try Self.read("title,due,\(column)\nMilk,2026-12-01,\(word)\n", "csv")
    #expect(
      read.text.contains("\r\nSTATUS:COMPLETED\r\n") || read.text.contains("\r\nCOMPLETED"), "\(read.text)")
    #expect(read.problems.isEmpty)
  }

  /// The headline says whether it is done; the value stays, and is reported.
  @Test func aDrawerIsChecked() throws {
    let read = try Self.read(
      "* TODO Milk\n:PROPERTIES:\n:STATUS: Deferred\n:PERCENT-COMPLETE: 150\n:END:\n", "org")
    #expect(read.problems.count == 2, "\(read.problems)")
  }

  /// A value of a calendar that no reader would accept comes back, or is counted as lost.
  @Test(arguments: ["STATUS:DOING", "STATUS:done", "PRIORITY:10", "PERCENT-COMPLETE:150", "SEQUENCE:-1"])
  func whatACalendarHasComesBackOrIsCounted(_ line: String) throws {
    let calendar =
      "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:Milk\r\n\(line)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    for name in ["csv", "todotxt", "json", "jsonl", "taskwarrior", "org", "jcal"] {
      let format = try #require(Format.named(name))
      let written = try Conversion(calendar, to: format)
      let back = try format.iCalendar(of: Array(written.output))
      let isBack = String(decoding: back.bytes, as: UTF8.self).contains("\r\n\(line)\r\n")
      #expect(isBack || !written.losses.isEmpty, "\(name): \(written.text)")
    }
  }
}
