import Foundation
import ListoFormats
import ListoTestSupport
import Testing

/// jCal against python-icalendar's, over the corpus, wherever that library reads the file without loss.
struct JCalOracleTests {
  /// The files that the two understand differently, with the reasons.
  private static let explained: [(file: String, reason: String)] = [
    (
      "issue52_notworking.ics",
      "backslashes in a parameter's value, where they escape nothing (RFC 6868), are decoded there"
    ),
    ("unknown_value_custom.ics", "a value of an unknown type is decoded there as if it were TEXT"),
    ("unknown_value_proton_mail.ics", "a value of an unknown type is decoded there as if it were TEXT"),
    ("multiple_timezones.ics", "RDATE has times there, which it cannot have"),
    ("two_time_events.ics", "VALUE=DATE TIME is taken there for a date and time"),
    ("empty_RDATE.ics", "an empty RDATE is left out there"),
    ("issue_1081_empty_rdate.ics", "an empty RDATE is left out there"),
    ("_with_dates", "dates in a period, which it cannot have, are made times there"),
    ("issue_351_whitespace_in_property_and_params.ics", "a name with blanks in it is read there"),
    ("property_params.norm.ics", "escapes in an address are decoded there as if it were TEXT"),
    ("recur_RFC7529", "a leap month is written there without its L"),
    ("utc_negative_zero", "-00:00 becomes +00:00 there, and Etc/GMT UTC"),
    ("vtimezone-year-0001-dtstart.ics", "the year 1 is left out there"),
    ("folded-in-characters.ics", "a character that a fold divides is read as two errors there"),
    ("Values/recurrences.ics", "a leap month loses its L there, and what is no rule becomes an empty one"),
    ("Values/rule-in-small-letters.ics", "the words of a rule are put in capitals there"),
    ("iCloud/Family.ics", "a backslash is taken out of a URI there, in which it escapes nothing"),
    ("apple-iphone-os-26-structured-location.ics", "a parameter without a value is left out there"),
  ]

  private static let icalendar = "icalendar==7.3.0"

  @Test(
    .enabled(if: PythonEnvironment.with(icalendar) != nil, "python3 with icalendar 7.3.0 is not to be had"))
  func jCalOfOurFilesIsThatOfPythonICalendar() throws { try compare(Corpus.own) }

  @Test(
    .enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"),
    .enabled(if: PythonEnvironment.with(icalendar) != nil, "python3 with icalendar 7.3.0 is not to be had"))
  func jCalIsThatOfPythonICalendar() throws { try compare(Corpus.others.filter { $0.hasSuffix(".ics") }) }

  private func compare(_ files: [String]) throws {
    let python = try #require(PythonEnvironment.with(Self.icalendar))
    var lines = Data()
    for file in files {
      let output = try Conversion(Corpus.bytes(file), to: .jCal).output
      guard var calendars = try? JSONSerialization.jsonObject(with: Data(output)) as? [Any] else { continue }
      if calendars.first is String { calendars = [calendars] }
      lines +=
        try JSONSerialization.data(withJSONObject: ["file": file, "jcal": calendars]) + Data("\n".utf8)
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "jcal-oracle.py")
    let answer = try python.run(script, input: lines)
    var differences = answer.split(separator: "\n").map(String.init)
    let summary = differences.popLast() ?? ""
    print("jCal beside python-icalendar: \(summary)")
    #expect(summary.contains("files compared"))
    let unexplained = differences.filter { line in
      !Self.explained.contains { line.contains($0.file) }
    }
    #expect(unexplained.isEmpty, "\(unexplained.prefix(20).joined(separator: "\n"))")
  }
}
