import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Nothing that is read begins or ends a component: text that looks like it is kept as text.
@Suite struct StructureTests {
  /// The output of a reader: the titles of reminders, the number of components and the faults of the
  /// structure.
  private struct Made {
    var titles: [String] = []
    var components = 0
    var calendars = 0
    var broken: [Diagnostic] = []
    var kept: [String] = []
    let problems: [Diagnostic]

    init(_ text: String, _ format: Format) throws {
      let (bytes, problems) = try format.iCalendar(of: Array(text.utf8), file: "in")
      self.problems = problems
      var reader = ItemReader(bytes)
      while let item = try reader.next() {
        switch item {
        case .open(let header):
          calendars += 1
          kept += header.all(named: "X-LISTO-LINE").map(\.text)
        case .properties(let header): kept += header.all(named: "X-LISTO-LINE").map(\.text)
        case .component(let component):
          components += 1
          titles.append(component.first(.summary)?.text ?? "")
          kept += component.all(named: "X-LISTO-LINE").map(\.text)
        case .problem(let problem):
          if [.missingEnd, .strayEnd, .bareComponent].contains(problem.code) { broken.append(problem) }
        default: continue
        }
      }
    }
  }

  private static let frames = ["END:VTODO", "BEGIN:VTODO", "SUMMARY:two", "END:VCALENDAR", "BEGIN:VCALENDAR"]

  @Test(arguments: [
    // A line for each.
    #"{"title":"a","unparsed":["END:VTODO","BEGIN:VTODO","SUMMARY:two"]}"#,
    // All in one text, with each kind of line end; folded, behind a byte order mark, behind white space, in
    // small letters.
    #"{"title":"a","unparsed":["END:VTODO\nBEGIN:VTODO\nSUMMARY:two"]}"#,
    #"{"title":"a","unparsed":["x\r\nEND:VTODO\r\nBEGIN:VTODO\r\nSUMMARY:two"]}"#,
    #"{"title":"a","unparsed":["x\rEND:VTODO\rBEGIN:VTODO\rSUMMARY:two"]}"#,
    #"{"title":"a","unparsed":["x\nE\n ND:VTODO\nBE\r\n\tGIN:VTODO"]}"#,
    #"{"title":"a","unparsed":["\ufeffEND:VTODO","\ufeffBEGIN:VTODO"]}"#,
    #"{"title":"a","unparsed":[" \n\n             end:vtodo"," begin;x=1:vtodo"]}"#,
    // As the name of a property, with any type and parameters; in an alarm.
    #"{"title":"a","properties":[["end",{},"unknown","VTODO"],["begin",{"x":"1"},"text","VTODO"]]}"#,
    #"{"title":"a","alarms":[{"properties":[["end",{},"text","VTODO"]],"unparsed":["END:VALARM","END:VTODO"]}]}"#,
    // In raw values and parameters.
    #"{"title":"a","url":"x\nEND:VTODO","recurrence":"FREQ=DAILY\r\nEND:VTODO","status":"x\nEND:VTODO"}"#,
    #"{"title":"a","properties":[["x-a",{"x-b":"1\nEND:VTODO"},"unknown","1\r\nEND:VTODO"]]}"#,
    #"{"title":"a","properties":[["x-a\nEND",{},"unknown","VTODO"],["x-a",{"x\nEND:VTODO\nX":"1"},"unknown","1"]]}"#,
    #"{"title":"a","due":"1\nEND:VTODO","dueZone":"x\nEND:VTODO","priority":"1\nEND:VTODO"}"#,
    // As components that cannot stand in a reminder, or would end it from within; and as time zones.
    #"{"title":"a","components":[["vtodo",[["summary",{},"text","two"]],[]]]}"#,
    #"{"title":"a","components":[["x-a",[],[["vevent",[],[]]]],["vcalendar",[],[]]]}"#,
    #"{"title":"a","components":[["vtodo\nEND:VTODO",[],[]],["vtodo ",[],[]]]}"#,
    #"{"title":"a","alarms":[{"components":[["valarm",[],[]]]}]}"#,
    #"{"title":"a","zones":[["vtodo",[["summary",{},"text","two"]],[]]]}"#,
  ])
  func aReminderStaysOne(line: String) throws {
    for (text, format) in [
      (line, Format.jsonLines), ("[\(line)]", .json),
      ("{\"listo\":1,\"calendars\":[{\"reminders\":[\(line)]}]}", .json),
    ] {
      let made = try Made(text, format)
      #expect(made.titles == ["a"], "\(text)")
      #expect(made.calendars == 1 && made.broken.isEmpty, "\(text): \(made.broken)")
      #expect(!made.problems.isEmpty)
    }
  }

  /// Refused lines and components are kept, and reported with their line.
  @Test func whatIsRefusedIsKept() throws {
    let made = try Made(
      """
      {"title":"a",
      "unparsed":["no line at all",
      "END:VTODO\\nBEGIN:VTODO"],
      "components":[
      ["vtodo",[["uid",{},"text","2"]],[]]]}
      """, .jsonLines)
    #expect(
      made.kept.sorted() == ["BEGIN:VTODO\nUID:2\nEND:VTODO\n", "END:VTODO\nBEGIN:VTODO"])
    let told = made.problems.filter { $0.code == .badSyntax }.map { "\($0.line ?? 0) \($0.message)" }
    #expect(
      told == [
        "3 'END:VTODO BEGIN:VTODO' would begin or end a component; it is kept as X-LISTO-LINE",
        "5 a VTODO is not allowed in a VTODO; it is kept as X-LISTO-LINE",
      ])
  }

  @Test func calendarsStayTheirNumber() throws {
    let jCal = """
      ["vcalendar",[["end",{},"text","VCALENDAR"],["version",{},"text","2.0"]],[
      ["vtodo",[["summary",{},"text","a"],["end",{},"unknown","VTODO"]],[["vcalendar",[],[]],["vtodo",[],[]]]],
      ["vcalendar",[],[["vtodo",[["summary",{},"text","two"]],[]]]]]]
      """
    let made = try Made(jCal, .jCal)
    #expect(made.titles == ["a"] && made.calendars == 1 && made.broken.isEmpty, "\(made)")
    let xCal = """
      <icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar><properties>
      <end><text>VCALENDAR</text></end></properties><components><vtodo><properties><summary><text>a</text></summary>
      <end><unknown>VTODO</unknown></end><begin><unknown>VTODO</unknown></begin></properties>
      <components><vtodo/><valarm><components><vevent/></components></valarm></components></vtodo></components>
      </vcalendar></icalendar>
      """
    let fromXML = try Made(xCal, .xCal)
    #expect(fromXML.titles == ["a"] && fromXML.calendars == 1 && fromXML.broken.isEmpty, "\(fromXML)")
    let document = """
      {"listo":1,"calendars":[{"properties":[["begin",{},"text","VTODO"]],"unparsed":["END:VCALENDAR\\nBEGIN:VTODO"],
      "reminders":[{"title":"a"}]}],"unparsed":["BEGIN:VCALENDAR\\rBEGIN:VTODO\\rSUMMARY:two\\rEND:VTODO"]}
      """
    let fromDocument = try Made(document, .json)
    #expect(fromDocument.titles == ["a"] && fromDocument.calendars == 1 && fromDocument.broken.isEmpty)
  }

  /// Where no more components are read in each other, one that is deeper would be taken for one of the
  /// calendar.
  @Test func noComponentComesOutOfTheDepth() throws {
    var inner = #"["vtodo",[["summary",{},"text","two"]],[]]"#
    for _ in 0..<60 { inner = "[\"x-a\",[],[\(inner)]]" }
    let made = try Made(
      "[\"vcalendar\",[],[[\"vtodo\",[[\"summary\",{},\"text\",\"a\"]],[]],\(inner)]]", .jCal)
    #expect(made.titles == ["a"] && made.broken.isEmpty)
    #expect(made.kept.first?.contains("SUMMARY:two") ?? false)
  }

  @Test(arguments: [
    (
      "* L\n** TODO a\n:PROPERTIES:\n:BEGIN: VTODO\n:ICAL-END: VTODO\n:ICAL-BEGIN: ;x=1:VTODO\n:END:\n", "org"
    ),
    (
      "* L\n** TODO a\n:PROPERTIES:\n:ICAL-END: %:VTODO%0D%0ABEGIN:VTODO\n:X-A: %:%0AEND:VTODO\n:END:\n",
      "org"
    ),
    ("title,BEGIN,END:VTODO\na,VTODO,\"x\nEND:VTODO\"\n", "csv"),
    ("a END:VTODO BEGIN:VTODO rec:%0AEND:VTODO url:x%0D%0AEND:VTODO zone:%0AEND:VTODO\n", "todotxt"),
    (
      #"[{"uuid":"1","status":"pending","description":"a","END":"VTODO","END:VTODO\nBEGIN":"VTODO","listo_rest":"END:VTODO\nBEGIN:VTODO\nSUMMARY:two"}]"#,
      "taskwarrior"
    ),
    (
      #"[{"uuid":"1","status":"pending","description":"a","listo_rest":"BEGIN:VEVENT\nEND:VEVENT","listo_lines":"END:VTODO\nBEGIN:VTODO"}]"#,
      "taskwarrior"
    ),
    ("- [ ] a [begin:: VTODO] [end:: VTODO] [uid:: x&#10;END:VTODO] [url:: x&#10;END:VTODO]\n", "markdown"),
    (
      "BEGIN:VCALENDAR\nVERSION:1.0\nBEGIN:VTODO\nSUMMARY:a\nRESOURCES;ENCODING=QUOTED-PRINTABLE:x=0D=0AEND:VTODO\nX-END=:x\nURL;ENCODING=QUOTED-PRINTABLE:x=0AEND:VTODO\nEND:VTODO\nEND:VCALENDAR\n",
      "vcalendar"
    ),
    (
      #"{"@type":"Task","title":"a","progress":"x\nEND:VTODO","estimatedDuration":"P1D\nEND:VTODO","privacy":"x\nEND:VTODO","iCalendar":{"properties":[["end",{},"unknown","VTODO"]],"components":[["vtodo",[],[]]]}}"#,
      "jscalendar"
    ),
    (
      #"{"@type":"Group","entries":[{"@type":"Task","title":"a"}],"method":"x\nEND:VCALENDAR","iCalendar":{"properties":[["end",{},"text","VCALENDAR"]],"components":[["vcalendar",[],[]]]}}"#,
      "jscalendar"
    ),
    (
      #"{"items":[{"title":"L\nEND:VCALENDAR","id":"x\nEND:VCALENDAR","items":[{"title":"a","id":"1\nEND:VTODO","due":"x\nEND:VTODO","links":[{"link":"x\nEND:VTODO"}]}]}]}"#,
      "takeout"
    ),
  ])
  func everyReaderKeepsTheStructure(text: String, name: String) throws {
    let format = try #require(Format.named(name))
    let made = try Made(text, format)
    #expect(made.components == 1 && made.broken.isEmpty, "\(name): \(made)")
    #expect(made.titles.first?.hasPrefix("a") ?? false)
  }

  /// Every text of a reminder in JSON replaced by something that looks like structure, at random.
  @Test func nothingWrittenIntoJSONBreaksOut() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let pieces = [
      "BEGIN:VTODO", "END:VTODO", "END:VALARM", "BEGIN:VCALENDAR", "END:VCALENDAR", "\\n", "\\r", "\\r\\n",
      "\\n ",
      "\\ufeff", "begin", "end", "vtodo", "vevent", "vtimezone", ":", ";", "x", " ", "\\u2028", "\\u0085",
      "\\u0000",
    ]
    func text() -> String {
      "\"" + (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.pick(using: &random) }.joined()
        + "\""
    }
    func property() -> String {
      "[\(text()),{\(text()):\(text())},\(["\"text\"", "\"unknown\"", "\"date\"", text()].pick(using: &random)),\(text())]"
    }
    func component(_ depth: Int) -> String {
      let inner = depth > 0 && Bool.random(using: &random) ? component(depth - 1) : ""
      return "[\(text()),[\(property())],[\(inner)]]"
    }
    for _ in 0..<500 {
      let line = """
        {"title":"a","due":\(text()),"dueZone":\(text()),"url":\(text()),"recurrence":\(text()),"status":\(text()),\
        "properties":[\(property()),\(property())],"components":[\(component(3))],"unparsed":[\(text()),\(text())],\
        "zones":[\(component(1))],"alarms":[{"action":\(text()),"trigger":\(text()),"unparsed":[\(text())],\
        "components":[\(component(2))],"properties":[\(property())]}]}
        """
      let made = try Made(line, .jsonLines)
      #expect(made.titles.filter { $0 == "a" } == ["a"], "LISTO_SEED=\(seed): \(line)")
      // Of its zones some may be.
      #expect(
        made.calendars == 1 && made.components <= 2 && made.broken.isEmpty, "LISTO_SEED=\(seed): \(line)")
    }
  }
}
