import ICalendar
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Values that are read as passages are those that are read token by token, and what is told of them is the
/// same.
struct JSONPassageTests {
  /// Work is done when it is waited for.
  private struct LateThreads: RecordThreads {
    let count = 2

    func begin<Output: Sendable>(_ work: @escaping @Sendable () -> Output) -> @Sendable () -> Output { work }
  }

  private struct Outcome: Equatable {
    var values: [String] = []
    var problems: [Diagnostic] = []
    /// How many came of passages.
    var inPassages = 0

    static func == (left: Outcome, right: Outcome) -> Bool {
      left.values == right.values && left.problems == right.problems
    }
  }

  private static func shown(_ node: JSONNode) -> String {
    var json = JSONText()
    json.node(node)
    return "\(node.line) " + String(decoding: json.bytes, as: UTF8.self)
  }

  /// Token by token.
  private func plainly(_ text: [UInt8], _ blockBytes: Int, _ limits: ReadingLimits) throws -> Outcome {
    var outcome = Outcome()
    var feed = TextFeed(MemorySource(text), blockBytes: blockBytes, limits: limits)
    try JSONReader.forEachText(in: &feed, "a value") { (json, token) throws(ICalendarError) in
      if token == .beginArray {
        try json.forEachElement { (_, node) throws(ICalendarError) in outcome.values.append(Self.shown(node))
        }
      } else if let node = try json.node(token) {
        outcome.values.append(Self.shown(node))
      }
      return true
    }
    outcome.problems = feed.problems
    return outcome
  }

  private func inPassages(
    _ text: [UInt8], _ blockBytes: Int, _ limits: ReadingLimits, _ threads: (any RecordThreads)?
  ) throws -> Outcome {
    var outcome = Outcome()
    var feed = TextFeed(MemorySource(text), blockBytes: blockBytes, limits: limits)
    // Arrays at the top are told from their elements.
    var stage = JSONStage<Int, String>(threads) { node, passage in
      passage.depth > 0 || node.isObject
    } _: { nodes, _ in
      nodes.map(Self.shown)
    }
    func take(_ piece: JSONPiece, _ json: inout JSONReader) -> [JSONPassage] {
      for result in stage.take(piece, size: json.takeSize(), in: 0) {
        switch result {
        case .made(let values):
          outcome.values += values
          if case .passage = piece { outcome.inPassages += values.count }
        case .unread(let passages): return passages
        }
      }
      return []
    }
    try JSONReader.forEachText(in: &feed, "a value") { (json, token) throws(ICalendarError) in
      if token == .beginArray {
        try json.forEachPiece { (json, piece) throws(ICalendarError) in take(piece, &json) }
        _ = take(.end, &json)
      } else if let node = try json.node(token) {
        _ = take(.value(node), &json)
      }
      return true
    } passages: { (json, piece) throws(ICalendarError) in
      take(piece, &json)
    }
    for case .made(let values) in stage.finish() { outcome.values += values }
    outcome.problems = feed.problems
    return outcome
  }

  private static let pieces: [String] = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "\r", "\r\n", " ", "\t", "a", "\\n", "\\\"", "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud83d", "\\ud83d\"ude00,", "null", "true", "-1.5e3", "01", "é", "\u{1F600}", "\"k\":1,", "\u{1}",
  ]

  private func object(_ random: inout SplitMix64, depth: Int = 0) -> String {
    func text() -> String {
      let plain = [
        "a", "é", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d\\ude00", "{", "]", ",", "words in it ", ":",
      ]
      return "\""
        + (0..<random.next() % 9).map { _ in plain[Int(random.next() % UInt64(plain.count))] }.joined() + "\""
    }
    func value() -> String {
      switch random.next() % 7 {
      case 0: "\(random.next() % 100_000)"
      case 1: "-0.5e+3"
      case 2: ["true", "false", "null"][Int(random.next() % 3)]
      case 3 where depth < 3: "[" + (0..<random.next() % 4).map { _ in value() }.joined(separator: ", ") + "]"
      case 4 where depth < 3: object(&random, depth: depth + 1)
      default: text()
      }
    }
    let gap = ["", " ", "\n", "\r\n  "][Int(random.next() % 4)]
    let members = (0..<random.next() % 6).map { number in "\"key\(number)\":\(gap)\(value())" }
    return "{" + members.joined(separator: "," + gap) + gap + "}"
  }

  @Test func passagesAreWhatIsReadTokenByToken() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var inPassages = 0
    for round in 0..<600 {
      let objects = (0..<1 + random.next() % 30).map { _ in object(&random) }
      let isArray = random.next() % 2 == 0
      var text = Array(
        (isArray ? "[" + objects.joined(separator: " ,\n") + "]" : objects.joined(separator: "\n")).utf8)
      // Half of them are broken somewhere.
      for _ in 0..<(round % 2 == 0 ? 0 : 1 + random.next() % 3) {
        let place = Int(random.next() % UInt64(text.count))
        switch random.next() % 4 {
        case 0: text.remove(at: place)
        case 1: text[place] = 0xFF
        default:
          text.insert(contentsOf: Self.pieces[Int(random.next() % UInt64(Self.pieces.count))].utf8, at: place)
        }
        if text.isEmpty { text = [0x20] }
      }
      var limits = ReadingLimits()
      if random.next() % 4 == 0 {
        limits[.itemSize] = Limit.itemSize.row.range.lowerBound
        limits[.valueNesting] = max(3, Limit.valueNesting.row.range.lowerBound)
      }
      for blockBytes in [16, 100, 1 << 18] {
        let expected = try plainly(text, blockBytes, limits)
        for threads in [nil, LateThreads()] as [LateThreads?] {
          let made = try self.inPassages(text, blockBytes, limits, threads)
          #expect(made == expected, "seed \(seed), round \(round), blocks of \(blockBytes)")
          inPassages += made.inPassages
        }
      }
    }
    #expect(inPassages > 0)
  }

  @Test func manyScalarsAreLookedAtOnce() throws {
    // Brackets are looked for before each element; where none is near, not again before the next.
    let text = Array(("[" + String(repeating: "1,", count: 20_000) + "{}]").utf8)
    let made = try inPassages(text, 1 << 18, ReadingLimits(), nil)
    #expect(made.values.count == 20_001)
    #expect(made.problems.isEmpty)
  }
}
