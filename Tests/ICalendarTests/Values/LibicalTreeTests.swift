import ICalendar
import Testing

@Suite struct LibicalTreeTests {
  static func parse(_ text: String) throws -> LibicalComponent? {
    try LibicalComponent.parse(Array(text.replacing("\n", with: "\r\n").utf8))
  }

  @Test func readsATree() throws {
    let tree = try #require(
      try Self.parse(
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VTODO
        UID:1
        DUE;TZID=Europe/Berlin;X-A=b:20261201T101500
        SUMMARY:Milk\\, b
         read
        DURATION:P1Y
        BEGIN:VALARM
        ACTION:DISPLAY
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """))
    #expect(tree.kind == "VCALENDAR")
    #expect(tree.properties.map { "\($0.name):\($0.value)" } == ["VERSION:2.0"])
    let todo = try #require(tree.children.first)
    #expect(todo.kind == "VTODO")
    #expect(todo.properties.map(\.name) == ["UID", "DUE", "SUMMARY"])
    #expect(todo.properties[1].value == "20261201T101500")
    #expect(todo.properties[1].parameters.map(\.name) == ["TZID", "X-A"])
    #expect(todo.properties[1].parameters.map(\.value) == ["Europe/Berlin", "b"])
    #expect(todo.properties[2].value == "Milk\\, bread")
    #expect(todo.errors.count == 1)
    #expect(todo.children.map(\.kind) == ["VALARM"])
  }

  /// A blank in a name is none that libical removes, but for that of a fold: of an END without its BEGIN it
  /// would tell standard error.
  @Test func blanksInBegin() throws {
    #expect(throws: ValueError.self) { try Self.parse("BEGIN:VTODO\nB EGIN:VALARM\nEND:VALARM\nEND:VTODO\n") }
    #expect(throws: ValueError.self) {
      try Self.parse("BEGIN:VTODO\nB\tEGIN:VALARM\nEND:VALARM\nEND:VTODO\n")
    }
    let folded = try #require(try Self.parse("BEGIN:VTODO\nB\n EGIN:VALARM\nEND:VALARM\nEND:VTODO\n"))
    #expect(folded.children.map(\.kind) == ["VALARM"])
  }

  @Test func severalCalendarsAndNone() throws {
    let two = try #require(
      try Self.parse("BEGIN:VCALENDAR\nEND:VCALENDAR\nBEGIN:VCALENDAR\nEND:VCALENDAR\n"))
    #expect(two.kind == "XROOT" && two.children.map(\.kind) == ["VCALENDAR", "VCALENDAR"])
    #expect(try LibicalComponent.parse([]) == nil)
    #expect(try Self.parse("BEGIN:VTODO\nUID:1\n") == nil)
  }

  @Test func refusesWhatWouldHang() throws {
    func code(_ text: String) -> ValueError.Code? {
      #expect(throws: ValueError.self) { try Self.parse(text) }?.code
    }
    #expect(code("BEGIN:VTODO\nSUMMARY:a\u{0}b\nEND:VTODO\n") == .nul)
    #expect(code("SUMMARY:" + String(repeating: "a", count: 1 << 20) + "\n") == .limit)
    let folded = String(repeating: String(repeating: "a", count: 70) + "\n ", count: 15_000)
    #expect(code("SUMMARY:" + folded + "\n") == .limit)
    #expect(code(String(repeating: "BEGIN:VTODO\n", count: 501)) == .limit)
    #expect(code(String(repeating: "begin:VTODO\n", count: 501)) == .limit)
    #expect(code(String(repeating: "BE\n GIN:VTODO\n", count: 501)) == .limit)
    #expect(code(String(repeating: "BE\rGIN:VTODO\n", count: 501)) == .limit)
    #expect(code(String(repeating: "BEGIN:VTODO\nEND:X\n", count: 501)) == .limit)
    #expect(code(String(repeating: "DUE:bad\n", count: 20_001)) == .limit)
  }

  @Test func manyComponentsAreFine() throws {
    let todo = "BEGIN:VTODO\nUID:1\nSUMMARY:a\nend:vtodo\n"
    let tree = try Self.parse(
      "BEGIN:VCALENDAR\n" + String(repeating: todo, count: 20_000) + "END:VCALENDAR\n")
    #expect(tree?.children.count == 20_000)
    let deep = String(repeating: "BEGIN:VTODO\n", count: 500) + String(repeating: "END:VTODO\n", count: 500)
    #expect(try Self.parse(deep) != nil)
  }

  @Test func restrictions() throws {
    func breaches(_ lines: String, _ method: String) throws -> [String] {
      let component = try #require(Component(Array("BEGIN:VTODO\n\(lines)\nEND:VTODO\n".utf8)))
      let breaches = try #require(try component.restrictionBreaches(method: method))
      #expect(breaches.allSatisfy { $0.kind == .restriction })
      return breaches.compactMap(\.property)
    }
    let whole =
      "UID:1\nDTSTAMP:20260101T000000Z\nORGANIZER:mailto:a\nDTSTART:20260101T000000Z\nPRIORITY:1\nSUMMARY:a"
    #expect(try breaches(whole, "PUBLISH") == [])
    #expect(try breaches(whole + "\nSUMMARY:b", "PUBLISH") == ["SUMMARY"])
    #expect(try breaches(whole, "REQUEST") == ["ATTENDEE"])
    #expect(try breaches("UID:1", "CANCEL").contains("DTSTAMP"))
    #expect(try breaches("UID:1", "X-UNKNOWN") == [])
  }
}
