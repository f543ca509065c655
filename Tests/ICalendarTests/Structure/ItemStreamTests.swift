import Testing

import ListoTestSupport
@testable import ICalendar

/// Nothing is lost in reading (Documentation/Laws.md): the bytes of all items, joined, are the input, however
/// it is cut into blocks.
@Suite struct ItemStreamTests {
  @Test(arguments: [
    "", "x", "\r\n", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\n",
    "\u{FEFF}BEGIN:VCALENDAR\r\nEND:VCALENDAR", "BEGIN:VTODO\rUID:1\rEND:VTODO\r",
    "END:VTODO\nBEGIN:VTODO\nEND:VEVENT\n",
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n b\n\n\nEND:VTODO\njunk\nX-A:b\n\nEND:VCALENDAR\n\n\njunk",
  ])
  func smallInputs(text: String) throws {
    for block in [1, 2, 3, 7, 1 << 20] {
      #expect(try joined(Array(text.utf8), block: block) == Array(text.utf8), "block \(block)")
    }
  }

  @Test func generatedInputs() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<400 {
      let input = hostileInput(&random)
      let whole = try items(input, block: 1 << 20)
      for block in [1, 5, 64] {
        let cut = try items(input, block: block)
        #expect(cut.flatMap { $0.bytes } == input, "seed \(seed), round \(round), block \(block)")
        #expect(shape(cut) == shape(whole), "seed \(seed), round \(round), block \(block)")
      }
    }
  }

  @Test func oversizeItemsPassUnread() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for round in 0..<200 {
      let input = hostileInput(&random)
      let limits = ReadingLimits(itemBytes: Int.random(in: 1...40, using: &random), blockBytes: 16)
      var reader = ItemReader(input, limits: limits)
      var output: [UInt8] = []
      while let item = try reader.next() { output += item.bytes }
      #expect(output == input, "seed \(seed), round \(round)")
    }
  }

  @Test func whatFollowsAnOversizeItemIsRead() throws {
    let long = String(repeating: "x", count: 5000)
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:1
      END:VTODO
      BEGIN:VTODO
      UID:2
      DESCRIPTION:\(long)
      BEGIN:VALARM
      END:VALARM
      END:VTODO
      BEGIN:VTODO
      UID:3
      END:VTODO
      END:VCALENDAR

      """
    var reader = ItemReader(Array(text.utf8), limits: ReadingLimits(itemBytes: 500, blockBytes: 100))
    var uids: [String] = []
    var codes: [Diagnostic.Code] = []
    while let item = try reader.next() {
      if case .component(let component) = item { uids.append(component.first(.uid)?.rawText ?? "?") }
      if case .problem(let problem) = item {
        codes.append(problem.code)
        #expect(problem.line == 5)
      }
    }
    #expect(uids == ["1", "3"])
    #expect(codes == [.tooLarge])
  }

  @Test func ownFilesComeBackByteForByte() throws {
    #expect(Corpus.own.count > 50)
    // A block ends at every place of a line, and within characters and line ends.
    try expectBytes(of: Corpus.own, blocks: [1 << 20, 4099, 67, 1])
  }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func corpusComesBackByteForByte() throws {
    #expect(!Corpus.others.isEmpty)
    try expectBytes(of: Corpus.others, blocks: [1 << 20, 4099])
  }

  private func expectBytes(of files: [String], blocks: [Int]) throws {
    for file in files {
      let input = try Corpus.bytes(file)
      for block in blocks {
        #expect(try joined(input, block: block) == input, "\(file), blocks of \(block)")
      }
    }
  }

  private func joined(_ input: [UInt8], block: Int) throws -> [UInt8] {
    try items(input, block: block).flatMap { $0.bytes }
  }

  private func items(_ input: [UInt8], block: Int) throws -> [Item] {
    var reader = ItemReader(input, limits: ReadingLimits(blockBytes: block))
    var result: [Item] = []
    while let item = try reader.next() { result.append(item) }
    return result
  }

  /// The kinds, lines and names of the items, however runs of other bytes are cut.
  private func shape(_ items: [Item]) -> [String] {
    var result: [String] = []
    var nul: [String] = []
    for item in items {
      switch item {
      case .open(let header): result.append("open \(header.lineNumber) \(Array(header.bytes))")
      case .properties(let lines): result += lines.properties.map { "property \($0.lineNumber) \($0.name)" }
      case .component(let component):
        result.append("\(component.name) \(component.lineNumber) \(component.isComplete)")
      case .other: continue
      case .close: result.append("close")
      // Where text outside of a calendar is cut, its announcement may repeat.
      case .problem(let problem) where problem.code == .strayText: continue
      // Announced with the batch that holds the byte.
      case .problem(let problem) where problem.code == .nulByte: nul.append(problem.description)
      case .problem(let problem): result.append(problem.description)
      }
    }
    return result + nul
  }
}

/// Lines that are likely to be wrong together: unbalanced, folded anywhere, with any line end.
func hostileInput(_ random: inout SplitMix64) -> [UInt8] {
  let words = [
    "BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VTODO", "END:VTODO", "begin:vevent", "END:VEVENT",
    "BEGIN:VALARM",
    "END:VALARM", "BEGIN:X-THING", "END:X-THING", "UID:abc", "SUMMARY:ä \u{1F600}", "X-A;B=\"c:d\":e", "",
    " ", "\t",
    "no colon", ":", "DUE;VALUE=DATE:20260101", "\u{FEFF}BEGIN:VCALENDAR", "A\0B:c", "SUM\r\n MARY:x",
  ]
  let ends = ["\r\n", "\r\n", "\n", "\n", "\r", "\r\n ", "\n\t", ""]
  var result: [UInt8] = []
  for _ in 0..<Int.random(in: 0...30, using: &random) {
    result += words.pick(using: &random).utf8
    result += ends.pick(using: &random).utf8
  }
  return result
}
