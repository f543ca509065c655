import Foundation
import ICalendar
import Listo
import ListoFormats
import ListoTestSupport
import Testing

/// Every calendar of the corpus through a format and back.
struct CorpusRoundTripTests {
  /// What comes back otherwise, and why.
  private static let explained: [String: String] = [
    "libical+libical/test-data__crash.ics": "a parameter's name with bytes that are not UTF-8",
    "libical+libical/test-data__issue251.ics":
      "a carriage return alone ends its lines, so that values hold line feeds",
    "libical+libical/test-data__issue252.ics": "names of parameters with quotation marks and tabs in them",
    "libical+libical/test-data__issue253.ics": "a component without a name",
    "libical+libical/test-data__malloc.ics": "a parameter's name that is a quotation mark",
    "libical+libical/test-data__poc-01.ics": "a parameter's name with bytes that are not UTF-8",
  ]

  /// The same for xCal, which has no place for names that no element can have.
  private static let explainedInXML: [String: String] = [
    "apple-iphone-os-26-structured-location.ics": "a parameter's name that begins with a space",
    "test-data__fuzzmerge1": "control characters",
    "test-data__fuzzmerge4": "names that begin with a digit",
    "test-data__zday.ics": "names with quotation marks",
  ]

  @Test(arguments: ["json", "jsonl", "jcal", "xcal", "jscalendar", "jscalendar+bis"])
  func everyCalendarComesBack(format name: String) throws {
    guard let files = Corpus.files() else { return }
    let choice = try FormatChoice(name)
    let format = choice.format
    var counts = (files: 0, different: 0)
    for file in files {
      let bytes = try Corpus.bytes(file)
      let written = try Conversion(bytes, to: format, options: choice.options).output
      let back = try format.iCalendar(of: written)
      counts.files += 1
      var differences = try CalendarComparison(bytes, back.bytes, remindersOnly: name == "jsonl").differences
      if name == "json" {
        // Of several calendars those without a name of their own get that of the list they were.
        let added = ["+ NAME:", "+ X-WR-CALNAME:", "+ X-WR-RELCALID:"]
        differences.removeAll { line in added.contains { line.hasPrefix($0) } }
      }
      // A group of JSCalendar says nothing of it (draft-ietf-calext-jscalendar-icalendar on VERSION).
      if format.name == "jscalendar" { differences.removeAll { $0 == "+ VERSION:2.0" } }
      let explained = Self.explained.merging(name == "xcal" ? Self.explainedInXML : [:]) { old, _ in old }
      if explained.keys.contains(where: { file.hasSuffix($0) }) { continue }
      if !differences.isEmpty { counts.different += 1 }
      #expect(differences.isEmpty, "\(file): \(differences.prefix(6).joined(separator: "\n"))")
      #expect(back.problems.isEmpty, "\(file): \(back.problems.prefix(3))")
    }
    print("\(name): \(counts.files) files, \(counts.different) different")
  }
}
