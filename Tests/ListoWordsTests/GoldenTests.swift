import Foundation
import ICalendar
import ListoWords
import Testing

/// The meanings of lines: tables of rows that are read by people. With `LISTO_RECORD=1` they are written
/// anew, and fail once.
@Suite struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  @Test(arguments: [("english", "en"), ("german", "de")])
  func linesMeanWhatTheTableSays(_ name: String, _ code: String) throws {
    let language = WordsLanguage(locale: code)
    let place = Self.folder.appending(path: "\(name).table")
    let table = try String(contentsOf: place, encoding: .utf8)
    var recorded: [String] = []
    var count = 0
    var now = GoldenLine.now
    for row in table.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !row.isEmpty, !row.hasPrefix("## ") else {
        recorded.append(String(row))
        if row.hasPrefix("## now "), let moment = LocalDateTime(iso: String(row.dropFirst(7))) {
          now = moment
        }
        continue
      }
      let visible = row.firstRange(of: " ⇒ ").map { row[..<$0.lowerBound] } ?? row
      let found = GoldenLine.row(GoldenLine.line(visible), language, now: now)
      if ProcessInfo.processInfo.environment["LISTO_RECORD"] == nil { #expect(found == row) }
      recorded.append(found)
      count += 1
    }
    #expect(count >= 400)
    let text = recorded.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["LISTO_RECORD"] != nil, text != table {
      try text.write(to: place, atomically: true, encoding: .utf8)
      Issue.record("\(name).table was written anew")
    }
  }
}
