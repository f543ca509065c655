import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Broken input costs a Diagnostic with its position; the rest is read, and nothing crashes.
struct BadInputTests {
  private static let readable = Format.all.filter { $0.makeReader != nil }.map(\.name)
  private static let both = Format.all.filter { $0.makeReader != nil && $0.makeWriter != nil }.map(\.name)

  @Test(arguments: both)
  func textThatIsCutOffAnywhere(name: String) throws {
    let format = try #require(Format.named(name))
    let whole = try Conversion(GeneratedReminders(seed: 3, count: 8).bytes, to: format).output
    let all = try DeclarationTests.reminders(format.iCalendar(of: whole).bytes).count
    for cut in stride(from: 0, to: whole.count, by: max(1, whole.count / 60)) {
      let back = try format.iCalendar(of: Array(whole[..<cut]))
      let count = try DeclarationTests.reminders(back.bytes).count
      #expect(count <= all)
    }
  }

  /// Seven of eight reminders come back from what lost its end within the last one.
  @Test(arguments: ["json", "jsonl", "jcal"])
  func whatStandsBeforeTheCutIsRead(name: String) throws {
    let format = try #require(Format.named(name))
    let text = Conversion.calendar("SUMMARY:a\nUID:1\nEND:VTODO\nBEGIN:VTODO\nSUMMARY:b\nUID:2")
    let whole = try Conversion(text, to: format).output
    let cut = try #require(whole.lastIndex { $0 == UInt8(ascii: "b") })
    let back = try format.iCalendar(of: Array(whole[..<cut]))
    #expect(try DeclarationTests.reminders(back.bytes).map(\.title) == ["a"])
    #expect(back.problems.map(\.code) == [.badSyntax])
    #expect(back.problems.first?.line != nil)
  }

  @Test(arguments: both)
  func bytesThatChanged(name: String) throws {
    let format = try #require(Format.named(name))
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let whole = try Conversion(GeneratedReminders(seed: 5, count: 6).bytes, to: format).output
    for _ in 0..<200 {
      var broken = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<broken.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: broken[place] = UInt8.random(in: 0...255, using: &random)
        case 1: broken.remove(at: place)
        default: broken.insert(Array("\"{}[],:\\\n <>&;#-".utf8).pick(using: &random), at: place)
        }
      }
      let back = try format.iCalendar(of: broken)
      // The output is always iCalendar that can be read.
      _ = try DeclarationTests.reminders(back.bytes)
      let own = back.problems.filter { $0.severity == .error }
      #expect(own.isEmpty, "\(name), seed \(seed)")
    }
  }

  @Test(arguments: readable)
  func randomBytes(name: String) throws {
    let format = try #require(Format.named(name))
    var random = SplitMix64(seed: Seed.current)
    for length in [0, 1, 2, 3, 10, 1000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try DeclarationTests.reminders(format.iCalendar(of: bytes).bytes)
    }
  }

  @Test(arguments: readable)
  func anotherEncoding(name: String) throws {
    let format = try #require(Format.named(name))
    let text = "[{\"title\":\"Buy milk\"}]\n- [ ] Buy milk\n"
    let plain = try format.iCalendar(of: Array(text.utf8))
    for mark: [UInt8] in [[0xFF, 0xFE], []] {
      let wide =
        mark + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
      let back = try format.iCalendar(of: wide)
      #expect(back.bytes == plain.bytes && back.problems == plain.problems, "UTF-16")
      let utf32 = try format.iCalendar(
        of: (mark.isEmpty ? [] : mark + [0, 0])
          + text.unicodeScalars.flatMap { [UInt8(truncatingIfNeeded: $0.value), 0, 0, 0] })
      #expect(utf32.problems.map(\.code) == [.notUTF8])
      #expect(utf32.problems.first?.file == "-")
    }
  }

  @Test(arguments: ["json", "jsonl", "jcal", "takeout", "jscalendar"])
  func tenThousandLevels(name: String) throws {
    let format = try #require(Format.named(name))
    for (open, close) in [("[", "]"), ("{\"title\":", "}")] {
      let deep = String(repeating: open, count: 10_000) + "1" + String(repeating: close, count: 10_000)
      let back = try format.iCalendar(of: Array(deep.utf8))
      #expect(
        back.problems.contains { $0.code == .nestedTooDeep && $0.line == 1 }, "\(name): \(back.problems)")
      _ = try format.iCalendar(of: Array(deep.utf8.prefix(20_000)))
    }
  }

  /// Gives a reminder whose title is longer than any may be, and another, without ever holding them.
  private struct LongTitle: ByteSource {
    private var rest = ReadingLimits()[.lineLength] + 1000
    private var tail = Array("\"}\n{\"title\":\"Short\"}\n".utf8)[...]
    private var head = Array("{\"title\":\"".utf8)[...]

    mutating func read(_ count: Int, into bytes: inout [UInt8]) {
      if !head.isEmpty {
        bytes += head
        head = []
      } else if rest > 0 {
        bytes += repeatElement(UInt8(ascii: "a"), count: min(count, rest))
        rest -= min(count, rest)
      } else {
        bytes += tail
        tail = []
      }
    }
  }

  @Test func aValueThatIsTooLarge() throws {
    let sink = MemorySink()
    let reading = try #require(try Format.jsonLines.read(LongTitle(), file: "long.jsonl", into: sink))
    #expect(reading.problems.map(\.code).contains(.lineTooLong))
    #expect(reading.problems.first { $0.code == .lineTooLong }?.line == 1)
    #expect(try DeclarationTests.reminders(sink.bytes).map(\.title) == [nil, "Short"])
    #expect(sink.bytes.count < 1000)
  }

  @Test func keysThatStandTwice() throws {
    let back = try Format.json.iCalendar(
      of: Array("[{\"title\":\"a\",\n\"title\":\"b\"}]".utf8), file: "a.json")
    #expect(try DeclarationTests.reminders(back.bytes).map(\.title) == ["b"])
    let problem = try #require(back.problems.first { $0.code == .duplicateKey })
    #expect(problem.line == 2)
    #expect(problem.file == "a.json")
    #expect(problem.message.contains("title"))
  }

  @Test func manyKeysTakeLinearTime() throws {
    let keys = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let back = try Format.jsonLines.iCalendar(of: Array("{\"title\":\"a\",\(keys)}\n".utf8))
    #expect(try DeclarationTests.reminders(back.bytes).count == 1)
    // Of many of one kind a hundred are told.
    #expect(back.problems.filter { $0.code == .unknownKey }.count == 101)
  }

  @Test(arguments: [
    ("{\"title\":5}", Diagnostic.Code.badValue), ("{\"due\":\"tomorrow\"}", .badValue),
    ("{\"due\":20261201}", .badValue),
    ("{\"priority\":\"high\"}", .badValue), ("{\"priority\":1.5}", .badValue),
    ("{\"tags\":\"home\"}", .badValue),
    ("{\"tags\":[1]}", .badValue), ("{\"alarms\":[1]}", .badValue), ("{\"alarms\":{}}", .badValue),
    ("{\"dueZone\":\"Europe/Berlin\"}", .badValue), ("{\"properties\":[[1]]}", .badValue),
    ("{\"components\":[[]]}", .badValue), ("{\"colour\":1}", .unknownKey), ("{\"id\":\"x\"}", .unknownKey),
    ("[1]", .badValue), ("7", .badSyntax), ("{\"title\":\"a\"", .badSyntax),
    ("{\"title\":\"a\" \"b\"}", .badSyntax),
    ("{title:1}", .badSyntax), ("{\"title\":nul}", .badSyntax), ("{\"title\":01}", .badSyntax),
    ("{\"title\":\"\\x\"}", .badSyntax), ("{\"title\":\"\\ud800\"}", .invalidUTF8),
  ])
  func aWrongValueIsNamed(text: String, code: Diagnostic.Code) throws {
    let text = "\n\n" + text + "\n{\"title\":\"Next\"}\n"
    let back = try Format.jsonLines.iCalendar(of: Array(text.utf8), file: "a.jsonl")
    let problems = back.problems.filter { $0.code != .inventedStamp }
    #expect(problems.map(\.code) == [code], "\(problems)")
    #expect(problems.first?.line.map { (3...5).contains($0) } ?? false)
    // Only what is cut off in its middle takes the next with it.
    let titles = try DeclarationTests.reminders(back.bytes).map(\.title)
    #expect(titles.last == "Next", "\(text)")
  }
}
