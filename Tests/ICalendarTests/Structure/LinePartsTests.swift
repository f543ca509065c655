import ListoTestSupport
import Testing

@testable import ICalendar

/// The parts of lines are those that properties read.
@Suite struct LinePartsTests {
  @Test func generated() throws {
    let seed = Seed.current
    var random = ComponentGenerator(seed: seed)
    var (usual, folded) = (0, 0)
    for _ in 0..<2000 {
      let component = try #require(Component(random.component()))
      for component in [component] + component.children {
        let compared = try #require(try compare(component), "LISTO_SEED=\(seed)")
        usual += compared.usual
        folded += compared.folded
      }
    }
    #expect(usual > 10_000 && folded > 5, "\(usual), \(folded), LISTO_SEED=\(seed)")
  }

  @Test func ownFiles() throws { try compareAll(Corpus.own, atLeast: 100) }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func corpus() throws { try compareAll(Corpus.others, atLeast: 1000) }

  private func compareAll(_ files: [String], atLeast least: Int) throws {
    var (components, usual) = (0, 0)
    for file in files {
      var reader = ItemReader(try Corpus.bytes(file))
      while let item = try reader.next() {
        guard case .component(let component) = item else { continue }
        components += 1
        if try compare(component) != nil { usual += 1 }
      }
    }
    #expect(components > least && usual > components / 2)
  }

  @Test(arguments: [
    "no content line", "SUM\r\n MARY:a", "\u{FEFF}SUMMARY:a", "X-LON\r\n G:a", "SUMMARY;X=\"a:b", "X\u{7F}:a",
  ])
  func unusualLines(line: String) throws {
    let text = "BEGIN:VTODO\r\nUID:1\r\n\(line)\r\nEND:VTODO\r\n"
    let component = try #require(Component(Array(text.utf8)))
    #expect(try compare(component) == nil)
  }

  @Test(arguments: ["summary:a", "SUMMARY:a\rb", "X-:a", "Summary;X=\"a:b\";Y=c:d:e", "", " "])
  func usualLines(line: String) throws {
    let text = "BEGIN:VTODO\r\nUID:1\r\n\(line)\r\nEND:VTODO\r\n"
    let component = try #require(Component(Array(text.utf8)))
    #expect(try compare(component) != nil)
  }

  @Test func moreLinesThanAskedFor() throws {
    let lines = (0..<20).map { "X-A:\($0)\r\n" }.joined()
    let component = try #require(Component(Array("BEGIN:VTODO\r\n\(lines)END:VTODO\r\n".utf8)))
    var (parts, folded): ([LineParts], UInt64) = ([], 0)
    #expect(component.parts(into: &parts, most: 20, folded: &folded))
    #expect(!component.parts(into: &parts, most: 19, folded: &folded))
  }

  /// Behind a child, lines go on; of two physical lines each counts.
  @Test func numbers() throws {
    let text =
      "BEGIN:VTODO\r\nSUMMARY:a\r\n b\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM\r\nUID:1\r\nEND:VTODO\r\n"
    let component = try #require(Component(Array(text.utf8), firstLine: 10))
    var (parts, folded): ([LineParts], UInt64) = ([], 0)
    #expect(component.parts(into: &parts, folded: &folded))
    #expect(folded == 1 && parts[0].parameters.isEmpty)
    #expect(parts.map { component.property(ofLine: $0.line).lineNumber } == [11, 16])
  }

  /// - Returns: how many lines are the same, and how many of them are folded; nil where the places of one
  ///   cannot be told.
  private func compare(_ component: Component) throws -> (usual: Int, folded: Int)? {
    var (parts, folded): ([LineParts], UInt64) = ([], 0)
    guard component.parts(into: &parts, folded: &folded) else { return nil }
    let (properties, bytes) = (Array(component.properties), component.bytes)
    try #require(parts.count == properties.count)
    for (index, (part, property)) in zip(parts, properties).enumerated() {
      let text = bytes[bytes.startIndex + part.value.lowerBound..<bytes.startIndex + part.value.upperBound]
      #expect(part.id == property.id)
      let again = component.property(ofLine: part.line)
      #expect(again.bytes == property.bytes && again.lineNumber == property.lineNumber)
      if folded & 1 << UInt64(index) != 0 {
        #expect(Folding.unfold(text, component.block.lineEnd).elementsEqual(property.unfolded))
      } else {
        #expect(text.elementsEqual(property.value))
        #expect(part.parameters.isEmpty == property.parameters.isEmpty)
      }
    }
    return (parts.count, folded.nonzeroBitCount)
  }
}
