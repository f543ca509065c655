import Foundation
import Testing

/// The output of commands with `--json` has the form that `listo formats --schema` gives.
@Suite struct SchemaTests {
  private static let commands: [(command: String, line: String)] = [
    ("list", "list Samples --all --json --numbers"),
    ("list", "list Samples/Nextcloud --until 2026-12-20 --json"),
    ("today", "today Samples --json"), ("overdue", "overdue Samples --json"), ("week", "week Samples --json"),
    ("agenda", "agenda Samples --json"), ("next", "next Samples --json"),
    ("next", "next Samples --why --json"),
    ("next", "next Samples --each --json"), ("next", "next Samples --text zzzz --json"),
    ("show", "show dentist Samples/iCloud --json"), ("show", "show Family Samples/iCloud --json"),
    ("show", "show dentist Samples/iCloud --as-selection"), ("calendars", "calendars Samples --json"),
    ("stats", "stats Samples --json"), ("glance", "glance Samples --json"),
    ("alarms", "alarms Samples --until 2026-12-30 --json"),
    ("diff", "diff Samples/Merge/laptop Samples/Merge/phone --json"),
    ("merge", "merge Samples/Merge/laptop Samples/Merge/phone --dry-run --report=json"),
    (
      "merge",
      "merge Samples/Merge/laptop Samples/Merge/phone --base Samples/Merge/last.backup --dry-run --report=json"
    ),
    ("add", "add Milk --list Home --in Places --json"), ("done", "done dentist --in Places --json"),
    ("edit", "edit bins --due tomorrow --in Places --dry-run --json"), ("undo", "undo --json"),
    ("redo", "redo --json"),
    ("history", "history --json"), ("dedupe", "dedupe Samples/Merge --dry-run --json"),
    ("formats", "formats --json"),
    ("formats", "formats trello --json"), ("sources", "sources list --json"), ("config", "config --json"),
    ("account", "account list --json"), ("select", "select dentist Places --json"),
    ("select", "select --json"),
  ]

  @Test func outputsHaveTheFormOfTheirSchemas() throws {
    let place = try Workplace()
    defer { place.remove() }
    _ = try place.run(
      "cp -r Samples/iCloud Places; listo sources add Places; listo config set zone Europe/Berlin")
    for (command, line) in Self.commands {
      let dated = [
        "diff", "merge", "undo", "redo", "history", "dedupe", "formats", "sources", "config", "account",
        "select",
      ]
      let now = dated.contains(command) ? "" : " --now 2026-12-01T09:00:00"
      let output = try place.run("listo \(line)\(now) 2> /dev/null | cat")
      let schema = try Schema(of: command, in: place)
      let value = try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed)
      #expect(schema.problems(value) == [], "listo \(line)")
    }
    let findings = try place.run(
      "printf 'BEGIN:VCALENDAR\\nBEGIN:VTODO\\nDUE:soon\\n' > bad.ics; listo check bad.ics --json --for radicale | cat"
    )
    let schema = try Schema(of: "check", in: place)
    for line in findings.split(separator: "\n") where line.hasPrefix("{") {
      #expect(schema.problems(try JSONSerialization.jsonObject(with: Data(line.utf8))) == [], "\(line)")
    }
    #expect(findings.split(separator: "\n").count > 2)
  }

  /// Each command with `--json` has a schema, and a wrong output is noticed.
  @Test func eachCommandHasASchema() throws {
    let place = try Workplace()
    defer { place.remove() }
    func hasJSON(_ command: CommandDump.Command) -> Bool {
      (command.arguments ?? []).contains { $0.names?.contains { $0.option == "--json" } ?? false }
        || (command.subcommands ?? []).contains(where: hasJSON)
    }
    for command in try CommandDump(in: place).subcommands where hasJSON(command) {
      #expect(throws: Never.self, "\(command.commandName)") { try Schema(of: command.commandName, in: place) }
    }
    let schema = try Schema(of: "stats", in: place)
    let wrong = try JSONSerialization.jsonObject(
      with: Data(#"{"listo":"stats","version":"1","weeks":[{"start":1}],"more":0}"#.utf8))
    #expect(schema.problems(wrong).count == 9)
  }
}

/// A schema, as far as those of Listo go.
private struct Schema {
  private let root: [String: Any]

  init(of command: String, in place: Workplace) throws {
    let text = try place.run("listo formats --schema \(command)")
    root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
  }

  func problems(_ value: Any) -> [String] { problems(value, root, "$") }

  private func problems(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let name = schema["$ref"] as? String {
      let definitions = root["$defs"] as? [String: Any]
      guard let definition = definitions?[String(name.dropFirst(8))] as? [String: Any] else {
        return ["\(path): \(name) is not there"]
      }
      return problems(value, definition, path)
    }
    if let forms = schema["anyOf"] as? [[String: Any]] {
      let found = forms.map { problems(value, $0, path) }
      return found.contains { $0.isEmpty } ? [] : found.min { $0.count < $1.count } ?? []
    }
    if let words = schema["enum"] as? [String] {
      return words.contains(value as? String ?? "") ? [] : ["\(path): \(value) is none of \(words)"]
    }
    switch schema["type"] as? String {
    case "string"?: return value is String ? [] : ["\(path) is no text"]
    case "integer"?, "boolean"?: return value is NSNumber ? [] : ["\(path) is no number or flag"]
    case "null"?: return value is NSNull ? [] : ["\(path) is not null"]
    case "array"?:
      guard let elements = value as? [Any] else { return ["\(path) is no array"] }
      let items = schema["items"] as? [String: Any] ?? [:]
      return elements.enumerated().flatMap { problems($0.element, items, "\(path)[\($0.offset)]") }
    case "object"?:
      guard let members = value as? [String: Any] else { return ["\(path) is no object"] }
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      var found = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }.map {
        "\(path).\($0) is missing"
      }
      for (key, member) in members {
        if let property = properties[key] ?? schema["additionalProperties"] as? [String: Any] {
          found += problems(member, property, "\(path).\(key)")
        } else {
          found.append("\(path).\(key) is unknown")
        }
      }
      return found
    default: return []
    }
  }
}
