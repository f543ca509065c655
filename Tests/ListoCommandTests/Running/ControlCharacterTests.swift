import Foundation
import Testing

/// Characters that would steer a terminal are shown, not sent: whichever command prints them, wherever they
/// were, on both streams.
@Suite struct ControlCharacterTests {
  /// Colours, a title for the window, the clipboard (OSC 52), a link (OSC 8), the same with C1, cursor
  /// movement, bidirectional overrides and isolates, DEL, NUL.
  private static let evil =
    "a\u{1B}[31mb\u{1B}]0;t\u{7}c\u{1B}]52;c;ZXZpbA==\u{1B}\\d\u{1B}]8;;http://e.example\u{1B}\\e\u{9B}2Jf\u{9D}52;c;x\u{9C}g"
    + "\u{90}h\u{8}\u{8}\u{C}\u{E}i\u{202E}j\u{2066}k\u{61C}l\u{200F}\u{7F}\u{0}m"
  /// As a name of a file may be.
  private static let name = evil.replacing("\u{0}", with: "").replacing("/", with: "|")

  private static let calendar: String = {
    let parameter = evil.replacing(";", with: ",").replacing(":", with: "")
    func todo(_ uid: String, _ more: String) -> String {
      """
      BEGIN:VTODO\r
      UID:\(uid)\r
      DTSTAMP:20260101T000000Z\r
      SUMMARY:\(evil)\r
      \(more)END:VTODO\r

      """
    }
    let properties = [
      "DESCRIPTION", "LOCATION", "CATEGORIES", "URL", "STATUS", "CLASS", "RRULE", "DUE", "DTSTART",
      "PRIORITY",
      "PERCENT-COMPLETE", "GEO", "RELATED-TO", "ATTACH", "ORGANIZER", "SEQUENCE", "COMPLETED", "CREATED",
      "LAST-MODIFIED", "X-APPLE-SORT-ORDER", "X-\(evil)", "DURATION", "EXDATE", "RECURRENCE-ID", "COLOR",
      "\(evil)",
    ]
    let todos = properties.enumerated().map { index, property in
      todo(
        "\(index)\(evil)",
        "\(property):\(evil)\r\n\(property);X=\"\(parameter)\";TZID=\(parameter):\(evil)\r\n")
    }
    return """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:\(evil)\r
      METHOD:\(evil)\r
      CALSCALE:\(evil)\r
      X-WR-CALNAME:\(evil)\r
      X-WR-CALDESC:\(evil)\r
      X-WR-RELCALID:\(evil)\r
      COLOR:\(evil)\r
      BEGIN:VTIMEZONE\r
      TZID:\(evil)\r
      END:VTIMEZONE\r
      BEGIN:\(evil)\r
      END:\(evil)\r
      \(todos.joined())\(todo("same", "BEGIN:VALARM\r\nACTION:\(evil)\r\nDESCRIPTION:\(evil)\r\nTRIGGER:\(evil)\r\nEND:VALARM\r\n"))
      \(todo("same", "BEGIN:\(evil)\r\n"))END:\(evil)\r
      END:VCALENDAR\r
      \(evil)\r

      """
  }()

  /// `$e` is the text itself, as a person may paste it, or a shell expand it from a name.
  private static let commands = [
    "list in --all", "list in --all --json", "list in --all --ascii", "list \"$e.ics\" --all --sort due",
    "calendars in",
    "calendars in --json", "check in", "check in --json", "check in --strict", "show 'a' in", "show same in",
    "show 24 in --json", "show \"$e\" in", "show nothing in", "convert in -t jsonl", "convert in -t json",
    "convert in -t jsonl --loss full -o out/", "merge in copy --dry-run",
    "merge in copy --report=json -o all.ics",
    "merge in copy --report -o merged/", "merge in copy -o all.ics --rejects rejects.ics --strict",
    "filter in --list 'no such' -o all.ics", "filter in --source 'no such' -o all.ics",
    "filter \"$e.ics\" -o \"$e.json\"",
    "filter \"$e.ics\" -o \"$e.ics\"", "filter - --in-place", "convert \"$e.ics\" -o \"none/$e.ics\"",
    "list \"$e\"",
    "\"$e\"", "list \"--$e\"", "list in --now \"$e\"", "list in --timezone \"$e\"", "list in --has \"$e\"",
    "list in --sort \"$e\"", "list in --due-before \"$e\"", "convert in -t \"$e\"", "merge in --color \"$e\"",
    "show --selection \"$e\" in", "show --selection \"$e.ics\" in", "convert in sub/in -o lines/",
    "help \"$e\"",
  ]

  @Test(arguments: commands, ["C.UTF-8", "C"]) func nothingIsSent(command: String, locale: String) throws {
    let sandbox = try Sandbox()
    for folder in ["in", "sub/in"] { try sandbox.write("\(folder)/\(Self.name).ics", Self.calendar) }
    try sandbox.write(
      "copy/\(Self.name).ics", Self.calendar.replacingOccurrences(of: "SUMMARY:", with: "SUMMARY:b"))
    try sandbox.write("\(Self.name).ics", Self.calendar)
    try sandbox.write("in/\(Self.name)/displayname", Self.evil)
    try sandbox.write("in/\(Self.name)/1.ics", Calendars.text(1, title: Self.evil))
    let result = try sandbox.sh(
      "listo \(command)", environment: ["e": Self.name, "LANG": locale, "COLUMNS": "100"])
    #expect(result.signal == 0)
    let isJSON = command.contains("json")
    for text in [result.output, result.errors] {
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(
          scalar.properties.generalCategory != .control,
          "U+\(String(scalar.value, radix: 16)) in \(String(reflecting: text))")
        // In JSON they are data: programs read it, and get what there was.
        let isOverride = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        #expect(isJSON || !isOverride, "U+\(String(scalar.value, radix: 16)) in \(String(reflecting: text))")
      }
    }
    #expect(!result.output.isEmpty || !result.errors.isEmpty)
  }
}
