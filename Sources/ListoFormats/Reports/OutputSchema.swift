/// The JSON Schema (draft 2020-12) of the output of commands with `--json`.
///
/// There are two shapes: an array of reminders, or an object with `listo`, which says what it is, and
/// `version`. The exceptions are `next` and `show`, which print one reminder, `check`, which prints an object
/// on each line, and `glance`, whose object is that of a status bar.
package enum OutputSchema {
  /// The type of a value.
  private indirect enum Shape: Sendable {
    case text, integer, flag, anything
    case one(of: [String])
    case list(Shape)
    case object(Members)
    /// An object with any keys.
    case map(Shape)
    case nullable(Shape)
    case either([Shape])
    /// A definition by its name.
    case reference(String)
  }

  /// The members of an object by their keys; a key that ends with a question mark may be absent.
  private struct Members: Sendable, ExpressibleByDictionaryLiteral {
    var all: [(key: String, value: Shape)]

    init(dictionaryLiteral elements: (String, Shape)...) { all = elements.map { ($0.0, $0.1) } }
  }

  /// The commands that print JSON.
  package static var commands: [String] { documents.flatMap(\.commands) }

  /// The schema of the output of a command; nil for one that prints no JSON.
  package static func json(of command: String) -> JSONValue? {
    guard let document = documents.first(where: { $0.commands.contains(command) }) else { return nil }
    var members: [JSONValue.Member] = [
      .init(key: "$schema", value: "https://json-schema.org/draft/2020-12/schema"),
      .init(key: "title", value: .string("listo \(command) --json")),
      .init(key: "description", value: .string(document.summary)),
    ]
    members += json(document.shape).members
    var definitions: [JSONValue.Member] = []
    for name in definitionNames(in: document.shape) {
      definitions.append(.init(key: name, value: json(Self.definitions[name] ?? .anything)))
    }
    if !definitions.isEmpty { members.append(.init(key: "$defs", value: .object(definitions))) }
    return .object(members)
  }

  // MARK: Schemas

  private static func json(_ shape: Shape) -> JSONValue {
    switch shape {
    case .text: .object(present: ["type": "string"])
    case .integer: .object(present: ["type": "integer"])
    case .flag: .object(present: ["type": "boolean"])
    case .anything: .object([])
    case .one(let words): .object(present: ["enum": .strings(words)])
    case .list(let element): .object(present: ["type": "array", "items": json(element)])
    case .map(let value): .object(present: ["type": "object", "additionalProperties": json(value)])
    case .nullable(let value):
      .object(present: ["anyOf": .array([json(value), .object(present: ["type": "null"])])])
    case .either(let shapes): .object(present: ["anyOf": .array(shapes.map(json))])
    case .reference(let name): .object(present: ["$ref": .string("#/$defs/\(name)")])
    case .object(let members):
      .object(present: [
        "type": "object",
        "properties": .object(members.all.map { .init(key: name($0.key), value: json($0.value)) }),
        "required": .strings(members.all.map(\.key).filter { !$0.hasSuffix("?") }),
        "additionalProperties": .bool(false),
      ])
    }
  }

  private static func name(_ key: String) -> String { key.hasSuffix("?") ? String(key.dropLast()) : key }

  /// The definitions that a shape refers to, and those that these refer to.
  private static func definitionNames(in shape: Shape) -> [String] {
    var found: [String] = []
    func see(_ shape: Shape) {
      switch shape {
      case .text, .integer, .flag, .anything, .one: break
      case .list(let inner), .map(let inner), .nullable(let inner): see(inner)
      case .object(let members): for member in members.all { see(member.value) }
      case .either(let shapes): shapes.forEach(see)
      case .reference(let name):
        guard !found.contains(name) else { return }
        found.append(name)
        if let definition = definitions[name] { see(definition) }
      }
    }
    see(shape)
    return found
  }

  // MARK: Documents

  private static let documents: [(commands: [String], summary: String, shape: Shape)] = [
    (
      ["list", "today", "overdue", "week", "agenda"], "The reminders, or occurrences, in their order.",
      .list(.reference("reminder"))
    ),
    (
      ["next"], "A reminder, or null for none; with --each an array of them.",
      .either([.reference("reminder"), .list(.reference("reminder")), .nullable(.reference("reminder"))])
    ),
    (
      ["show"], "The reminder, or the selection of a list; with --selection the result of the search.",
      .either([
        .reference("reminder"), .reference("selection"),
        document(
          "resolution",
          [
            "answer": .one(of: ["found", "moved", "similar", "gone"]),
            "elements": .list(.reference("selection")),
          ]),
      ])
    ),
    (["select"], "The selection, or null.", .nullable(.reference("selection"))),
    (
      ["calendars"], "The sources and their lists.",
      document(
        "calendars",
        [
          "sources": .list(
            .object([
              "id": .text, "title": .text, "kind": .text,
              "lists": .list(
                .object([
                  "id": .text, "title": .text, "color?": .text, "description?": .text, "order?": .integer,
                  "allowsModification": .flag, "place": .text, "counts": .map(.integer),
                ])),
            ]))
        ])
    ),
    (
      ["stats"], "The numbers of reminders by list and by week.",
      document(
        "stats",
        [
          "total": .reference("counts"), "completedWithoutDate": .integer,
          "lists": .list(.object(["title": .text, "source": .text, "counts": .reference("counts")])),
          "weeks": .list(
            .object(["start": .text, "completed": .integer, "overdue": .integer, "due": .integer])),
        ])
    ),
    (
      ["glance"], "The line for a prompt, under the keys of a status bar.",
      .object([
        "text": .text, "tooltip": .text, "class": .one(of: ["overdue", "today", "none"]), "overdue": .integer,
        "today": .integer, "next?": .object(["title?": .text, "due?": .text]),
      ])
    ),
    (
      ["alarms"], "The alarms in order of time.",
      document(
        "alarms",
        [
          "alarms": .list(
            .object([
              "time": .text, "id": .text, "title": .text, "list": .text, "due?": .text, "isSnooze?": .flag,
            ]))
        ])
    ),
    (
      ["check"], "A finding; each is on its own line.",
      .object([
        "severity": .one(of: ["error", "warning", "note"]), "code": .text, "file?": .text, "line?": .integer,
        "count?": .integer, "message": .text, "kind?": .text, "repair?": .text, "repaired?": .flag,
      ])
    ),
    (
      ["diff"], "The differences by list.",
      document(
        "diff",
        [
          "old": .text, "new": .text, "isSame": .flag, "counts": .map(.integer),
          "lists": .list(
            .object([
              "old?": .reference("named"), "new?": .reference("named"),
              "fields": .list(.object(["name": .text, "old?": .text, "new?": .text])),
              "items": .list(
                .object([
                  "kind": .text, "component?": .text, "uid?": .text, "recurrenceID?": .text, "title?": .text,
                  "from?": .reference("named"), "fields?": .list(.reference("difference")),
                ])),
            ])),
        ])
    ),
    (
      [
        "add", "edit", "done", "reopen", "cancel", "delete", "move", "copy", "order", "flag", "tag", "defer",
        "alarm", "purge",
      ], "The changed reminders; with --dry-run the changed files.",
      .either([
        document(
          "edit",
          [
            "did": .text, "transaction": .nullable(.integer),
            "reminders": .list(
              .object([
                "id": .text, "shortName": .text, "title?": .text, "list?": .text, "notes?": .list(.text),
              ])),
          ]), .reference("dry-run"),
      ])
    ),
    (
      ["undo", "redo"], "The change that was taken back, or made again; with --dry-run the changed files.",
      .either([
        .object([
          "listo": .one(of: ["undo", "redo"]), "version": .integer, "transaction": .nullable(.integer),
          "label": .text,
          "reminders": .list(
            .object(["id": .text, "title?": .text, "is": .one(of: ["changed", "back", "gone"])])),
        ]), .reference("dry-run"),
      ])
    ),
    (
      ["history"], "The changes of the journal.",
      document(
        "history",
        [
          "changes": .list(
            .object([
              "id": .integer, "time?": .text, "label?": .text,
              "state": .one(of: ["standing", "undone", "pending", "later-version", "broken"]),
              "reminders": .integer, "files?": .list(.text),
            ]))
        ])
    ),
    (
      ["dedupe"], "The groups of duplicates.",
      document(
        "dedupe",
        [
          "transaction": .nullable(.integer),
          "groups": .list(
            .object([
              "score": .text, "reasons": .list(.text), "outcome": .text, "reason?": .text,
              "kept": .reference("duplicate"), "others": .list(.reference("duplicate")),
              "added": .list(.text), "dropped": .list(.text),
            ])),
        ])
    ),
    (
      ["formats"], "The formats, with what each can hold.",
      document(
        "formats",
        [
          "formats": .list(
            .object([
              "name": .text, "title": .text, "aliases": .list(.text), "extensions": .list(.text),
              "read": .flag, "write": .flag, "holds": .text,
              "options": .list(.object(["name": .text, "summary": .text])), "capabilities": .map(.text),
            ]))
        ])
    ),
    (
      ["sources"], "The configured sources.",
      document(
        "sources", ["sources": .list(.object(["name": .text, "path": .text, "isThere": .flag]))])
    ),
    (
      ["merge"], "The report of --report=json: every decision, with its reasons.",
      document(
        "merge",
        [
          "inputs": .list(.text), "base?": .list(.text),
          "refused": .list(.object(["input": .text, "reason": .text])), "counts": .map(.integer),
          "lists": .list(.object(["identifier?": .text, "title?": .text, "components": .integer])),
          "zones": .list(
            .object(["list?": .text, "tzid": .text, "input": .text, "otherSpellings": .list(.text)])),
          "calendars": .list(
            .object([
              "list?": .text, "property": .text, "kept": .list(.text),
              "dropped": .list(.object(["line": .text, "input": .text])), "isConflict": .flag,
            ])),
          "strays": .list(
            .object(["input": .text, "line?": .integer, "count": .integer, "text": .text])),
          "problems": .list(.map(.anything)), "decisions": .list(.map(.anything)),
        ])
    ),
    (
      ["patch"], "The report of --report=json: every decision.",
      document(
        "patch",
        [
          "counts": .map(.integer), "conflicts": .integer, "newLists": .list(.text),
          "lists": .list(.map(.anything)), "decisions": .list(.map(.anything)),
        ])
    ),
    (
      ["account"], "The accounts, without their logins; or what account check found.",
      .either([
        document(
          "accounts",
          [
            "accounts": .list(.object(["name": .text, "place": .text, "user?": .text, "folder": .text]))
          ]), .reference("accounts"),
      ])
    ),
    (
      ["status", "pull", "push", "sync"], "The state, the plan or the result of each account.",
      .reference("accounts")
    ),
    (["config"], "The settings.", document("config", ["settings": .map(.anything)])),
  ]

  /// An object with `listo` and `version`.
  private static func document(_ word: String, _ members: Members) -> Shape {
    var whole: Members = ["listo": .one(of: [word]), "version": .integer]
    whole.all += members.all
    return .object(whole)
  }

  // MARK: Definitions

  private static let definitions: [String: Shape] = [
    "reminder": .object([
      "id": .text, "source": .text, "list": .text, "uid?": .text, "title?": .text, "notes?": .text,
      "status?": .text, "completed?": .text, "due?": .text, "dueZone?": .text, "dueInstant?": .text,
      "start?": .text, "startZone?": .text, "startInstant?": .text, "priority?": .integer,
      "percent?": .integer, "tags?": .list(.text), "parent?": .text, "url?": .text, "location?": .text,
      "geo?": .anything, "recurrence?": .text, "alarms?": .list(.reference("alarm")), "order?": .integer,
      "created?": .text, "modified?": .text, "sequence?": .integer, "properties?": .list(.list(.anything)),
      "components?": .list(.list(.anything)), "unparsed?": .list(.text), "zones?": .anything,
      "current?": .map(.anything), "finished?": .anything, "number?": .integer, "why?": .list(.text),
    ]),
    "alarm": .object([
      "uid?": .text, "action?": .text, "trigger?": .text, "related?": .text, "acknowledged?": .text,
      "description?": .text, "properties?": .list(.list(.anything)), "components?": .list(.list(.anything)),
      "unparsed?": .list(.text),
    ]),
    "selection": document(
      "selection",
      [
        "identifier": .text, "source": .text, "list?": .text, "title?": .text, "created?": .text,
        "due?": .text, "inputs?": .list(.text),
      ]),
    "counts": .object([
      "open": .integer, "overdue": .integer, "completed": .integer, "cancelled": .integer,
    ]),
    "dry-run": document(
      "dry-run",
      [
        "files": .list(
          .object([
            "file": .text, "kind": .text,
            "passages": .list(
              .object(["line": .integer, "removed": .list(.text), "added": .list(.text)])),
          ]))
      ]),
    "accounts": .object([
      "listo": .one(of: ["status", "sync-plan", "sync", "account-check"]), "version": .integer,
      "accounts": .list(.map(.anything)),
    ]),
    "named": .object(["identifier": .text, "title": .text]),
    "difference": .object([
      "property?": .text, "field?": .text, "old?": .text, "new?": .text, "oldLine?": .text, "newLine?": .text,
      "removed?": .list(.text), "added?": .list(.text), "component?": .text,
      "fields?": .list(.reference("difference")), "zone?": .text,
    ]),
    "duplicate": .object([
      "id": .text, "shortName": .text, "title?": .text, "list?": .text, "file": .text, "line": .integer,
      "score?": .text, "reasons?": .list(.text),
    ]),
  ]
}
