import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// The limits hold in every format: what goes beyond is named with the option that moves it, and what stands
/// beside it is read.
struct FormatLimitTests {
  /// iCalendar heeds them as it is read (LimitTests).
  private static let formats = Format.all.filter { $0.makeReader != nil && $0.makeWriter != nil }
    .map(\.name)

  private func read(
    _ bytes: [UInt8], _ name: String, _ set: (inout ReadingLimits) -> Void
  ) throws -> (titles: [String?], problems: [Diagnostic]) {
    let format = try #require(Format.named(name))
    var limits = ReadingLimits()
    set(&limits)
    let sink = MemorySink()
    let reading = try #require(try format.read(MemorySource(bytes), file: "a", limits: limits, into: sink))
    return (try DeclarationTests.reminders(sink.bytes).map(\.title), reading.problems)
  }

  /// Two reminders in a format, the first with a title of so many letters.
  private func written(_ name: String, titleOf length: Int) throws -> [UInt8] {
    let title = String(repeating: "t", count: length)
    let text = Conversion.calendar("UID:1\nSUMMARY:\(title)\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:short")
    return try Conversion(text, to: try #require(Format.named(name))).output
  }

  @Test(arguments: formats)
  func aLongLineOrText(name: String) throws {
    // Of JSON in one line it is the text that counts, and an element of XML counts as a whole.
    let isWhole = name == "xcal"
    let bytes = try written(name, titleOf: 9000)
    let back = try read(bytes, name) { $0[isWhole ? .itemSize : .lineLength] = 4000 }
    let code: Diagnostic.Code = isWhole ? .tooLarge : .lineTooLong
    let problem = try #require(back.problems.first { $0.code == code }, "\(back.problems)")
    #expect(problem.message.hasPrefix("beyond the limit \(isWhole ? "item-size" : "line-length")=4000: "))
    #expect(problem.line != nil)
    #expect(back.titles.contains("short"))
    #expect(back.titles.allSatisfy { ($0?.utf8.count ?? 0) <= 4000 })
    let all = try read(bytes, name) { _ in }
    #expect(all.titles.contains { $0?.utf8.count == 9000 })
  }

  @Test(arguments: ["json", "jcal", "jscalendar", "taskwarrior", "xcal"])
  func valuesNestedTooDeep(name: String) throws {
    let bytes = try written(name, titleOf: 1)
    let shallow = try read(bytes, name) { $0[.valueNesting] = 1 }
    let problem = try #require(
      shallow.problems.first { $0.code == .nestedTooDeep }, "\(name): \(shallow.problems)")
    #expect(problem.message.hasPrefix("beyond the limit value-nesting=1: "))
    #expect(try read(bytes, name) { $0[.valueNesting] = 20 }.titles == ["t", "short"])
  }

  @Test(arguments: ["json", "jsonl", "jcal", "jscalendar", "xcal", "org"])
  func anItemThatIsTooLarge(name: String) throws {
    let notes = String(repeating: "several words of notes\\n", count: 400)
    let text = Conversion.calendar(
      "UID:1\nSUMMARY:long\nDESCRIPTION:\(notes)\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:short")
    let bytes = try Conversion(text, to: try #require(Format.named(name))).output
    let back = try read(bytes, name) { $0[.itemSize] = 4000 }
    let problem = try #require(back.problems.first { $0.code == .tooLarge }, "\(name): \(back.problems)")
    #expect(problem.message.hasPrefix("beyond the limit item-size=4000: "))
  }
}
