internal import ICalendar
public import ListoModel

extension Losses {
  /// One line for people: `12 events, 3 alarms and 1 time zone have no place in JSON lines`, followed by the
  /// parts that were left out because they were not requested, and the problems of a target. Nil without
  /// losses.
  public func summary(_ format: String) -> String? {
    var placeless = counts.merging(leftOut, uniquingKeysWith: -).filter { $0.value > 0 }
    let refused = placeless.removeValue(forKey: Self.refusal).map { [Self.refusal: $0] } ?? [:]
    let parts = [
      Self.list(placeless).map { "\($0.text) \($0.isOne ? "has" : "have") no place in \(format)" },
      Self.list(leftOut).map { "\($0.text) \($0.isOne ? "is" : "are") in none of the chosen columns" },
      Self.list(refused).map {
        "\($0.text) that \(format) refuses (--loss full lists the dropped data)"
      },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The things that programs write for themselves and people never see: they are named last, however many
  /// there are.
  private static let bookkeeping = Set(
    [FieldID.uid, .created, .modified, .stamp, .sequence, .order].map { word(for: $0) }
      + ["alarm detail", "calendar property", "parameter", "property", "time zone definition"])

  /// `3 alarms, 1 time zone and 12 UIDs`: what matters to people first, and of that the most; nil for
  /// nothing.
  private static func list(_ counts: [String: Int]) -> (text: String, isOne: Bool)? {
    func rank(_ kind: String) -> Int { bookkeeping.contains(kind) ? 1 : 0 }
    let parts = counts.sorted {
      (rank($0.key), $1.value, $0.key) < (rank($1.key), $0.value, $1.key)
    }.map { kind, count in "\(count) \(count == 1 ? kind : plural(kind))" }
    guard let last = parts.last else { return nil }
    let text = parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " + last : last
    return (text, counts.count == 1 && counts.values.first == 1)
  }

  /// The option of the format that would have kept some of the losses: `-t markdown+obsidian keeps due dates
  /// and priorities`; nil if there is none.
  public func remedy(_ choice: FormatChoice) -> String? {
    guard choice.options.names.isEmpty else { return nil }
    for option in choice.format.options {
      let kept = option.keeps.filter { counts[$0] != nil }.map(Self.plural)
      guard let last = kept.last else { continue }
      let list = kept.count > 1 ? kept.dropLast().joined(separator: ", ") + " and " + last : last
      return "-t \(choice.format.name)+\(option.name) keeps \(list)"
    }
    return nil
  }

  /// `time zone` → `time zones`, `property` → `properties`.
  private static func plural(_ kind: String) -> String {
    if kind.hasSuffix("status") { return kind + "es" }
    let words = kind.split(separator: " ")
    // `date of change` → `dates of change`
    if words.count == 3, words[1] == "of" { return "\(plural(String(words[0]))) of \(words[2])" }
    guard kind.hasSuffix("y"), let before = kind.dropLast().last, !"aeiou".contains(before) else {
      return kind + "s"
    }
    return kind.dropLast() + "ies"
  }
}

extension Losses.Entry {
  /// One line for people: `Home.ics: note: the event VEVENT (UID 4711) has no place in JSON lines [loss]`.
  public func text(_ format: String) -> String {
    let holder = uid.map { " (UID \($0))" } ?? ""
    if kind == Losses.refusal { return "\(file): note: \(format) refuses \(name) [loss]" }
    let fate = isLeftOut ? "is in none of the chosen columns" : "has no place in \(format)"
    return "\(file): note: the \(kind) \(name)\(holder) \(fate) [loss]"
  }
}

extension Losses {
  /// `{"listo":"losses","version":1,"format":…,"counts":{…},"losses":[{"kind":…,"file":…,"uid":…,"name":…}]}`;
  /// counts are in the order of their words. Parts that were left out because they were not requested also
  /// have `"leftOut":true`.
  package func json(_ format: String) -> JSONValue {
    let counts = counts.sorted { $0.key < $1.key }.map {
      JSONValue.Member(key: $0.key, value: .number($0.value))
    }
    let losses = entries.map { entry in
      JSONValue.object(present: [
        "kind": .string(entry.kind), "file": .string(entry.file), "uid": entry.uid.map { .string($0) },
        "name": .string(entry.name), "leftOut": entry.isLeftOut ? .bool(true) : nil,
      ])
    }
    return .object(present: [
      "listo": "losses", "version": 1, "format": .string(format), "counts": .object(counts),
      "losses": .array(losses),
    ])
  }
}

extension Losses {
  /// VERSION:2.0 and CALSCALE:GREGORIAN say what is always so.
  static func isUsual(_ property: Property) -> Bool {
    switch property.id {
    case .version: property.rawText == "2.0"
    // Every reader of another format writes that one.
    case .prodid: property.rawText == CalendarText.producer
    // The order of its lines only todo.txt needs to know, and what is a section only Todoist.
    case .other: property.name == TodoTxtSheet.property || property.name == TodoistWriter.section
    case .calscale: property.rawText.uppercased() == "GREGORIAN"
    default: false
    }
  }

  /// A component for people, in the singular.
  static func word(for kind: ComponentKind) -> String {
    switch kind {
    case .vevent: "event"
    case .vjournal: "journal entry"
    case .vfreebusy: "free/busy entry"
    case .vavailability: "availability"
    case .vtimezone: "time zone"
    case .valarm: "alarm"
    default: "component"
    }
  }

  /// A field for people, in the singular.
  public static func word(for field: FieldID) -> String {
    switch field {
    case .uid: "UID"
    case .title: "title"
    case .notes: "note"
    case .status: "status"
    case .completed: "date of completion"
    case .percent: "percentage"
    case .due: "due date"
    case .start: "start date"
    case .priority: "priority"
    case .tags: "set of tags"
    case .parent: "parent"
    case .url: "link"
    case .location: "location"
    case .recurrence: "recurrence rule"
    case .alarms: "alarm"
    case .order: "manual order"
    case .created: "creation date"
    case .modified: "modification date"
    case .stamp: "time stamp"
    case .sequence: "revision number"
    case .geo: "position"
    case .classification: "classification"
    case .recurrenceID: "changed occurrence"
    }
  }
}
