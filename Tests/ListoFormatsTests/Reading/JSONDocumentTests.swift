import ICalendar
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Values that are read whole, flat, are what was written, however the input comes in pieces.
struct JSONDocumentTests {
  /// A value by chance, and its text.
  private indirect enum Value: Equatable {
    case text(String), number(Int), yes, no, null
    case array([Value])
    case object([(key: String, value: Value)])

    static func == (left: Value, right: Value) -> Bool { left.shown == right.shown }

    init(_ node: JSONNode) {
      switch node.content {
      case .string(let text): self = .text(text)
      case .number(let text): self = .number(Int(text) ?? -1)
      case .bool(let value): self = value ? .yes : .no
      case .null, .omitted: self = .null
      case .array(let elements): self = .array(elements.map(Value.init))
      case .object(let members): self = .object(members.map { ($0.key, Value($0.value)) })
      }
    }

    init(_ random: inout SplitMix64, depth: Int) {
      switch random.next() % (depth < 4 ? 8 : 5) {
      case 0: self = .number(Int(random.next() % 1000))
      case 1: self = .yes
      case 2: self = .no
      case 3: self = .null
      case 4: self = .text(Self.text(&random))
      case 5, 6:
        // Some have more keys than are looked through one by one, and keys that stand twice.
        let count = Int(random.next() % (random.next() % 4 == 0 ? 64 : 6))
        self = .object(
          (0..<count).map { _ in
            (
              random.next() % 3 == 0 ? Self.text(&random) : "k\(random.next() % 60)",
              Value(&random, depth: depth + 1)
            )
          })
      default:
        let count = Int(random.next() % 5)
        self = .array((0..<count).map { _ in Value(&random, depth: depth + 1) })
      }
    }

    private static func text(_ random: inout SplitMix64) -> String {
      let pieces = [
        "a", "Ω", "\u{1F600}", "\"", "\\", "\n", "\r", "\u{1}", ",", "{", "plain words ", "]", "é",
      ]
      return (0..<random.next() % 8).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
    }

    /// Of keys that stand twice the last value, in the place of the first; and how many there are in all of
    /// it.
    var unique: (value: Value, repeated: Int) {
      switch self {
      case .array(let elements):
        let made = elements.map(\.unique)
        return (.array(made.map(\.value)), made.reduce(0) { $0 + $1.repeated })
      case .object(let members):
        var result: [(key: String, value: Value)] = []
        var repeated = 0
        for (key, value) in members {
          let made = value.unique
          repeated += made.repeated
          if let known = result.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
            result[known].value = made.value
            repeated += 1
          } else {
            result.append((key, made.value))
          }
        }
        return (.object(result), repeated)
      default: return (self, 0)
      }
    }

    /// As JSON with white space.
    var shown: String {
      func quoted(_ text: String) -> String {
        var json = JSONText()
        json.string(text)
        return String(decoding: json.bytes, as: UTF8.self)
      }
      return switch self {
      case .text(let text): quoted(text)
      case .number(let number): "\(number)"
      case .yes: "true"
      case .no: "false"
      case .null: "null"
      case .array(let elements): "[ " + elements.map(\.shown).joined(separator: " ,\n") + "]"
      case .object(let members):
        "{" + members.map { quoted($0.key) + " : " + $0.value.shown }.joined(separator: ", ") + "\r\n}"
      }
    }
  }

  private func read(
    _ text: String, blockBytes: Int, limits: ReadingLimits = ReadingLimits()
  ) throws -> (node: JSONNode?, problems: [Diagnostic]) {
    var feed = TextFeed(MemorySource(Array(text.utf8)), blockBytes: blockBytes, limits: limits)
    var reader = JSONReader(&feed)
    let node = try reader.node(try reader.next())
    feed = reader.finish()
    return (node, feed.problems)
  }

  @Test func valuesByChanceAreRead() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let value = Value(&random, depth: 0)
      let (expected, repeated) = value.unique
      for blockBytes in [1, 2, 7, 1 << 18] {
        let (node, problems) = try read(value.shown, blockBytes: blockBytes)
        let made = try #require(node, "seed \(seed)")
        #expect(Value(made) == expected, "seed \(seed)")
        #expect(problems.count == min(repeated, 100), "seed \(seed)")
        #expect(problems.allSatisfy { $0.code == .duplicateKey }, "seed \(seed)")
        // A document made from the node has the same value.
        let copy = JSONNode(content: made.content, line: 1).place
        #expect(Value(JSONNode(copy.document, copy.place)) == expected, "seed \(seed)")
        #expect(Self.json(made) == Self.json(Self.remade(made)), "seed \(seed)")
      }
    }
  }

  private static func json(_ node: JSONNode) -> [UInt8] {
    var json = JSONText()
    json.node(node)
    return json.bytes
  }

  /// The same, of which nothing is a place in a document.
  private static func remade(_ node: JSONNode) -> JSONNode {
    let content: JSONNode.Content =
      switch node.content {
      case .object(let members):
        .object(members.map { JSONNode.Member(key: $0.key, value: remade($0.value)) })
      case .array(let elements): .array(elements.map(remade))
      case let other: other
      }
    return JSONNode(content: content, line: 1)
  }

  /// Keys behind a cut value are read as usual, also in an object of many keys.
  @Test func manyKeysAreKnownBehindAValueThatIsCut() throws {
    let keys = (0..<40).map { #""k\#($0)":1"# }.joined(separator: ",")
    let long = String(repeating: "x", count: 20_000)
    let text = #"{\#(keys),"in":{\#(keys),"long":"\#(long)"}} {\#(keys),"in":{\#(keys),"k7":2},"k39":3}"#
    var feed = TextFeed(
      MemorySource(Array(text.utf8)), blockBytes: 16, limits: ReadingLimits(itemBytes: 12_000))
    var reader = JSONReader(&feed)
    let first = try #require(try reader.node(try reader.next()))
    let second = try #require(try reader.node(try reader.next()))
    feed = reader.finish()
    #expect(first.members?.map(\.key) == (0..<40).map { "k\($0)" })
    #expect(second["in"]?["k7"]?.integer == 2 && second["in"]?.members?.count == 40)
    #expect(second["k39"]?.integer == 3 && second["k7"]?.integer == 1 && second.members?.count == 41)
    #expect(feed.problems.map(\.code) == [.tooLarge, .duplicateKey, .duplicateKey])
  }

  /// Beyond the limit nothing is held: what is not whole is left out, all but the outermost container.
  @Test(arguments: [
    (#"{"a":"1","b":{"c":"LONG","d":["LONG"]},"e":1}"#, "{\"a\" : \"1\"\r\n}"),
    (#"{"a":"1","LONG":2,"e":[3]}"#, "{\"a\" : \"1\"\r\n}"),
    (#"["1",[["LONG"]],{"a":2}]"#, #"[ "1"]"#),
    (#"{"a":"LONG"}"#, "{\r\n}"),
    (#""LONG""#, #""LONG""#),
  ])
  func aValueThatIsTooLargeIsCut(text: String, expected: String) throws {
    let long = String(repeating: "x", count: 400)
    let limits = ReadingLimits(itemBytes: 300)
    let (node, problems) = try read(text.replacing("LONG", with: long), blockBytes: 16, limits: limits)
    #expect(Value(try #require(node)).shown == expected.replacing("LONG", with: long))
    #expect(problems.map(\.code) == [.tooLarge])
  }
}
