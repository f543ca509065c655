import Foundation
import ICalendar
import ListoModel
import ListoFormats
import Testing

@Suite struct SavedJSONTests {
  private static let identifier = ModelIdentifier(
    source: "/home/ann/täsks", list: ModelIdentifier.Name("house.ics"),
    uid: ModelIdentifier.Name("a/b", holder: 2))

  @Test func aSelectionComesBack() throws {
    let full = Selection(
      identifier: Self.identifier, sourceTitle: "täsks", listTitle: "House", title: "Say \"hello\"\n",
      created: "2026-11-01T08:00:00Z", due: "2026-12-01T10:15:00 Europe/Berlin")
    for selection in [full, Selection(identifier: Self.identifier, sourceTitle: "tasks")] {
      #expect(try Selection(json: selection.json.compact) == selection)
      #expect(try Selection(json: selection.json.pretty) == selection)
    }
    #expect(
      String(decoding: full.json.compact, as: UTF8.self) == #"""
        {"listo":"selection","version":1,"identifier":"%2Fhome%2Fann%2Ft%C3%A4sks/house.ics/a%2Fb~2","source":"täsks",\#
        "list":"House","title":"Say \"hello\"\n","created":"2026-11-01T08:00:00Z","due":"2026-12-01T10:15:00 Europe/Berlin"}
        """#)
  }

  @Test(
    arguments: [
      ("", .notJSON), ("{\"listo\":\"sel", .notJSON), ("[1]", .notSelection), ("{}", .notSelection),
      (#"{"listo":1,"calendars":[]}"#, .notSelection),
      (#"{"listo":"selection"}"#, .missing(key: "version")),
      (#"{"listo":"selection","version":2}"#, .laterVersion(2)),
      (#"{"listo":"selection","version":1,"source":"a"}"#, .missing(key: "identifier")),
      (#"{"listo":"selection","version":1,"identifier":"%zz","source":"a"}"#, .badIdentifier("%zz")),
      (#"{"listo":"selection","version":1,"identifier":"a"}"#, .missing(key: "source")),
      (
        #"{"listo":"selection","version":1,"identifier":"a","source":"a","title":3}"#,
        .wrongType(key: "title")
      ),
      ("3", .notSelection), ("null", .notSelection), (#"{"listo":"selection"} x"#, .notJSON),
      (#"{"listo":"calendars","version":"1"}"#, .wrongType(key: "version")),
      (#"{"listo":"selection","version":2.0}"#, .laterVersion(2)),
      (#"{"listo":"selection","version":1,}"#, .notJSON),
      (#"{"listo":"selection","version":1,"title":"\ud83d"}"#, .notJSON),
      (#"{"listo":"selection","version":1,"version":"1"}"#, .wrongType(key: "version")),
      (#"{"listo":"selection","version":1.5}"#, .notJSON), (#"{"listo":null,"version":1}"#, .notSelection),
      (#"{"listo":"selection","version":1,"identifier":null}"#, .missing(key: "identifier")),
      (#"{"listo":"selection","version":1,"source":[],"title":3}"#, .wrongType(key: "source")),
    ] as [(String, SelectionError)])
  func whatIsNoSelectionIsRefusedWithAWord(text: String, expected: SelectionError) {
    #expect(throws: expected) { try Selection(json: Array(text.utf8)) }
    #expect(!expected.description.isEmpty)
  }

  /// A number as other programs write it, a key twice, of which the last counts, and the encoding that some
  /// shells write.
  @Test(arguments: [
    #"{"listo":"selection","version":1.0,"identifier":"a","source":"a"}"#,
    #"{"listo":"selection","version":1e0,"identifier":"a","source":"a"}"#,
    #"{"listo":"selection","source":"b","version":1,"identifier":"a","source":"a"}"#,
  ])
  func aSelectionAsOthersWriteIt(text: String) throws {
    let selection = Selection(
      identifier: ModelIdentifier(source: "a", list: nil, uid: nil), sourceTitle: "a")
    #expect(try Selection(json: Array(text.utf8)) == selection)
    let units = [0xFEFF] + text.utf16
    #expect(try Selection(json: units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == selection)
    #expect(try Selection(json: units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == selection)
    #expect(throws: SelectionError.notJSON) {
      try Selection(json: units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8), 0, 0] })
    }
  }

  /// Keys of others, in any order, with a byte order mark; bytes that are not UTF-8 are no JSON.
  @Test func whatStandsBesideASelection() throws {
    let text =
      #"{"x":[1.5,{"y":null}],"due":null,"source":"a","identifier":"a","inputs":["/b","-"],"version":1,"listo":"selection"}"#
    let selection = Selection(
      identifier: ModelIdentifier(source: "a", list: nil, uid: nil), sourceTitle: "a")
    let bytes = Array(text.utf8)
    #expect(try Selection(json: [0xEF, 0xBB, 0xBF] + bytes) == selection)
    #expect(try SavedSelection(json: bytes) == SavedSelection(selection, inputs: ["/b", "-"]))
    for inputs in ["3", "[1]", "[null]", "{}"] {
      let other = text.replacing(#"["/b","-"]"#, with: inputs)
      #expect(try Selection(json: Array(other.utf8)) == selection)
      #expect(throws: SelectionError.wrongType(key: "inputs")) { try SavedSelection(json: Array(other.utf8)) }
    }
    #expect(throws: SelectionError.notJSON) { try Selection(json: bytes + [0xFF]) }
    #expect(throws: SelectionError.notJSON) {
      try Selection(json: Array(#"{"listo":"selection","title":""#.utf8) + [0xFF] + Array("\"}".utf8))
    }
  }

  @Test func aCatalogListsItsCalendars() throws {
    let text = """
      BEGIN:VCALENDAR
      NAME:House
      COLOR:teal
      BEGIN:VTODO
      UID:1
      DUE:20261201T101500Z
      END:VTODO
      BEGIN:VTODO
      UID:2
      STATUS:COMPLETED
      END:VTODO
      BEGIN:VTODO
      UID:3
      STATUS:CANCELLED
      END:VTODO
      BEGIN:VEVENT
      UID:4
      END:VEVENT
      END:VCALENDAR

      """
    let source = Source(identifier: "/home/ann/tasks", title: "tasks", kind: .folder)
    var builder = CatalogBuilder()
    builder.add(
      try CalendarFile(reading: MemorySource(Array(text.utf8)), file: "tasks/house.ics"),
      fileName: "house.ics",
      in: CatalogBuilder.Folder(parent: source, source: source, name: "tasks", path: "tasks"))
    let context = ViewContext(now: try #require(Instant(iso: "2026-12-02T00:00:00Z")), zone: .utc)
    let json = String(decoding: builder.catalog().json(in: context).compact, as: UTF8.self)
    #expect(
      json == #"""
        {"listo":"calendars","version":1,"sources":[{"id":"%2Fhome%2Fann%2Ftasks","title":"tasks","kind":"folder","lists":[\#
        {"id":"%2Fhome%2Fann%2Ftasks/house.ics","title":"House","color":"#008080","allowsModification":true,\#
        "place":"tasks/house.ics","counts":{"reminders":3,"open":1,"overdue":1,"completed":1,"cancelled":1,"VEVENT":1}}]}]}
        """#)
  }

  @Test func aDiagnosticIsOneLine() {
    let full = Diagnostic(.warning, .badValue, file: "a.ics", line: 3, "no \"date\"\n")
    #expect(
      String(decoding: full.json.compact, as: UTF8.self)
        == #"{"severity":"warning","code":"bad-value","file":"a.ics","line":3,"message":"no \"date\"\n"}"#)
    #expect(
      String(decoding: Diagnostic(.error, .emptyInput, "nothing").json.compact, as: UTF8.self)
        == #"{"severity":"error","code":"empty-input","message":"nothing"}"#)
  }

  @Test func aMergeReportNamesEveryDecision() throws {
    func input(_ name: String, _ title: String, _ stamp: String) -> MemoryInput {
      MemoryInput(
        name: name,
        Array(
          """
          BEGIN:VCALENDAR
          BEGIN:VTODO
          UID:1
          LAST-MODIFIED:\(stamp)
          SUMMARY:\(title)
          END:VTODO
          END:VCALENDAR

          """.utf8))
    }
    let plan = try Merge.plan([
      input("a.ics", "Water \"all\" plants", "20261102T080000Z"), input("b.ics", "Water", "20261101T080000Z"),
    ])
    let text = try MergeReportJSON.text(plan)
    let object = try Conversion.parse(text)
    #expect((object["counts"] as? [String: Int])?["superseded"] == 1)
    #expect(
      text.split(separator: "\n").dropFirst().first
        == #"""
        {"component":"VTODO","uid":"1","title":"Water \"all\" plants","chosen":["a.ics"],"losers":[{"inputs":["b.ics"],\#
        "rule":"last-modified","dropped":[{"line":"LAST-MODIFIED:20261101T080000Z"},{"line":"SUMMARY:Water"}],\#
        "instead":[{"line":"LAST-MODIFIED:20261102T080000Z"},{"line":"SUMMARY:Water \"all\" plants"}]}]}
        """#)
    let none = try MergeReportJSON.text(Merge.plan([input("a.ics", "a", "20261102T080000Z")]))
    #expect((try Conversion.parse(none)["decisions"] as? [Any])?.isEmpty == true)
  }
}
