import Foundation
import ICalendar
import ListoTestSupport
import Testing

/// The repository's own files have what they are there for: an editor or a version control that converts line
/// ends would take it away.
@Suite struct CorpusTests {
  private static let files = Corpus.own.filter { $0.contains("/Tests/Corpus/") }

  private func bytes(_ name: String) throws -> [UInt8] {
    try Corpus.bytes(try #require(Self.files.first { $0.hasSuffix("/Tests/Corpus/" + name) }, "\(name)"))
  }

  private func has(_ name: String, _ text: String) throws -> Bool {
    Data(try bytes(name)).range(of: Data(text.utf8)) != nil
  }

  @Test func lineEnds() throws {
    #expect(try !bytes("Lines/line-feeds.ics").contains(0x0D))
    #expect(try !bytes("Lines/carriage-returns.ics").contains(0x0A))
    let mixed = try bytes("Lines/mixed-line-ends.ics")
    let returns = mixed.count { $0 == 0x0D }
    #expect(returns > 0 && returns < mixed.count { $0 == 0x0A })
    #expect(try bytes("Lines/no-last-line-end.ics").last == UInt8(ascii: "R"))
    #expect(try has("Lines/blank-lines.ics", "\r\n\r\n"))
    for file in Self.files where !file.contains("/Lines/") {
      let bytes = try Corpus.bytes(file)
      #expect(bytes.count { $0 == 0x0A } == bytes.count { $0 == 0x0D }, "\(file)")
    }
  }

  @Test func encodings() throws {
    #expect(try Array(bytes("Lines/byte-order-mark.ics").prefix(3)) == [0xEF, 0xBB, 0xBF])
    #expect(String(validating: try bytes("Lines/not-utf-8.ics"), as: UTF8.self) == nil)
    // Within a character, until the fold is taken away.
    let folded = try bytes("Lines/folded-in-characters.ics")
    #expect(String(validating: folded, as: UTF8.self) == nil)
    #expect(try has("Lines/folded-in-characters.ics", "\r\n\t"))
    var titles: Set<String> = []
    var reader = ItemReader(folded)
    while let item = try reader.next() {
      if case .component(let component) = item { titles.insert(component.first(.summary)?.text ?? "") }
    }
    #expect(titles.count == 2 && titles.contains { $0.contains("gießen") && $0.contains("日本茶 🍵") })
  }

  @Test func structure() throws {
    #expect(try has("Lines/parameters.ics", "^n") && has("Lines/parameters.ics", "^'"))
    #expect(try has("Structure/several-calendars.ics", "END:VCALENDAR\r\nBEGIN:VCALENDAR"))
    #expect(try !has("Structure/components-alone.ics", "VCALENDAR"))
    #expect(try !has("Structure/cut-short.ics", "END:VCALENDAR"))
    let zones = String(decoding: try bytes("Structure/zones-behind-their-use.ics"), as: UTF8.self)
    #expect(
      try #require(zones.range(of: "TZID=")).lowerBound < #require(zones.range(of: "VTIMEZONE")).lowerBound)
    let order = String(decoding: try bytes("Structure/overrides-before-masters.ics"), as: UTF8.self)
    #expect(
      try #require(order.range(of: "RECURRENCE-ID")).lowerBound
        < #require(order.range(of: "RRULE")).lowerBound)
  }

  /// Its table names every file.
  @Test func theReadmeNamesEachFile() throws {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/README.md")
    let text = String(decoding: try Data(contentsOf: place), as: UTF8.self)
    for file in Self.files where !file.contains("/Producers/") {
      let name = file.split(separator: "/").suffix(2).joined(separator: "/")
      #expect(text.contains("`\(name)`"), "\(name)")
    }
  }
}
