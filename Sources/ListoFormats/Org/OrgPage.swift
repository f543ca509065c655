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
    todo { $0.text(.summary, title) }.map { OrgEntry(PlacedReminder($0, in: .none)).title } ?? ""
  }

  func appendRow(
    of reminder: PlacedReminder, _ identifier: @autoclosure () -> ModelIdentifier,
    _ losses: inout ReminderLosses, to text: inout [UInt8]
  ) {
    let entry = OrgEntry(reminder)
    let notes = reminder.notes
    text += entry.keyword.utf8
    if let priority = entry.priority {
      text += " [#\(Self.letter(priority))]".utf8
    }
    text.append(0x20)
    text += entry.title.utf8
    if !entry.tags.isEmpty {
      text += " :".utf8
      for tag in entry.tags {
        text += tag.utf8
        text.append(0x3A)
      }
    }
    text.append(0x0A)
    Self.appendPlanning(of: entry, to: &text)
    let start = text.count
    text += Self.drawerStart
    appendDrawer(reminder, entry, &losses, to: &text)
    if text.count == start + Self.drawerStart.count, notes == nil {
      text.removeSubrange(start...)
    } else {
      text += Self.drawerEnd
    }
    if let notes { Self.append(notes: notes, to: &text) }
  }

  static func letter(_ priority: Int) -> Character { Character(Unicode.Scalar(UInt8(0x40 + priority))) }

  private static let drawerStart = Array(":PROPERTIES:\n".utf8)
  private static let drawerEnd = Array(":END:\n".utf8)

  mutating func write(_ row: ArraySlice<UInt8>, depth: Int, _ output: inout [UInt8]) {
    output += [UInt8](repeating: 0x2A, count: depth + 3)
    output.append(0x20)
    output += row
  }

  mutating func close(_ list: OutlineList, _ output: inout [UInt8]) {}

  mutating func end(_ output: inout [UInt8]) {}

  func appendRelation(of reminder: PlacedReminder, to bytes: inout [UInt8]) {
    let lines = OwnLines(reminder)
    let relation = reminder.all(.relatedTo).first { Self.isNested($0, lines) }
    if let relation { _ = Self.append(relation, isFirst: true, to: &bytes) }
  }

  /// The line stands first in the drawer, which is made where there is none.
  func row(_ row: ArraySlice<UInt8>, with relation: ArraySlice<UInt8>) -> [UInt8] {
    let drawer = [0x0A] + Self.drawerStart
    guard let place = row.firstRange(of: drawer) else {
      return Array(row) + Self.drawerStart + relation + Self.drawerEnd
    }
    return Array(row[..<place.upperBound]) + relation + row[place.upperBound...]
  }

  private static func appendPlanning(of entry: OrgEntry, to text: inout [UInt8]) {
    let start = text.count
    func append(
      _ word: String, _ stamp: String, _ end: String?, _ cookie: String?, _ brackets: (UInt8, UInt8)
    ) {
      if text.count > start { text.append(0x20) }
      text += word.utf8
      text.append(brackets.0)
      text += stamp.utf8
      if let end {
        text.append(0x2D)
        text += end.utf8
      }
      if let cookie {
        text.append(0x20)
        text += cookie.utf8
      }
      text.append(brackets.1)
    }
    if let completed = entry.completed { append("CLOSED: ", completed, nil, nil, (0x5B, 0x5D)) }
    if let due = entry.due { append("DEADLINE: ", due, entry.dueEnd, entry.repeater, (0x3C, 0x3E)) }
    if let start = entry.start {
      append("SCHEDULED: ", start, entry.startEnd, entry.due == nil ? entry.repeater : nil, (0x3C, 0x3E))
    }
    if text.count > start { text.append(0x0A) }
  }

  /// Notes, two blanks before each line, so that none is a headline: an empty line too, so that those at the end count.
  private static func append(notes: String, to text: inout [UInt8]) {
    for line in Array(notes.utf8).split(separator: 0x0A, omittingEmptySubsequences: false) {
      text += "  ".utf8
      OrgText.append(escaping: line, .body, to: &text)
      text.append(0x0A)
    }
  }

  // MARK: The drawer

  /// What has to be known of all lines of a reminder to write one of them, found once: it may have thousands.
  private struct OwnLines {
    /// A bit for each property that is there, and for each that is there more than once.
    private var once, more: UInt128
    /// How many of each that the ends of stamps stand in.
    private var ends: [OrgEntry.Range: Int] = [:]
    /// The lines of the first DESCRIPTION, and of the RELATED-TO that names the parent.
    var description, parent: Int?

    init(_ reminder: PlacedReminder) {
      (once, more) = (0, 0)
      for property in reminder.places.lazy.map(reminder.component.property) {
        let bit: UInt128 = 1 << UInt128(property.id.rawValue)
        more |= once & bit
        once |= bit
        switch property.id {
        case .description where description == nil: description = property.lineNumber
        case .relatedTo where parent == nil:
          if property.namesParent { parent = property.lineNumber }
        case .other: if let range = OrgPage.range(property) { ends[range, default: 0] += 1 }
        default: continue
        }
      }
    }

    func hasOne(_ id: PropertyID) -> Bool { (once & ~more) & (1 << UInt128(id.rawValue)) != 0 }

    func hasOne(_ range: OrgEntry.Range) -> Bool { ends[range] == 1 }
  }

  /// The stamp of which a property keeps the end.
  private static func range(_ property: Property) -> OrgEntry.Range? {
    guard property.id == .other else { return nil }
    let name = property.name
    return OrgEntry.Range.allCases.first { $0.name == name }
  }

  /// Appends the properties that the headline does not say, or not in full.
  private func appendDrawer(
    _ reminder: PlacedReminder, _ entry: OrgEntry, _ losses: inout ReminderLosses, to text: inout [UInt8]
  ) {
    var seen = SeenNames()
    let lines = OwnLines(reminder)
    if let uid = reminder.first(.uid), Self.isIdentifier(uid) {
      text += ":ID: ".utf8
      text += uid.text.utf8
      text.append(0x0A)
      losses.place(uid)
      _ = seen.insert(uid)
    }
    for property in reminder.places.lazy.map(reminder.component.property) {
      switch property.id {
      case .malformed: continue
      case .uid where seen.hasUID: continue
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
        guard Self.append(property, isFirst: seen.insert(property), to: &text) else { continue }
      }
      losses.placeWhole(property)
    }
    if reminder.writtenStatus == nil { text += ":\(OrgDrawer.implied): \(reminder.status.word)\n".utf8 }
  }

  /// The names that lines were written for.
  private struct SeenNames {
    private var known: UInt128 = 0
    private var others: Set<String> = []

    var hasUID: Bool { known & (1 << UInt128(PropertyID.uid.rawValue)) != 0 }

    /// - Returns: false for a name that was there before.
    mutating func insert(_ property: Property) -> Bool {
      guard property.id != .other else { return others.insert(property.name).inserted }
      let bit: UInt128 = 1 << UInt128(property.id.rawValue)
      defer { known |= bit }
      return known & bit == 0
    }
  }

  /// A UID that may stand in `:ID:`.
  private static func isIdentifier(_ uid: Property) -> Bool {
    guard uid.parameters.isEmpty, !uid.value.isEmpty else { return false }
    let text = Array(uid.text.utf8)[...]
    // The folder of what is attached is named by it.
    return isOneLine(text) && !text.contains(0x2F) && !OrgText.isActive(text, .drawer)
  }

  /// A subtask's place says it.
  private static func isNested(_ property: Property, _ lines: OwnLines) -> Bool {
    guard lines.parent == property.lineNumber else { return false }
    let parameters = property.parameters
    return parameters.isEmpty || parameters == [Parameter(name: "RELTYPE", values: ["PARENT"])]
  }

  /// The headline says the same.
  private static func isSaid(_ property: Property, by entry: OrgEntry, _ lines: OwnLines) -> Bool {
    if let range = range(property) {
      return entry[end: range] == property.text && property.parameters.isEmpty && lines.hasOne(range)
    }
    // As both are written anew: folds and cases are no difference.
    return lines.hasOne(property.id) && entry.says(property)
  }

  /// Appends `:NAME: value`; with parameters `:NAME: ;PARAMETER=…:value`, as they follow the name in iCalendar; percent-encoded, with
  /// a `%` before it, where blanks at an end or control characters would be dropped, or something would be active.
  ///
  /// - Returns: false for a property that no drawer can have.
  private static func append(_ property: Property, isFirst: Bool, to text: inout [UInt8]) -> Bool {
    let unfolded = property.unfolded
    let isText = unfolded.span.isUTF8
    guard
      let start = unfolded.firstIndex(where: { $0 == 0x3B || $0 == 0x3A })
        ?? (isText ? nil : unfolded.endIndex),
      let key = OrgDrawer.key(for: property)
    else { return false }
    text.append(0x3A)
    text += key
    if !isFirst { text.append(0x2B) }
    text += ": ".utf8
    var value = unfolded[start...]
    // Without parameters the value alone, unless it begins as if it had some, or is none that the property can have.
    if isText, value.first == 0x3A, let first = value.dropFirst().first, first != 0x3B, first != 0x3A,
      first != 0x25,
      ContentValue.wanted(by: property.id, property.value, []) == nil
    {
      value = value.dropFirst()
    }
    let isActive = !isText || OrgText.isActive(value, .drawer)
    if isActive || !isOneLine(value) {
      text.append(0x25)
      text += unfolded[start...].prefix(1)
      text += OrgDrawer.encode(unfolded[start...].dropFirst(), all: isActive)
    } else {
      text += value
    }
    text.append(0x0A)
    return true
  }

  private static func isOneLine(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
    // What text ends with is rarely white space beyond ASCII.
    if let first = text.first, let last = text.last, first > 0x20, first < 0x80, last > 0x20, last < 0x80 {
      return true
    }
    let text = String(decoding: text, as: UTF8.self)
    return text == text[...].trimmed()
  }

  /// A component with these properties.
  private static func todo(_ fill: (inout ComponentText) -> Void) -> Component? {
    var text = ComponentText.reminder(line: 0)
    fill(&text)
    return Component(text.bytes)
  }
}
