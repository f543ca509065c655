import Testing

import ListoTestSupport
@testable import ICalendar

/// Edits: what was asked for is there, and every other line is the same bytes.
@Suite struct EditingTests {
  @Test(arguments: ["\r\n", "\n", "\r"])
  func setReplaceRemoveAppend(end: String) throws {
    func text(_ lines: [String]) -> String { lines.map { $0 + end }.joined() }
    var component = try Reading.component(
      text([
        "BEGIN:VTODO", "uid:1", "SUMMARY;X=1:a", " b", "BEGIN:VALARM", "SUMMARY:in", "END:VALARM", "X-LATE:1",
        "END:VTODO",
      ]))
    component.set(.summary, value: Array("new".utf8))
    component.set(
      .due, parameters: [Parameter(name: "VALUE", values: ["DATE"])], value: Array("20260101".utf8))
    component.set(.uid, value: nil)
    component.set(.geo, value: nil)
    #expect(
      component.text
        == text([
          "BEGIN:VTODO", "SUMMARY:new", "DUE;VALUE=DATE:20260101", "BEGIN:VALARM", "SUMMARY:in", "END:VALARM",
          "X-LATE:1", "END:VTODO",
        ]))
    #expect(component.isComplete)
  }

  @Test func theSameValueChangesNothing() throws {
    let text = "BEGIN:VTODO\nSUMM\n ARY:a\n  b\nEND:VTODO\n"
    var component = try Reading.component(text)
    component.set(.summary, value: Array("a b".utf8))
    #expect(component.text == text)
  }

  @Test func propertiesOfTheCalendarBehindItsComponents() throws {
    let items = try Reading.items("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\nX-A:1\nX-B:2\nEND:VCALENDAR\n")
    let found = items.lazy.compactMap { if case .properties(let component) = $0 { component } else { nil } }
      .first
    var properties = try #require(found)
    properties.set(.color, value: Array("red".utf8))
    #expect(properties.text == "X-A:1\nX-B:2\nCOLOR:red\n")
    let first = try #require(properties.all(named: "X-A").first)
    #expect(properties.edited([.remove(first)]).text == "X-B:2\nCOLOR:red\n")
  }

  @Test func aPropertyOfAnotherReadingIsNotTaken() throws {
    let component = try Reading.component("BEGIN:VTODO\nUID:1\nSUMMARY:a\nEND:VTODO\n")
    let foreign = try #require(
      try Reading.component("BEGIN:VTODO\nX-A:1\nX-B:1\nEND:VTODO\n").all(named: "X-A").first)
    #expect(component.edited([.remove(foreign)]).text == component.text)
  }

  /// Random edits of random components: each line that no edit names stands where it stood, byte for byte.
  @Test func generatedEdits() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<500 {
      let end = ["\r\n", "\n", "\r"].pick(using: &random)
      var lines = Self.lines(&random, end)
      let component = try Reading.component(lines.map(\.text).joined())
      let own = Array(component.properties)
      let places = lines.indices.filter { lines[$0].isProperty }
      try #require(own.count == places.count, "seed \(seed), round \(round)")
      let behindLast = (lines.prefix { $0.isOwn }.lastIndex { $0.isProperty } ?? 0) + 1
      var edits: [Component.Edit] = []
      for (property, place) in zip(own, places) {
        let line = ContentLineText.line("X-NEW", value: Self.value(&random), lineEnd: Array(end.utf8))
        switch Int.random(in: 0...3, using: &random) {
        case 0:
          edits.append(.replace(property, line))
          lines[place].text = String(decoding: line, as: UTF8.self)
        case 1:
          edits.append(.remove(property))
          lines[place].text = ""
        default: continue
        }
      }
      let added = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        ContentLineText.line("X-ADDED", value: Self.value(&random), lineEnd: Array(end.utf8))
      }
      edits += added.map { .append($0) }
      edits.shuffle(using: &random)
      let addedInOrder = edits.flatMap { edit -> [UInt8] in
        if case .append(let bytes) = edit { bytes } else { [] }
      }
      let edited = component.edited(edits)

      // The lines as they were, those that were named changed.
      let text =
        lines[..<behindLast].map(\.text).joined() + String(decoding: addedInOrder, as: UTF8.self)
        + lines[behindLast...].map(\.text).joined()
      #expect(edited.text == text, "seed \(seed), round \(round)")
      #expect(edited.isComplete, "seed \(seed), round \(round)")
      #expect(edited.children.map(\.text) == component.children.map(\.text), "seed \(seed), round \(round)")
      #expect(
        Array(edited.properties).count
          == own.count - edits.filter { if case .remove = $0 { true } else { false } }.count + added.count,
        "seed \(seed), round \(round)")
      let read = try Reading.component(edited.text)
      #expect(read.pairs == edited.pairs, "seed \(seed), round \(round)")
    }
  }

  // MARK: completed()

  @Test(arguments: [
    ("BEGIN:VTODO\nUID:1\nEND:VTODO\n", "BEGIN:VTODO\nUID:1\nEND:VTODO\n"),
    ("BEGIN:VTODO\nUID:1\nEND:VTODO", "BEGIN:VTODO\nUID:1\nEND:VTODO\n"),
    ("BEGIN:VTODO\nUID:1\n", "BEGIN:VTODO\nUID:1\nEND:VTODO\n"),
    ("BEGIN:VTODO\nUID:1", "BEGIN:VTODO\nUID:1\nEND:VTODO\n"),
    ("BEGIN:VTODO", "BEGIN:VTODO\r\nEND:VTODO\r\n"),
    ("BEGIN:VTODO\nBEGIN:VALARM\nUID:2", "BEGIN:VTODO\nBEGIN:VALARM\nUID:2\nEND:VALARM\nEND:VTODO\n"),
    (
      "BEGIN:VTODO\nBEGIN:VALARM\nBEGIN:VALARM\n",
      "BEGIN:VTODO\nBEGIN:VALARM\nEND:VALARM\nBEGIN:VALARM\nEND:VALARM\nEND:VTODO\n"
    ),
    ("BEGIN:VTODO\nBEGIN:VALARM\nEND:VTODO", "BEGIN:VTODO\nBEGIN:VALARM\nEND:VALARM\nEND:VTODO\n"),
    ("BEGIN:VTODO\nBEGIN:x-Ö\n", "BEGIN:VTODO\nBEGIN:x-Ö\nEND:X-Ö\nEND:VTODO\n"),
    // The file was cut between carriage return and line feed.
    ("BEGIN:VTODO\r\nUID:1\r", "BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n"),
    ("BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r", "BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n"),
    ("BEGIN:VTODO\rUID:1\r", "BEGIN:VTODO\rUID:1\rEND:VTODO\r"),
    // The last line is the END of a part, and not of the component, whose name is the same or begins so.
    ("BEGIN:X\nBEGIN:X\nEND:X", "BEGIN:X\nBEGIN:X\nEND:X\nEND:X\n"),
    ("BEGIN:X-Y\nBEGIN:X\nEND:X", "BEGIN:X-Y\nBEGIN:X\nEND:X\nEND:X-Y\n"),
    ("BEGIN:X\r\nBEGIN:X\r\nEND:X\r", "BEGIN:X\r\nBEGIN:X\r\nEND:X\r\nEND:X\r\n"),
    // A carriage return within the name begins no line.
    ("BEGIN:X\r\n \rEND:X", "BEGIN:X\r\n \rEND:X\r\nEND:XEND:X\r\n"),
  ])
  func completed(text: String, expected: String) throws {
    let completed = try Reading.component(text).completed()
    #expect(completed.text == expected)
    #expect(completed.isComplete)
    #expect(completed.completed().text == expected)
  }

  /// Found by fuzzing: an `END` with replacement characters in its name ends nothing, and merging again added
  /// another.
  @Test func completedWithANameThatIsNoUTF8() throws {
    let begin = Array("BEGIN:X-".utf8) + [0xFF, 0x0A]
    let completed = try #require(Component(begin)).completed()
    #expect(completed.isComplete)
    #expect(completed.bytes.elementsEqual(begin + Array("END:X-".utf8) + [0xFF, 0x0A]))
  }

  @Test func completedWhateverItWas() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<400 {
      for item in try Reading.items(hostileInput(&random)) {
        // A fold before the name would join the line that stands before it here.
        guard case .component(let component) = item, component.bytes.first != 0x0A else { continue }
        let completed = component.completed()
        let note = "seed \(seed), round \(round)\n\(component.text.debugDescription)"
        #expect(completed.isComplete, "\(note)")
        let end: [UInt8] = component.block.lineEnd == .carriageReturn ? [0x0D] : [0x0A]
        let around = Array("BEGIN:VCALENDAR".utf8) + end + completed.bytes + Array("END:VCALENDAR".utf8)
        let read = try Reading.items(around).compactMap {
          if case .component(let one) = $0 { one } else { nil }
        }
        #expect(read.count == 1 && read[0].isComplete, "\(note)")
        #expect(read[0].pairs == component.pairs, "\(note)")
      }
    }
  }

  /// A line that begins with a fold: its line feed is no half of the line end before it.
  @Test func aCarriageReturnAndALineFeedStayTwo() throws {
    let component = try #require(Component(Array("BEGIN:X-A\rB:1\nC:2\n\n\tD:3\rEND:X-A\r".utf8)))
    let (first, second) = (
      component.properties.first { $0.name == "B" }, component.properties.first { $0.name == "C" }
    )
    #expect(
      component.properties.map { String(decoding: $0.unfolded, as: UTF8.self) } == ["B:1", "C:2", "D:3"])
    let replaced = component.edited([.replace(try #require(second), Array("E:4\r".utf8))])
    #expect(
      replaced.properties.map { String(decoding: $0.unfolded, as: UTF8.self) } == ["B:1", "E:4", "D:3"])
    let removed = component.edited([.remove(try #require(first)), .remove(try #require(second))])
    #expect(removed.properties.map { String(decoding: $0.unfolded, as: UTF8.self) } == ["D:3"])
    let nesting = try #require(
      Component(Array("BEGIN:X-A\rBEGIN:X-B\rEND:X-B\rC:2\n\n\tD:3\rEND:X-A\r".utf8)))
    let middle = try #require(nesting.properties.first { $0.name == "C" })
    let kept = nesting.edited([.remove(middle)])
    #expect(kept.children.map(\.bytes) == nesting.children.map(\.bytes))
    #expect(kept.properties.map { String(decoding: $0.unfolded, as: UTF8.self) } == ["D:3"])
  }

  @Test func appendingToALineThatWasCutOff() throws {
    for (text, end) in [
      ("BEGIN:VTODO\r\nUID:1\r", "\r\n"), ("BEGIN:VTODO\nUID:1", "\n"), ("BEGIN:VTODO\rUID:1", "\r"),
    ] {
      var component = try Reading.component(text)
      component.set(.summary, value: Array("a".utf8))
      #expect(component.text == "BEGIN:VTODO\(end)UID:1\(end)SUMMARY:a\(end)")
    }
  }

  // MARK: Generated components

  private struct Line {
    var text: String
    /// It is the component's own, neither an alarm's nor behind one.
    var isOwn = true
    var isProperty = false
  }

  private static func lines(_ random: inout SplitMix64, _ end: String) -> [Line] {
    func property(_ random: inout SplitMix64, isOwn: Bool, isProperty: Bool = true) -> Line {
      let text = [
        "UID:\(Int.random(in: 0...9, using: &random))", "SUMMARY;LANGUAGE=de:a\(end) b",
        "x-own;a=\"b:c\":\(end)\td", "no colon", "CATEGORIES:a,b\\,c",
        "DESCRIPTION:\(String(repeating: "long ", count: 20))",
        "", "DUE;VALUE=DATE:20260101",
      ].pick(using: &random)
      return Line(text: text + end, isOwn: isOwn, isProperty: isProperty && !text.isEmpty)
    }
    var lines = [Line(text: "BEGIN:VTODO" + end)]
    for _ in 0..<Int.random(in: 0...6, using: &random) { lines.append(property(&random, isOwn: true)) }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      lines.append(Line(text: "BEGIN:VALARM" + end, isOwn: false))
      lines.append(property(&random, isOwn: false, isProperty: false))
      lines.append(Line(text: "END:VALARM" + end, isOwn: false))
      if Bool.random(using: &random) {
        lines.append(Line(text: "X-BEHIND:1" + end, isOwn: false, isProperty: true))
      }
    }
    return lines + [Line(text: "END:VTODO" + end, isOwn: false)]
  }

  private static func value(_ random: inout SplitMix64) -> [UInt8] {
    Array(String(repeating: "värde ", count: Int.random(in: 0...30, using: &random)).utf8)
  }
}
