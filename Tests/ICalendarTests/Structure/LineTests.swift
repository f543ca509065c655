import Testing

@testable import ICalendar

/// Content lines (RFC 5545 §3.1): where they end, how they are folded, what stands before them.
@Suite struct LineTests {
  static let lines = [
    "BEGIN:VTODO", "UID:1", "SUMMARY;LANGUAGE=de:Brötchen \u{1F950}", "X-Own:z", "END:VTODO",
  ]

  @Test(arguments: ["\r\n", "\n", "\r"])
  func anyLineEnd(end: String) throws {
    let text = Self.lines.map { $0 + end }.joined()
    let items = try Reading.items(text)
    let component = try #require(try Reading.components(text).first)
    #expect(component.isComplete)
    #expect(component.pairs == ["UID=1", "SUMMARY=Brötchen \u{1F950}", "X-OWN=z"])
    #expect(component.lineEnd == Array(end.utf8))
    #expect(items.count == 2, "the component, and that it is bare")
  }

  @Test func mixedLineEnds() throws {
    let component = try Reading.component("BEGIN:VTODO\r\nUID:1\nSUMMARY:a\r\n b\n\tc\r\nEND:VTODO\n")
    #expect(component.isComplete)
    #expect(component.pairs == ["UID=1", "SUMMARY=abc"])
    #expect(component.lineEnd == [0x0D, 0x0A])
  }

  @Test func aCarriageReturnInsideAValueIsNoLineEnd() throws {
    let component = try Reading.component("BEGIN:VTODO\r\nSUMMARY:a\rUID:2\r\nEND:VTODO\r\n")
    #expect(component.pairs == ["SUMMARY=a\rUID:2"])
  }

  @Test func aCarriageReturnBeforeASpaceIsKept() throws {
    // Only a line end and white space are a fold; this line has one of each.
    let component = try Reading.component("BEGIN:VTODO\r\nSUMMARY:a\r b\r\n c\r\nEND:VTODO\r\n")
    #expect(component.pairs == ["SUMMARY=a\r bc"])
  }

  /// A fold at every byte of a line: in the name, the parameters, the value, inside characters.
  @Test(arguments: ["\r\n ", "\n\t", "\r\n\t"])
  func foldedAnywhere(fold: String) throws {
    let line = Array("SUMMARY;LANGUAGE=\"d:e\";X-A=b^nc:Brötchen \u{1F950}, zwei".utf8)
    let plain = try Reading.property(String(decoding: line, as: UTF8.self))
    let end = fold.hasPrefix("\r") ? "\r\n" : "\n"
    for cut in 1...line.count {
      var bytes = Array("BEGIN:VTODO\(end)".utf8) + line[..<cut]
      bytes += Array(fold.utf8) + line[cut...] + Array("\(end)END:VTODO\(end)".utf8)
      let component = try #require(Component(bytes))
      let property = try #require(component.first(.summary), "cut at \(cut)")
      #expect(property.value.elementsEqual(plain.value), "cut at \(cut)")
      #expect(property.parameters == plain.parameters, "cut at \(cut)")
      #expect(property.unfolded.elementsEqual(line), "cut at \(cut)")
      #expect(component.isComplete, "cut at \(cut)")
    }
  }

  @Test func foldedBetweenAllBytes() throws {
    let text = "BEGIN:VTODO\r\nX-own;a=b:cd\r\nEND:VTODO\r\n"
    let folded = text.split(separator: "\r\n").map { $0.map(String.init).joined(separator: "\r\n ") + "\r\n" }
      .joined()
    let component = try Reading.component(folded)
    #expect(component.kind == .vtodo && component.isComplete)
    #expect(component.pairs == ["X-OWN=cd"])
    #expect(component.all(named: "x-OWN").count == 1)
    #expect(component.first(.uid) == nil)
  }

  @Test func byteOrderMarkAtTheStart() throws {
    let items = try Reading.items("\u{FEFF}BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n")
    guard case .open(let header)? = items.first else { return #expect(Bool(false), "\(items)") }
    #expect(header.pairs == ["VERSION=2.0"])
    #expect(items.count == 2)
  }

  @Test func byteOrderMarkWhereFilesWereJoined() throws {
    let file = "\u{FEFF}BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\n"
    let components = try Reading.components(file + file)
    #expect(components.count == 2)
    #expect(try Reading.problems(file + file).isEmpty)
  }

  @Test func byteOrderMarkBeforeAnyProperty() throws {
    let component = try Reading.component(
      "BEGIN:VTODO\n\u{FEFF}X-Own:1\n\u{FEFF}SUM\n MARY:2\n\u{FEFF}UID:3\nEND:VTODO\n")
    #expect(component.pairs == ["X-OWN=1", "SUMMARY=2", "UID=3"])
  }

  @Test func blankLinesBelongToNothing() throws {
    let text = "\r\nBEGIN:VTODO\r\n\r\nUID:1\r\n\r\nEND:VTODO\r\n\r\n"
    let component = try #require(try Reading.components(text).first)
    #expect(component.pairs == ["UID=1"])
    #expect(component.lineNumber == 2)
    #expect(component.first(.uid)?.lineNumber == 4)
    #expect(try Reading.problems(text).map(\.code) == [.bareComponent])
  }

  @Test func namesInAnyCase() throws {
    let component = try Reading.component("begin:vTodo\nuid:1\nSummary:a\nx-oWn:b\nend:Vtodo\n")
    #expect(component.kind == .vtodo && component.isComplete)
    #expect(component.pairs == ["UID=1", "SUMMARY=a", "X-OWN=b"])
    #expect(component.properties.map(\.id) == [.uid, .summary, .other])
  }

  @Test(arguments: PropertyID.allCases.filter { !$0.name.isEmpty })
  func everyNameFindsItsID(id: PropertyID) {
    #expect(PropertyID(name: id.name) == id)
    #expect(PropertyID(name: id.name.lowercased()) == id)
    #expect(PropertyID(name: id.name + "X") == .other)
    #expect(PropertyID(name: String(id.name.dropLast())) != id)
  }

  @Test(arguments: [
    "no colon", "SUMMARY", ":value", ";X=1:value", "SUM MARY:x", "SÜMMARY:x", "A\u{0}B:c",
    String(repeating: "N", count: 256) + ":x",
  ])
  func noContentLine(line: String) throws {
    let text = "BEGIN:VTODO\r\nUID:1\r\n\(line)\r\nSUMMARY:a\r\nEND:VTODO\r\n"
    let component = try Reading.component(text)
    #expect(component.properties.map(\.id) == [.uid, .malformed, .summary])
    let malformed = try #require(component.first(.malformed))
    #expect(malformed.name == "" && malformed.rawText == line && malformed.parameters.isEmpty)
    var reader = BatchReader(MemorySource(Array(text.utf8)))
    let batch = try #require(try reader.next())
    #expect(batch.malformedLines.map(\.line) == [3])
  }

  @Test(arguments: ["\r\n", "\n", "\r"])
  func lineNumbersCountPhysicalLines(end: String) throws {
    let text = ["BEGIN:VTODO", "SUMMARY:a", " b", " c", "UID:1", "END:VTODO", ""].joined(separator: end)
    let component = try Reading.component(text)
    #expect(component.first(.summary)?.lineNumber == 2)
    #expect(component.first(.uid)?.lineNumber == 5)
  }

  @Test func aCopyOfItsOwnSaysTheSame() throws {
    let items = try Reading.items(
      "BEGIN:VCALENDAR\r\nX-A:1\r\nBEGIN:VTODO\r\nUID:1\r\nBEGIN:VALARM\r\nUID:2\r\nEND:VALARM\r\nEND:VTODO\r\nX-B:2\r\n"
        + "X-C:3\r\nEND:VCALENDAR\r\n")
    var seen = 0
    for item in items {
      switch item {
      case .open(let component), .properties(let component), .component(let component):
        let copy = component.detached()
        #expect(copy.block.bytes.count == component.bytes.count, "it holds on to no more than its own bytes")
        #expect(copy.text == component.text && copy.pairs == component.pairs)
        #expect(copy.lineNumber == component.lineNumber)
        #expect(copy.properties.map(\.lineNumber) == component.properties.map(\.lineNumber))
        #expect(copy.children.map(\.text) == component.children.map(\.text))
        seen += 1
      default: continue
      }
    }
    #expect(seen == 3)
  }
}
