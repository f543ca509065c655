import Foundation
import ICalendar
import Testing

@testable import ListoModel

/// A hundred expressions and what they match in Samples: Golden/expressions.txt, which `LISTO_RECORD=1`
/// writes anew.
@Suite struct SampleQueryTests {
  private static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/expressions.txt")

  static let catalog: Catalog = {
    var builder = CatalogBuilder()
    let names = (FileManager.default.enumerator(atPath: Files.samples) ?? .init()).compactMap {
      $0 as? String
    }
    for name in names.sorted() where name.hasSuffix(".ics") && !name.hasPrefix("Merge") {
      let url = URL(filePath: Files.samples + "/" + name)
      guard let data = try? Data(contentsOf: url),
        let file = try? CalendarFile(reading: MemorySource([UInt8](data)), file: name)
      else { continue }
      let folder = TestFolder("/Samples/" + name.split(separator: "/").dropLast().joined(separator: "/"), [])
        .folder
      builder.add(file, fileName: url.lastPathComponent, in: folder)
    }
    return builder.catalog()
  }()

  /// The moment that the samples are dated around: Tuesday, nine o'clock in Berlin.
  static let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: QueryTests.berlin)

  @Test func aHundredExpressions() throws {
    let text = try String(contentsOf: Self.path, encoding: .utf8)
    let expressions = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
    #expect(expressions.count >= 100)
    var result = ""
    for expression in expressions { result += try Self.entry(expression) }
    guard ProcessInfo.processInfo.environment["LISTO_RECORD"] != nil, result != text else {
      #expect(result == text)
      return
    }
    try result.write(to: Self.path, atomically: true, encoding: .utf8)
    Issue.record("Golden/expressions.txt was recorded anew; look at it")
  }

  /// The expression, how many reminders match, and the first of them.
  private static func entry(_ text: String) throws -> String {
    let expression = try QueryExpression(text)
    #expect(try QueryExpression(expression.description) == expression)
    let matches = catalog.matches(expression.query(in: context), in: context)
    #expect(matches.problems.isEmpty)
    let titles = matches.paths.sorted().map { path in
      (catalog.reminder(at: path)?.title ?? "(untitled)").replacing("\n", with: " ")
    }
    var lines = text + "\n  \(titles.count) of \(catalog.reminderPaths.count)\n"
    for title in titles.prefix(5) { lines += "  - \(title)\n" }
    if titles.count > 5 { lines += "  …\n" }
    return lines
  }
}
