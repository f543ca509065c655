import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// Taking collections apart: nothing is lost, what belongs together stays together, and a merge gives the
/// collection back.
@Suite struct SplitTests {
  private static let rounds = Rounds.times(40)

  /// The parts of files, by label.
  func split(_ files: [[UInt8]], by way: SplitWay) throws -> (
    parts: [(String, [UInt8])], plan: SplitPlan
  ) {
    var names = ListNames()
    var survey = SplitSurvey(by: way)
    for (number, bytes) in files.enumerated() {
      let folder = TestFolder("/s/f", []).folder
      let input = try Survey(
        of: MemorySource(bytes), file: "\(number).ics", fileName: "\(number).ics", in: folder, names: &names)
      var reader = SurveyedReader(MemorySource(bytes), survey: input)
      while let batch = try reader.next() {
        survey.take(
          batch, input: number, isCollection: !input.calendars.contains { $0.place.listIdentifier != "f" })
      }
    }
    let plan = SplitPlan(survey, inputs: files.indices.map { "\($0).ics" })
    let parts = try plan.parts.map { part in
      var output: [UInt8] = []
      try plan.write(part) { input, count, offset, bytes in
        bytes += files[input][offset..<offset + count]
      } to: {
        output += $0
      }
      return (part.label, output)
    }
    return (parts, plan)
  }

  /// A part has the definition of each zone that its components name, those behind one that nobody defines
  /// too.
  @Test func everyZoneThatIsNamed() throws {
    let zone =
      "BEGIN:VTIMEZONE\r\nTZID:Here\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
      + "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE"
    let file = calendar(
      zone, todo("UID:1", "CATEGORIES:a", "DUE;TZID=Nowhere:20260101T000000"),
      todo("UID:2", "CATEGORIES:a", "DUE;TZID=Here:20260101T000000"), todo("UID:3", "CATEGORIES:b"))
    let parts = try split([Array(file.utf8)], by: .tag).parts
    let holds = parts.map { String(decoding: $0.1, as: UTF8.self).contains("TZID:Here") }
    #expect(parts.map(\.0) == ["a", "b"] && holds == [true, false])
  }

  /// Where a zone's name is read from its place, it is the one that is found by reading every parameter.
  @Test func zonesByTheirPlaces() throws {
    let lines = [
      "DUE:20260101T000000Z", "DUE;VALUE=DATE:20260101", "DUE;TZID=Here:20260101T000000",
      "DTSTART;TZID=Here:20260101T000000", "DTSTART;TZID=There:20260101T000000",
      "dtstart;tzid=There:20260101T000000",
      "DTSTART;TZID=\"Here\":20260101T000000", "DTSTART;TZID=A^'B:20260101T000000",
      "DTSTART;TZ\r\n ID=Here:20260101T000000", "EXDATE;TZID=There:20260101T000000,20260102T000000",
      "EXDATE;VALUE=DATE-TIME;TZID=There:20260101T000000", "X-A;B=z:1", "X-A;B=c:1",
      "BEGIN:VALARM\r\nTRIGGER;VALUE=DATE-TIME:20260101T000000Z\r\nEND:VALARM",
      "BEGIN:VALARM\r\nX-A;TZID=Inside:20260101T000000\r\nEND:VALARM",
      "BEGIN:VALARM\r\nX-A;\r\n TZID=Inside:20260101T000000\r\nEND:VALARM",
      "BEGIN:VALARM\r\nX-A;B=c;tzid=Inside:20260101T000000\r\nEND:VALARM",
    ]
    var plain = 0
    for one in lines {
      for other in lines {
        let component = try #require(Component(Array((todo("UID:1", one, other) + "\r\n").utf8)))
        var places: [LinePlace] = []
        component.places(into: &places)
        guard let name = ZoneDifferences.plainName(of: component, places) else { continue }
        plain += 1
        let found = String(decoding: component.placedBytes[name], as: UTF8.self)
        let names = ZoneDifferences.names(of: component, places)
        #expect(
          names.map { $0.replacing("\"", with: "^'") } == (found.isEmpty ? [] : [found]), "\(one)\n\(other)")
      }
    }
    #expect(plain > 30)
  }

  @Test(arguments: [SplitWay.list, .source, .tag, .uid, .year])
  func everyLineIsInExactlyOnePart(way: SplitWay) throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds {
      let files = [generator.file(), generator.file()]
      let (parts, plan) = try split(files, by: way)
      let (before, after) = (try lines(files), try lines(parts.map(\.1)))
      let note = "seed \(seed), round \(round)"
      let isSame = before == after
      #expect(isSame, "\(note): lost \(before.filter { after[$0.key] != $0.value }.map(\.key).prefix(3))")
      #expect(plan.parts.reduce(0) { $0 + $1.reminders + $1.others } == before.values.reduce(0, +), "\(note)")
      for (_, text) in parts {
        let named = try zones(text)
        #expect(named.defined.isSubset(of: named.used), "\(note): a zone that nothing uses")
      }
    }
  }

  @Test(arguments: [SplitWay.list, .source, .tag, .uid, .year])
  func aMergeGivesItBack(way: SplitWay) throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds {
      let files = [generator.file(), generator.file()]
      let parts = try split(files, by: way).parts.map(\.1)
      let note = "seed \(seed), round \(round)"
      guard !parts.isEmpty, let whole = try? Merging(files) else { continue }
      var options = CatalogDifference.Options()
      options.ignoresLists = true
      let outputs = try [whole.output, Merging(parts).output].map(Patching.withBareZoneNames)
      let rest = try Patching.difference(outputs[0], outputs[1], options: options)
      // A zone that one file names and another defines is defined nowhere when nothing in its own file uses
      // it. The definition is part of what a reminder says, by which one of two is taken that are equally
      // old.
      let differing = rest.lists.flatMap(\.items).filter { item in
        item.kind != .changed
          || !item.fields.contains {
            if case .zone = $0.change { return true }
            return false
          }
      }
      let told = differing.prefix(2).map {
        "\($0.kind) \($0.fields.map(\.name)) \(String(decoding: $0.component?.bytes ?? [], as: UTF8.self))"
      }
      #expect(differing.isEmpty, "\(note): \(told)")
    }
  }

  @Test func familiesStayTogether() throws {
    let file = Array(
      calendar(
        todo("UID:1", "SUMMARY:parent", "CATEGORIES:a"), todo("UID:2", "RELATED-TO:1", "CATEGORIES:b"),
        todo("UID:3", "RELATED-TO:2"), todo("UID:4", "RECURRENCE-ID:20260101T000000Z", "CATEGORIES:x"),
        todo("UID:4", "CATEGORIES:b,c"), todo("UID:5", "RELATED-TO:6"),
        todo("UID:6", "RELATED-TO:5", "CATEGORIES:c"),
        todo("UID:7", "RELATED-TO:7"), todo("UID:8", "RELATED-TO:nowhere", "CATEGORIES:a")
      ).utf8)
    let parts = try split([file], by: .tag).parts.map { label, text in
      (label, String(decoding: text, as: UTF8.self))
    }
    let uids = parts.map { label, text in
      "\(label): "
        + text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }.map { $0.dropFirst(4) }.joined(
          separator: " ")
    }
    #expect(uids == ["a: 1 2 3 8", "b: 4 4", "untagged: 5 6 7"])
  }

  @Test func bytesAreUntouched() throws {
    let item = "BEGIN:VTODO\r\nUID:1\r\nSUMM\r\n ARY:a\r\nx-odd;a=b:c\r\nno line\r\nEND:VTODO\r\n"
    let other = "BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20250101T000000Z\r\nEND:VEVENT\r\n"
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-HEAD:1\r\n"
    let file = head + item + other + "X-TAIL:1\r\nEND:VCALENDAR\r\n"
    let parts = try split([Array(file.utf8)], by: .year).parts.map {
      ($0, String(decoding: $1, as: UTF8.self))
    }
    #expect(parts.map(\.0) == ["2025", "undated"])
    #expect(parts.map(\.1) == [other, item].map { head + $0 + "X-TAIL:1\r\nEND:VCALENDAR\r\n" })
  }

  @Test func aVdirItemDoesNotSayWhichListItIs() throws {
    let file = calendar(
      "NAME:L", "X-WR-CALNAME:L", "X-WR-RELCALID:R", "UID:R", "X-A:1", todo("UID:1"), todo("UID:2"))
    let parts = try split([Array(file.utf8)], by: .uid).parts.map { String(decoding: $1, as: UTF8.self) }
    #expect(parts == ["1", "2"].map { calendar("X-A:1", todo("UID:\($0)")) })
  }

  /// A resource of CalDAV is one UID of one kind, without METHOD.
  @Test func whatIsNoResourceIsTold() throws {
    let files = [
      calendar(
        "METHOD:PUBLISH", "X-A:1", todo("UID:1", "SUMMARY:a"),
        todo("UID:1", "RECURRENCE-ID:20260101T000000Z"), todo("UID:1", "SUMMARY:b"),
        "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T000000Z\r\nEND:VEVENT", todo("SUMMARY:none")),
      calendar("METHOD:CANCEL", todo("UID:1", "SUMMARY:c")),
    ]
    let (parts, plan) = try split(files.map { Array($0.utf8) }, by: .uid)
    let texts = parts.map { String(decoding: $1, as: UTF8.self) }
    #expect(texts.filter { $0.contains("METHOD") } == [files[1]])
    #expect(texts.allSatisfy { $0.count(of: "BEGIN:VCALENDAR") == 1 })
    #expect(
      texts.contains(
        calendar("X-A:1", todo("UID:1", "SUMMARY:a"), todo("UID:1", "RECURRENCE-ID:20260101T000000Z"))))
    #expect(texts.contains(calendar("X-A:1", todo("UID:1", "SUMMARY:b"))))
    // Each within its list, which here is its file.
    let places = plan.parts.map { "\($0.calendar?.context.file ?? "") \($0.identity)" }
    #expect(texts.count == 5 && Set(places).count == 5)
    #expect(
      plan.problems.map { "\($0.severity) \($0.code.rawValue)" }.sorted() == [
        "note loss", "warning duplicate-identifier", "warning duplicate-identifier", "warning message",
        "warning missing-uid",
      ])
  }

  /// A master and its override in two calendars of one list are one resource, with the time zones of both.
  @Test func oneUIDOfTwoCalendarsIsOneResource() throws {
    let zone = "BEGIN:VTIMEZONE\r\nTZID:Z\r\nEND:VTIMEZONE"
    let files = [
      calendar("X-A:1", todo("UID:1", "SUMMARY:a")),
      calendar("X-B:1", zone, todo("UID:1", "RECURRENCE-ID;TZID=Z:20260101T000000")),
    ]
    let (parts, plan) = try split(files.map { Array($0.utf8) }, by: .uid)
    #expect(
      parts.map { String(decoding: $1, as: UTF8.self) } == [
        calendar(
          "X-A:1", zone, todo("UID:1", "SUMMARY:a"), todo("UID:1", "RECURRENCE-ID;TZID=Z:20260101T000000"))
      ])
    #expect(plan.problems.map(\.message) == ["X-B:1 is in no file of what the calendar of 0.ics has too"])
  }

  @Test func whatHasNoPlaceIsTold() throws {
    let zones = ["A", "B"].map { "BEGIN:VTIMEZONE\r\nTZID:\($0)\r\nEND:VTIMEZONE" }
    let file = calendar(
      "NAME:L", "NAME;LANGUAGE=de:Ä", "X-WR-CALNAME:M", "X-WR-RELCALID:R", "UID:U", zones[0], zones[1],
      todo("UID:1", "DUE;TZID=A:20260101T000000"))
    let told = { (way: SplitWay) in
      try split([Array(file.utf8)], by: way).plan.problems.map { "\($0.severity) \($0.message)" }
    }
    let unused = "note the time zone B is not used; its definition is in no part"
    #expect(try told(.list) == [unused])
    #expect(
      try told(.uid)
        == ["NAME;LANGUAGE=de:Ä", "X-WR-CALNAME:M", "UID:U"].map { "warning a vdir has no place for \($0)" }
        + [
          unused
        ])
  }

  @Test func inputsOfAMergeComeBack() throws {
    let items = [("1", ["a.ics"]), ("2", ["a.ics", "b.ics"]), ("3", ["b.ics"]), ("4", [])]
    let marked = items.map { uid, origins in
      (["BEGIN:VTODO", "UID:\(uid)"] + origins.map { "X-LISTO-ORIGIN:\($0)" } + ["END:VTODO", ""])
        .joined(separator: "\r\n")
    }
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + marked.joined() + "END:VCALENDAR\r\n"
    let parts = try split([Array(text.utf8)], by: .origin).parts.map {
      ($0, String(decoding: $1, as: UTF8.self))
    }
    #expect(parts.map(\.0) == ["a", "b", "unknown"])
    #expect(
      parts.map(\.1) == [
        calendar(todo("UID:1"), todo("UID:2")), calendar(todo("UID:2"), todo("UID:3")),
        calendar(todo("UID:4")),
      ])
  }

  // MARK: Counting

  /// How often each component stands there, zones apart.
  private func lines(_ files: [[UInt8]]) throws -> [[UInt8]: Int] {
    var result: [[UInt8]: Int] = [:]
    for file in files {
      var reader = ItemReader(file)
      while let item = try reader.next() {
        guard case .component(let component) = item, component.kind != .vtimezone else { continue }
        result[Array(component.standingAlone().bytes), default: 0] += 1
      }
    }
    return result
  }

  private func zones(_ file: [UInt8]) throws -> (defined: Set<String>, used: Set<String>) {
    var (defined, used) = (Set<String>(), Set<String>())
    var reader = ItemReader(file)
    while let item = try reader.next() {
      guard case .component(let component) = item else { continue }
      if component.kind == .vtimezone {
        if let tzid = component.first(.tzid)?.text { defined.insert(tzid) }
      } else {
        used.formUnion(ZoneDifferences.names(of: component))
      }
    }
    return (defined, used)
  }
}
