import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

@Suite struct PlainTests {
  private func titles(_ text: String) throws -> [String?] {
    let (bytes, problems) = try Format.plain.iCalendar(of: Array(text.utf8))
    #expect(problems.allSatisfy { $0.code == .inventedStamp }, "\(problems)")
    return try DeclarationTests.reminders(bytes).map(\.title)
  }

  /// A line is a title as it stands, whatever other formats would make of it.
  @Test func eachLineIsATitle() throws {
    let text = """
      \u{FEFF}milk

        bread\t
      - eggs
      # Monday
      \t[x] done, or not?
      x 2026-01-01 (A) +House @shop due:2026-12-01
      \u{A0}
      milk
      """
    #expect(
      try titles(text) == [
        "milk", "bread", "- eggs", "# Monday", "[x] done, or not?",
        "x 2026-01-01 (A) +House @shop due:2026-12-01", "milk",
      ])
    #expect(try titles("a\r\nb\rc\n") == ["a", "b", "c"])
    #expect(try titles("\n \n\t\n").isEmpty && titles("").isEmpty)
  }

  /// Lines that are the same are reminders of their own, and no identifier depends on where they stand.
  @Test func identifiers() throws {
    func uids(_ text: String) throws -> [String?] {
      try DeclarationTests.reminders(Format.plain.iCalendar(of: Array(text.utf8)).bytes).map(\.uid)
    }
    let all = try uids("milk\nbread\nmilk\n")
    #expect(Set(all).count == 3)
    #expect(try Set(uids("bread\nmilk\nmilk\n")) == Set(all))
  }

  @Test func whatHasNoPlaceIsCounted() throws {
    let calendar = Conversion.calendar(
      """
      UID:1
      SUMMARY:Water\\nthe plants\u{20}
      DUE;VALUE=DATE:20261201
      STATUS:COMPLETED
      CATEGORIES:garden
      X-A:1
      END:VTODO
      BEGIN:VTODO
      UID:2
      DESCRIPTION:No title
      END:VTODO
      BEGIN:VTODO
      UID:3
      SUMMARY:Bread
      """)
    let result = try Conversion(calendar, to: .plain, keepingEntries: true)
    #expect(result.text == "Water the plants\nBread\n")
    #expect(
      result.losses.counts == [
        "UID": 2, "exact title": 1, "due date": 1, "status": 1, "set of tags": 1, "property": 1,
        "untitled reminder": 1, "calendar property": 2,
      ])
    #expect(result.losses.entries.first { $0.kind == "untitled reminder" }?.uid == "2")
  }

  /// Written titles are read back unchanged.
  @Test func titlesComeBack() throws {
    let seed = Seed.current
    var random = AwkwardReminders(seed: seed)
    let wanted = (0..<200).map { _ in random.text() }.map(PlainTitle.line).filter { !$0.isEmpty }
    let todos = wanted.enumerated().map { index, title in
      "BEGIN:VTODO\r\nUID:\(index)\r\n"
        + String(decoding: ContentLineText.line("SUMMARY", value: TextValue.encode(title)), as: UTF8.self)
        + "END:VTODO\r\n"
    }
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + todos.joined() + "END:VCALENDAR\r\n"
    let written = try Conversion(calendar, to: .plain)
    #expect(written.losses.counts.keys.sorted() == ["UID"], "LISTO_SEED=\(seed)")
    #expect(try titles(written.text) == wanted, "LISTO_SEED=\(seed)")
  }

  /// It is read by its name alone: no file and no stream is taken for it.
  @Test func nothingIsRecognisedAsIt() {
    for name in ["todo.txt", "notes.txt", "shopping.txt", "-", "list"] {
      for text in ["milk\nbread\n", "x done\n", "", "- [ ] milk\n"] {
        switch Recognition(name: name, beginning: Array(text.utf8)[...]) {
        case .format(let format): #expect(format.name != "plain", "\(name)")
        case .ambiguous(let formats): #expect(!formats.contains { $0.name == "plain" }, "\(name)")
        case .unknown: break
        }
      }
    }
    #expect(Format.named("plain")?.name == "plain")
    #expect(Format.named("txt")?.name == "todotxt" && Format.forFileName("a.txt")?.name == "todotxt")
  }
}
