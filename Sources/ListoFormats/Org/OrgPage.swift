internal import ICalendar
internal import ListoModel

/// Writes Org outlines: sources and lists are headlines, reminders headlines with a keyword, subtasks below them.
struct OrgPage: OutlineSyntax {
  static let capabilities = Capabilities(
    .exact, fields: [.alarms: .none],
    aspects: [
      .events: .none, .journals: .none, .timeZones: .approximate("those that tzdata knows, by name"),
      .alarmDetails: .none, .otherComponents: .none, .calendarProperties: .none,
      .lists: .approximate("their titles"), .sources: .approximate("as the first headline"),
    ])

  let deepest = 100
  let nestsOccurrences = false
  let namesZones = true
  let holdsRules = true

  mutating func begin(_ output: inout [UInt8]) {
    output += "#+TODO: TODO STARTED | DONE CANCELLED\n#+PRIORITIES: A I E\n".utf8
  }

  mutating func open(_ list: OutlineList, isNewSource: Bool, _ output: inout [UInt8]) {
    if isNewSource { output += "* \(Self.heading(list.source.title))\n".utf8 }
    output += "** \(Self.heading(list.title))\n".utf8
  }

  /// A heading that has neither keyword nor tags.
  private static func heading(_ title: String) -> String {
    todo { $0.text(.summary, title) }.map { OrgEntry(Reminder($0, in: .none)).title } ?? ""
  }

  func row(
    _ reminder: Reminder, _ identifier: ModelIdentifier, _ losses: inout ReminderLosses
  ) -> [UInt8] {
    let entry = OrgEntry(reminder)
    var text = entry.keyword
    if let priority = entry.priority { text += " [#\(Self.letter(priority))]" }
    text += " " + entry.title
    if !entry.tags.isEmpty { text += " :" + entry.tags.joined(separator: ":") + ":" }
    text += "\n" + Self.planning(entry)
    let drawer = drawer(reminder, entry, &losses)
    if !drawer.isEmpty || reminder.notes != nil { text += ":PROPERTIES:\n" + drawer + ":END:\n" }
    if let notes = reminder.notes { text += Self.body(notes) }
    return Array(text.utf8)
  }

  mutating func write(_ row: [UInt8], depth: Int, _ output: inout [UInt8]) {
    output += [UInt8](repeating: 0x2A, count: depth + 3)
    output.append(0x20)
    output += row
  }

  mutating func close(_ list: OutlineList, _ output: inout [UInt8]) {}

  mutating func end(_ output: inout [UInt8]) {}

  func relation(of reminder: Reminder) -> [UInt8] {
    let lines = OwnLines(reminder.component)
    let relation = reminder.component.all(.relatedTo).first { Self.isNested($0, lines) }
    return relation.flatMap { Self.line($0, isFirst: true) }.map { Array($0.utf8) } ?? []
  }

  /// The line stands first in the drawer, which is made where there is none.
  func row(_ row: [UInt8], with relation: [UInt8]) -> [UInt8] {
    let drawer = Array("\n:PROPERTIES:\n".utf8)
    guard let place = row.firstRange(of: drawer) else {
      return row + drawer.dropFirst() + relation + Array(":END:\n".utf8)
    }
    return row[..<place.upperBound] + relation + row[place.upperBound...]
  }

  static func letter(_ priority: Int) -> Character { Array("ABCDEFGHI")[priority - 1] }

  private static func planning(_ entry: OrgEntry) -> String {
    var parts: [String] = []
    if let completed = entry.completed { parts.append("CLOSED: [\(completed)]") }
    let cookie = entry.repeater.map { " " + $0 } ?? ""
    func range(_ stamp: String, _ end: String?) -> String { stamp + (end.map { "-" + $0 } ?? "") }
    if let due = entry.due { parts.append("DEADLINE: <\(range(due, entry.dueEnd))\(cookie)>") }
    if let start = entry.start {
      parts.append("SCHEDULED: <\(range(start, entry.startEnd))\(entry.due == nil ? cookie : "")>")
    }
    return parts.isEmpty ? "" : parts.joined(separator: " ") + "\n"
  }

  /// Notes, two blanks before each line, so that none is a headline: an empty line too, so that those at the end count.
  private static func body(_ notes: String) -> String {
    notes.split(separator: "\n" as Unicode.Scalar, omittingEmptySubsequences: false).map {
      "  \(OrgText.escape($0, .body))\n"
    }
    .joined()
  }

  // MARK: The drawer

  /// What has to be known of all lines of a reminder to write one of them, found once: it may have thousands.
  private struct OwnLines {
    var counts: [PropertyID: Int] = [:]
    /// Those of the properties that ends of stamps stand in.
    var ends: [String: Int] = [:]
    /// The lines of the first DESCRIPTION, and of the RELATED-TO that names the parent.
    var description, parent: Int?

    init(_ component: Component) {
      for property in component.properties {
        counts[property.id, default: 0] += 1
        switch property.id {
        case .description where description == nil: description = property.lineNumber
        case .relatedTo where parent == nil:
          let type = property.parameter("RELTYPE")?.value.uppercased()
          if type == nil || type == "PARENT" { parent = property.lineNumber }
        case .other where OrgEntry.ends.contains(where: { $0.name == property.name }):
          ends[property.name, default: 0] += 1
        default: continue
        }
      }
    }
  }

  /// Properties that the headline does not say, or not in full.
  private func drawer(_ reminder: Reminder, _ entry: OrgEntry, _ losses: inout ReminderLosses) -> String {
    var text = ""
    var seen: Set<String> = []
    let lines = OwnLines(reminder.component)
    if let uid = reminder.component.first(.uid), Self.isOneLine(uid.text), uid.parameters.isEmpty,
      !uid.value.isEmpty, !OrgText.isActive(uid.text, .drawer),
      // The folder of what is attached is named by it.
      !uid.text.contains("/")
    {
      text += ":ID: \(uid.text)\n"
      losses.place(uid)
      seen.insert("UID")
    }
    for property in reminder.component.properties {
      switch property.id {
      case .malformed: continue
      case .uid where seen.contains("UID"): continue
      case .description
      where property.parameters.isEmpty && !Losses.isReplaced(property)
        && lines.description == property.lineNumber:
        losses.place(property)
        continue
      case .relatedTo where Self.isNested(property, lines):
        losses.place(property)
        continue
      default: break
      }
      if !Self.isSaid(property, by: entry, lines) {
        guard let line = Self.line(property, isFirst: seen.insert(property.name).inserted) else { continue }
        text += line
      }
      losses.placeWhole(property)
    }
    if reminder.writtenStatus == nil { text += ":\(OrgDrawer.implied): \(reminder.status.word)\n" }
    return text
  }

  /// A subtask's place says it.
  private static func isNested(_ property: Property, _ lines: OwnLines) -> Bool {
    let parameters = property.parameters
    guard parameters.isEmpty || parameters == [Parameter(name: "RELTYPE", values: ["PARENT"])] else {
      return false
    }
    return lines.parent == property.lineNumber
  }

  /// The headline says the same.
  private static func isSaid(_ property: Property, by entry: OrgEntry, _ lines: OwnLines) -> Bool {
    if let end = OrgEntry.ends.first(where: { $0.name == property.name }) {
      return entry[keyPath: end.end] == property.text && property.parameters.isEmpty
        && lines.ends[property.name] == 1
    }
    guard OrgEntry.pieces.contains(where: { $0.id == property.id }), lines.counts[property.id] == 1
    else { return false }
    // As both are written anew: folds and cases are no difference.
    var (said, wanted) = (ComponentText.reminder(line: 0), ComponentText.reminder(line: 0))
    entry.write(property.id, to: &said)
    wanted.copy(property)
    return said.content == wanted.content
  }

  /// `:NAME: value`; with parameters `:NAME: ;PARAMETER=…:value`, as they follow the name in iCalendar; percent-encoded, with
  /// a `%` before it, where blanks at an end or control characters would be dropped, or something would be active.
  private static func line(_ property: Property, isFirst: Bool) -> String? {
    let name = property.name
    guard ComponentText.isName(name) else { return nil }
    guard let unfolded = String(validating: property.unfolded, as: UTF8.self) else {
      let behindName = property.unfolded.drop { $0 != 0x3A && $0 != 0x3B }
      let value =
        String(decoding: behindName.prefix(1), as: UTF8.self)
        + OrgDrawer.encode(behindName.dropFirst(), all: true)
      return ":\(OrgDrawer.key(for: name))\(isFirst ? "" : "+"): %\(value)\n"
    }
    guard let start = unfolded.firstIndex(where: { $0 == ";" || $0 == ":" })
    else { return nil }
    var value = String(unfolded[start...])
    // Without parameters the value alone, unless it begins as if it had some, or is none that the property can have.
    let bare = String(value.dropFirst())
    if value.first == ":", let first = bare.first, !";:%".contains(first),
      ContentValue.wanted(by: property.id, property.value, []) == nil
    {
      value = bare
    }
    let isActive = OrgText.isActive(value, .drawer)
    if isActive || !isOneLine(value) {
      value =
        "%" + String(unfolded[start])
        + OrgDrawer.encode(unfolded[start...].dropFirst().utf8, all: isActive)
    }
    return ":\(OrgDrawer.key(for: name))\(isFirst ? "" : "+"): \(value)\n"
  }

  private static func isOneLine(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && text == text[...].trimmed()
  }

  /// A component with these properties.
  private static func todo(_ fill: (inout ComponentText) -> Void) -> Component? {
    var text = ComponentText.reminder(line: 0)
    fill(&text)
    return Component(text.bytes)
  }
}

/// Names in property drawers.
enum OrgDrawer {
  /// There is no STATUS, and this is what other properties say.
  static let implied = "X-LISTO-IMPLIED"

  /// Keys that mean something else to Org.
  private static let special: Set<String> = [
    "ID", "PRIORITY", "TODO", "TAGS", "ALLTAGS", "CATEGORY", "ITEM", "FILE", "BLOCKED", "CLOSED", "DEADLINE",
    "SCHEDULED",
    "TIMESTAMP", "EFFORT", "BEGIN", "END",
  ]

  /// Keys with which Org runs Lisp, or finds files and folders. They keep iCalendar's name, so that none of them comes from a
  /// calendar.
  private static func isActive(_ key: String) -> Bool {
    ["HEADER-ARGS", "DIR", "ARCHIVE", "COLUMNS", "LOGGING", "INCLUDES", "DEFINES", "IMPORTS", "VAR"].contains(
      key)
      || ["EXPORT_", "ATTACH_", "TABLE_", "HTML_", "LATEX_", "BEAMER_"].contains(where: key.hasPrefix)
  }

  /// Percent-encodes control characters, blanks and `%`; and all that is not ASCII where the text is no UTF-8.
  ///
  /// - Parameter all: whatever is ASCII and no letter or digit, too.
  static func encode(_ text: some Collection<UInt8>, all: Bool = false) -> String {
    let isText = String(validating: text, as: UTF8.self) != nil
    var bytes: [UInt8] = []
    for byte in text {
      let isWord = byte >= 0x80 || ComponentText.isName(String(decoding: [byte], as: UTF8.self))
      if byte > 0x20, byte != 0x7F, byte != 0x25, byte < 0x80 || isText, isWord || !all {
        bytes.append(byte)
      } else {
        bytes += byte.percentEncoded
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads what ``encode(_:)`` wrote; nil for an escape without its two digits.
  static func decode(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The key for an iCalendar property.
  static func key(for name: String) -> String {
    let own = name.hasPrefix("X-ORG-") ? String(name.dropFirst(6)) : ""
    if !own.isEmpty { return !isActive(own) && self.name(for: own) == name ? own : name }
    // A name that Org, or another program, may give its own properties.
    return isActive(name) || self.name(for: name) != name ? "ICAL-" + name : name
  }

  /// The iCalendar property for a key: one of Org's own, or of another program, is kept as X-ORG-….
  static func name(for key: String) -> String? {
    let upper = key.uppercased()
    if upper == "ID" { return "UID" }
    let name = upper.hasPrefix("ICAL-") ? String(upper.dropFirst(5)) : upper
    guard ComponentText.isName(name) else { return nil }
    let isOurs = PropertyID(name: name) != .other || name.hasPrefix("X-")
    if upper.hasPrefix("ICAL-") || (isOurs && !special.contains(name)) { return name }
    return "X-ORG-" + name
  }
}
