import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoFormats

/// The JSON reader by itself.
struct JSONReadingTests {
  private func nodes(_ text: String) throws -> (nodes: [JSONNode], problems: [Diagnostic]) {
    var feed = TextFeed(Array(text.utf8))
    var reader = JSONReader(&feed)
    var result: [JSONNode] = []
    while true {
      let token = try reader.next()
      if token == .end { break }
      if let node = try reader.node(token) {
        result.append(node)
      } else if try !reader.recover(depth: 0) {
        break
      }
    }
    feed = reader.finish()
    return (result, feed.problems)
  }

  /// The node as Foundation has it.
  private func value(_ node: JSONNode) -> Any {
    switch node.content {
    case .object(let members): Dictionary(members.map { ($0.key, value($0.value)) }, uniquingKeysWith: { $1 })
    case .array(let elements): elements.map(value)
    case .string(let text): text
    case .number(let text): Double(text) ?? .nan
    case .bool(let value): value
    case .null, .omitted: NSNull()
    }
  }

  @Test(arguments: [
    "{}", "[]", "[[],{}]", "{\"a\":[1,2.5,-3e-2,0],\"b\":{\"c\":null,\"d\":true,\"e\":false}}", "\"text\"",
    "-0.5E+10",
    "\"\\u00e4\\ud83d\\ude00\\n\\t\\r\\b\\f\\/\\\\\\\"\"", " [ 1 , \"ä\u{1F600}\" ] ", "{\"\":\"\"}",
    "[\"\\u0000\"]",
  ])
  func valuesAreThoseOfFoundation(text: String) throws {
    let result = try nodes(text)
    #expect(result.problems.isEmpty)
    let known = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    let ours = try #require(result.nodes.first)
    #expect(NSArray(array: [value(ours)]) == NSArray(array: [known]))
  }

  /// RFC 8259 §6.
  @Test func numbersAreThoseOfTheGrammar() {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces = ["-", "+", "0", "1", "23", ".", "e", "E", "00"]
    for _ in 0..<5000 {
      let text = (0..<random.next() % 7).map { _ in pieces.pick(using: &random) }.joined()
      let isNumber = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
      #expect(JSONReader.isNumber(Array(text.utf8)[...]) == isNumber, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("99999999999999999", 99_999_999_999_999_999),
    ("9223372036854775807", Int.max), ("9223372036854775808", nil), ("-9223372036854775808", Int.min),
    ("1.0", 1), ("1e2", 100), ("1.5", nil), ("1e400", nil),
  ])
  func wholeNumbersAreRead(text: String, number: Int?) throws {
    #expect(try nodes(text).nodes.first?.integer == number)
    #expect(JSONNode(content: .number(text), line: 1).integer == number)
  }

  /// A node can be made from text that is no JSON number, and put into a document.
  @Test(arguments: [("", nil), ("-", nil), ("+5", 5), ("007", 7), ("--1", nil)])
  func whatIsMadeANumberIsReadAsEver(text: String, number: Int?) {
    let made = JSONNode(content: .number(text), line: 1)
    #expect(made.integer == number)
    #expect(JSONNode(made.place.document).integer == number)
  }

  @Test func linesAreCounted() throws {
    let result = try nodes("{\"a\":1,\r\n\"b\":\r[2,\n\n3]}\n{}")
    let members = try #require(result.nodes.first?.members)
    #expect(members.map(\.value.line) == [1, 3])
    #expect(members.last?.value.elements?.map(\.line) == [3, 5])
    #expect(result.nodes.last?.line == 6)
  }

  @Test func numbersKeepTheirText() throws {
    let result = try nodes("[1.10, 100000000000000000000000, 1E2, 0.1]")
    let texts = result.nodes.first?.elements?.map { node -> String in
      if case .number(let text) = node.content { return text }
      return ""
    }
    #expect(texts == ["1.10", "100000000000000000000000", "1E2", "0.1"])
    #expect(result.nodes.first?.elements?.map(\.integer) == [nil, nil, 100, nil])
  }

  @Test(arguments: [
    ("\"\\ud83d\"", "\u{FFFD}"), ("\"\\ude00x\"", "\u{FFFD}x"),
    ("\"\\ud83d\\ud83d\\ude00\"", "\u{FFFD}\u{1F600}"),
    ("\"\\ud83d\\n\"", "\u{FFFD}\n"),
  ])
  func halfAPairOfSurrogates(text: String, expected: String) throws {
    let result = try nodes(text)
    #expect(result.nodes.first?.string == expected)
    #expect(result.problems.map(\.code) == [.invalidUTF8])
  }

  @Test func bytesThatAreNotUTF8() throws {
    var feed = TextFeed([0x0A, 0x22, 0x61, 0xFF, 0x62, 0x22])
    var reader = JSONReader(&feed)
    #expect(try reader.next() == .string("a\u{FFFD}b"))
    #expect(reader.finish().problems.map(\.line) == [2])
  }

  /// Blocks of any size give the same values.
  @Test func theSizeOfBlocksDoesNotCount() throws {
    struct Blocks: ByteSource {
      var rest: ArraySlice<UInt8>
      let size: Int
      mutating func read(_ count: Int, into bytes: inout [UInt8]) {
        bytes += rest.prefix(min(count, size))
        rest = rest.dropFirst(min(count, size))
      }
    }
    let text = "\u{FEFF}{\"title\":\"ä\\u00e4\\ud83d\\ude00\r\",\r\n\"b\":[1.5e3,true]}\r\n[]"
    var answers: Set<String> = []
    for size in [1, 2, 3, 7, 1000] {
      var feed = TextFeed(Blocks(rest: Array(text.utf8)[...], size: size))
      var reader = JSONReader(&feed)
      var tokens: [String] = []
      while true {
        let token = try reader.next()
        tokens.append("\(reader.line) \(token)")
        if token == .end || token == .broken { break }
      }
      answers.insert(tokens.joined(separator: "\n"))
    }
    #expect(answers.count == 1)
  }

  @Test func linesOfText() throws {
    for size in [1, 2, 3, 100] {
      struct Blocks: ByteSource {
        var rest: ArraySlice<UInt8>
        let size: Int
        mutating func read(_ count: Int, into bytes: inout [UInt8]) {
          bytes += rest.prefix(size)
          rest = rest.dropFirst(size)
        }
      }
      let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("a\r\nb\rc\n\nd".utf8) + [0xFF]
      var feed = TextFeed(Blocks(rest: bytes[...], size: size))
      var lines: [TextFeed.Line] = []
      while let line = try feed.nextLine() { lines.append(line) }
      #expect(lines.map(\.text) == ["a", "b", "c", "", "d\u{FFFD}"])
      #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
      #expect(feed.problems.map(\.line) == [5])
    }
  }

  @Test func aLineThatIsTooLong() throws {
    var feed = TextFeed(
      Array(repeating: 0x61, count: ReadingLimits()[.lineLength] + 10) + Array("\nnext".utf8))
    #expect(try feed.nextLine()?.text.utf8.count == ReadingLimits()[.lineLength])
    #expect(try feed.nextLine()?.text == "next")
    #expect(feed.problems.map(\.code) == [.lineTooLong])
  }

  /// Lines that are taken at once are those that are given one by one.
  @Test func linesTakenAtOnceAreTheSame() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces: [[UInt8]] = [
      [0x61], [0x2A], [0x0A], [0x0D], [0x0D, 0x0A], [0xC3, 0xA9], [0xFF], [0x20],
      [UInt8](repeating: 0x62, count: 9),
    ]
    var limits = ReadingLimits()
    limits[.lineLength] = 8
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in pieces.pick(using: &random) }
      for blockBytes in [1, 2, 5, 16, 1 << 18] {
        var (one, several) = (
          TextFeed(MemorySource(text), blockBytes: blockBytes, limits: limits),
          TextFeed(MemorySource(text), blockBytes: blockBytes, limits: limits)
        )
        var (lines, taken): ([[UInt8]], [[UInt8]]) = ([], [])
        while let line = try one.nextLine() { lines.append(Array(line.bytes)) }
        while true {
          while let (passage, count) = several.nextLines(until: 0x2A) {
            let parts = String(decoding: passage, as: UTF8.self).split(
              omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            #expect(parts.count == count + 1 && parts.last == "", "LISTO_SEED=\(seed)")
            taken += parts.dropLast().map { Array($0.utf8) }
          }
          guard let line = try several.nextLine() else { break }
          #expect(line.number == taken.count + 1, "LISTO_SEED=\(seed)")
          taken.append(Array(line.bytes))
        }
        #expect(taken == lines, "LISTO_SEED=\(seed) \(text)")
        #expect(several.problems == one.problems, "LISTO_SEED=\(seed)")
      }
    }
  }
}
