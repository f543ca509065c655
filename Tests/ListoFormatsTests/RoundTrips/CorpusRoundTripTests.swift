import Foundation
import ICalendar
import ListoModel
import ListoFormats
import ListoTestSupport
import Testing

/// Every calendar of the corpus through a format and back.
struct CorpusRoundTripTests {
  /// Those of the registry that are read and written, and hold reminders and their zones whole.
  private static let formats = Format.all.filter {
    $0.makeReader != nil && $0.makeWriter != nil && $0.capabilities[.otherProperties] == .exact
      && $0.capabilities[.alarmDetails] == .exact
      && $0.capabilities[.timeZones] != .approximate("their names")
  }.map(\.name)

  /// The files that come back changed, with the reasons.
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
    "Lines/control-characters.ics": "control characters",
  ]

  private static let explainedInJSCalendar: [String: String] = [
    "Values/rule-in-small-letters.ics": "a rule is an object there, whose words have one spelling"
  ]

  /// The files that come back changed in a format, with the reasons.
  private static func explained(_ format: Format) -> [String: String] {
    let more = ["xcal": explainedInXML, "jscalendar": explainedInJSCalendar][format.name] ?? [:]
    return explained.merging(more) { old, _ in old }
  }

  /// Pieces of many calendars, of which some name themselves, and some are named by Listo.
  private static let named = ["resources__jscalendar__", "Structure/several-calendars.ics"]

  @Test(arguments: formats + ["jscalendar+bis"])
  func everyCalendarOfOursComesBack(format name: String) throws { try expectBack(Corpus.own, name) }

  @Test(
    .enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"),
    arguments: formats + ["jscalendar+bis"])
  func everyCalendarComesBack(format name: String) throws { try expectBack(Corpus.others, name) }

  private func expectBack(_ files: [String], _ name: String) throws {
    let choice = try FormatChoice(name)
    let format = choice.format
    var counts = (files: 0, different: 0)
    for file in files {
      let bytes = try Corpus.bytes(file)
      let written = try Conversion(bytes, to: format, options: choice.options).output
      let back = try format.iCalendar(of: written)
      counts.files += 1
      var differences = try CalendarComparison(
        bytes, back.bytes, remindersOnly: format.capabilities[.events] == .none
      ).differences
      if name == "json" {
        // Of several calendars those without a name of their own get that of the list they were.
        let added = ["+ NAME:", "+ X-WR-CALNAME:", "+ X-WR-RELCALID:"]
        differences.removeAll { line in added.contains { line.hasPrefix($0) } }
      }
      // A group of JSCalendar says nothing of it (draft-ietf-calext-jscalendar-icalendar on VERSION).
      if format.name == "jscalendar" { differences.removeAll { $0 == "+ VERSION:2.0" } }
      if Self.explained(format).keys.contains(where: { file.hasSuffix($0) }) { continue }
      if !differences.isEmpty { counts.different += 1 }
      #expect(differences.isEmpty, "\(file): \(differences.prefix(6).joined(separator: "\n"))")
      #expect(back.problems.isEmpty, "\(file): \(back.problems.prefix(3))")
    }
    print("\(name): \(counts.files) files, \(counts.different) different")
  }

  /// JSON that was read and is written again is the same text, but for `id` and `source`, which are the
  /// place's.
  @Test(arguments: formats)
  func whatWasReadOfOursIsWrittenTheSame(format name: String) throws {
    _ = try expectSame(Corpus.own, name)
  }

  @Test(
    .enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"),
    arguments: formats)
  func whatWasReadIsWrittenTheSame(format name: String) throws {
    #expect(try expectSame(Corpus.others, name) < Corpus.others.count / 10)
  }

  /// - Returns: how many are not the same text at once.
  private func expectSame(_ files: [String], _ name: String) throws -> Int {
    let format = try #require(Format.named(name))
    var different = 0
    for file in files where !Self.named.contains(where: file.contains) {
      let first = try Conversion(Corpus.bytes(file), to: format).output
      let second = try Conversion(format.iCalendar(of: first).bytes, to: format).output
      let third = try Conversion(format.iCalendar(of: second).bytes, to: format).output
      if first != second { different += 1 }
      // A text that changes at first, since several lists get names or broken lines another place, stays
      // the same from then on.
      #expect(second == third, "\(file): \(Self.difference(second, third))")
    }
    print("\(name): \(files.count) files written again, \(different) not the same text at once")
    return different
  }

  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> String {
    let (left, right) = (String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
    let common = left.commonPrefix(with: right).count
    return
      "\(left.dropFirst(max(0, common - 60)).prefix(160)) … \(right.dropFirst(max(0, common - 60)).prefix(160))"
  }
}
