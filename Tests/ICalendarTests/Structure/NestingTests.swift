import Testing

@testable import ICalendar

/// Components inside components, and what becomes of those that do not end, never began, or nest too deep.
@Suite struct NestingTests {
  /// The components of the text, each as `NAME(children)`, `!` behind one without END.
  private func tree(_ text: String, limits: ReadingLimits = ReadingLimits()) throws -> String {
    func show(_ component: Component) -> String {
      let children = component.children.map(show).joined(separator: " ")
      let mark = component.isComplete ? "" : "!"
      return component.name + mark + (children.isEmpty ? "" : "(\(children))")
    }
    return try Reading.components(text, limits: limits).map(show).joined(separator: " ")
  }

  private func lines(_ words: String) -> String {
    words.split(separator: " ").map { word in
      word.hasPrefix("/") ? "END:\(word.dropFirst())\n" : word.contains(":") ? "\(word)\n" : "BEGIN:\(word)\n"
    }.joined()
  }

  @Test(arguments: [
    ("VCALENDAR VTODO VALARM /VALARM VALARM /VALARM /VTODO /VCALENDAR", "VTODO(VALARM VALARM)"),
    // An END is missing: of a reminder, its alarm, the calendar, all.
    ("VCALENDAR VTODO VTODO /VTODO /VCALENDAR", "VTODO! VTODO"),
    ("VCALENDAR VTODO VALARM /VTODO VTODO /VTODO /VCALENDAR", "VTODO(VALARM!) VTODO"),
    ("VCALENDAR VTODO VALARM VTODO /VTODO /VCALENDAR", "VTODO!(VALARM!) VTODO"),
    ("VCALENDAR VTODO VALARM VALARM /VALARM /VTODO /VCALENDAR", "VTODO(VALARM! VALARM)"),
    (
      "VCALENDAR VTIMEZONE STANDARD DAYLIGHT /DAYLIGHT /VTIMEZONE /VCALENDAR", "VTIMEZONE(STANDARD! DAYLIGHT)"
    ),
    ("VCALENDAR VTODO X-A X-B X-C VEVENT /VEVENT /VCALENDAR", "VTODO!(X-A!(X-B!(X-C!))) VEVENT"),
    ("VCALENDAR VTODO /VTODO VCALENDAR VTODO /VTODO /VCALENDAR", "VTODO VTODO"),
    ("VCALENDAR VTODO VCALENDAR VTODO /VTODO /VCALENDAR", "VTODO! VTODO"),
    ("VCALENDAR VTODO VALARM", "VTODO!(VALARM!)"),
    // Alarms may hold a place (RFC 9074 §8.1), and unknown components anything.
    ("VCALENDAR VTODO VALARM VLOCATION /VLOCATION /VALARM /VTODO /VCALENDAR", "VTODO(VALARM(VLOCATION))"),
    ("X-BOX VTODO /VTODO VTODO /VTODO /X-BOX", "X-BOX(VTODO VTODO)"),
    ("X-BOX VTODO VTODO /VTODO /X-BOX", "X-BOX(VTODO! VTODO)"),
    // An END too many.
    ("VCALENDAR /VTODO VTODO /VALARM UID:1 /VTODO /VTODO VTODO /VTODO /VCALENDAR", "VTODO VTODO"),
    ("/VCALENDAR VCALENDAR VTODO /VTODO /VCALENDAR /VCALENDAR VTODO /VTODO", "VTODO VTODO"),
    // No calendar around it.
    ("VTODO /VTODO VEVENT /VEVENT", "VTODO VEVENT"),
  ])
  func balance(words: String, expected: String) throws {
    let text = lines(words)
    #expect(try tree(text) == expected)
    #expect(try Reading.items(text).flatMap { $0.bytes } == Array(text.utf8))
  }

  @Test func diagnosticsNameTheLine() throws {
    let text = lines("VCALENDAR VTODO VALARM /VTODO /VEVENT VTODO")
    let problems = try Reading.problems(text)
    #expect(problems.map(\.code) == [.missingEnd, .strayEnd, .missingEnd, .missingEnd])
    #expect(problems.map(\.line) == [3, 5, 6, 7])
    #expect(try Reading.problems(lines("VTODO /VTODO")).map(\.code) == [.bareComponent])
  }

  @Test func aStrayEndInsideHidesNoProperty() throws {
    let component = try Reading.component(
      lines("VTODO UID:1 /VALARM SUMMARY:a VALARM UID:2 /VALARM X-B:c /VTODO"))
    #expect(component.pairs == ["UID=1", "SUMMARY=a", "X-B=c"])
  }

  // MARK: Too deep

  @Test func whatIsTooDeepIsNotReadAsItsContainer() throws {
    let text = lines("VCALENDAR VTODO UID:1 VALARM UID:2 /VALARM SUMMARY:a /VTODO VTODO /VTODO /VCALENDAR")
    let limits = ReadingLimits(nesting: 1)
    #expect(try tree(text, limits: limits) == "VTODO VTODO")
    let component = try #require(try Reading.components(text, limits: limits).first)
    #expect(component.pairs == ["UID=1", "SUMMARY=a"])
    #expect(try Reading.problems(text, limits: limits).map(\.code) == [.nestedTooDeep])
  }

  @Test func whatIsTooDeepAndNeverEndsCostsNoOther() throws {
    let deep = String(repeating: "X-A ", count: 5)
    let text = lines(
      "VCALENDAR VTODO \(deep) /VTODO VTODO UID:2 /VTODO VTODO \(deep) VTODO UID:4 /VTODO VTODO \(deep) /VCALENDAR "
        + "VCALENDAR VTODO /VTODO /VCALENDAR")
    let limits = ReadingLimits(nesting: 3)
    #expect(
      try tree(text, limits: limits)
        == "VTODO(X-A!(X-A!)) VTODO VTODO!(X-A!(X-A!)) VTODO VTODO!(X-A!(X-A!)) VTODO")
    #expect(try Reading.items(text, limits: limits).flatMap { $0.bytes } == Array(text.utf8))
  }

  @Test func aHundredThousandDeep() throws {
    let count = 100_000
    let text =
      "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X-A\n", count: count)
      + String(repeating: "END:X-A\n", count: count)
      + "BEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n"
    let components = try Reading.components(text)
    #expect(components.map(\.name) == ["X-A", "VTODO"])
    #expect(components.first?.isComplete == true)
    #expect(try Reading.problems(text).map(\.code) == [.nestedTooDeep])
  }

  // MARK: Too large

  @Test(arguments: ["\n", "\r\n", "\r"])
  func whatIsTooLargeCostsNoOther(end: String) throws {
    let long = String(repeating: "x", count: 6000)
    for item in [
      ["BEGIN:VTODO", "UID:2", "DESCRIPTION:\(long)", "BEGIN:VALARM", "END:VALARM", "END:VTODO"],
      // Its END is missing.
      ["BEGIN:VTODO", "UID:2", "DESCRIPTION:\(long)", "BEGIN:VALARM"],
      ["BEGIN:VTODO", "UID:2"] + [String](repeating: "COMMENT:a line of some length", count: 300),
    ] {
      let lines =
        ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1", "END:VTODO"] + item
        + ["BEGIN:VTODO", "UID:3", "END:VTODO", "BEGIN:VTODO", "UID:4", "END:VTODO", "END:VCALENDAR", ""]
      let text = lines.joined(separator: end)
      for block in [16, 100, 4096, 1 << 20] {
        let limits = ReadingLimits(itemBytes: 600, blockBytes: block)
        let items = try Reading.items(text, limits: limits)
        #expect(items.flatMap { $0.bytes } == Array(text.utf8), "block \(block)")
        guard block < 4096 else { continue }
        let components = items.compactMap {
          if case .component(let component) = $0 { component } else { nil }
        }
        #expect(
          components.map { $0.first(.uid)?.rawText } == ["1", "3", "4"], "block \(block), \(item.prefix(4))")
        #expect(components.map(\.lineNumber).suffix(2) == [5 + item.count, 8 + item.count], "block \(block)")
      }
    }
  }

  /// A reminder is never inside of what nests beyond the limit without an END.
  @Test func aReminderBehindWhatNestsTooDeep() throws {
    let text =
      "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:A\n", count: 9)
      + "BEGIN:VTODO\nUID:b\nEND:VTODO\nEND:VCALENDAR\n"
    let components = try Reading.components(text, limits: ReadingLimits(nesting: 3))
    #expect(components.map(\.name) == ["A", "VTODO"])
    #expect(components.last?.first(.uid)?.text == "b")
  }
}
