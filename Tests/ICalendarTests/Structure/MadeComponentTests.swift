import Testing

@testable import ICalendar

/// A component that is known to stand alone is read as one that is looked for.
@Suite struct MadeComponentTests {
  @Test(arguments: [
    "", "SUMMARY:a\r\n", "SUMMARY:a\r\n b\r\n\tc\r\nX-A;B=c:d\r\n", "EXDATE:20261201\r\nBEGINNING:1\r\n",
    "no line\r\n\r\n;x\r\nDUE;VALUE=DATE:20261201\r\n", "a\rb:c\r\nX:1\n\nY:2\r\n",
    String(repeating: "EXDATE:20261201\r\nX-LONG:\(String(repeating: "é", count: 40))\r\n", count: 200),
  ])
  func isReadAsOneThatIsLookedFor(lines: String) throws {
    let bytes = Array("BEGIN:VTODO\r\n\(lines)END:VTODO\r\n".utf8)
    let made = Component(made: bytes, kind: .vtodo)
    let found = try #require(Component(bytes))
    #expect(made.isRead(like: found))
    #expect(made.kind == found.kind && made.lineNumber == found.lineNumber && !made.hasChildren)
    let (left, right) = (Array(made.properties), Array(found.properties))
    #expect(left.map(\.id) == right.map(\.id))
    #expect(left.map(\.bytes) == right.map(\.bytes))
    #expect(left.map(\.value) == right.map(\.value))
    #expect(left.map(\.lineNumber) == right.map(\.lineNumber))
  }
}
