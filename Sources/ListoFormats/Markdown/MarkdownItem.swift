internal import ICalendar
internal import ListoModel

/// One reminder as a task: its line, and its notes as paragraphs below it.
struct MarkdownItem {
  private let reminder: PlacedReminder
  private let flavour: MarkdownFlavour

  init(_ reminder: PlacedReminder, _ flavour: MarkdownFlavour) {
    (self.reminder, self.flavour) = (reminder, flavour)
  }

  /// Appends it.
  func append(to bytes: inout [UInt8], _ losses: inout ReminderLosses) {
    losses.place(.summary)
    var fields = TaskFields()
    fields.tags = tags(&losses)
    if flavour != .plain { fill(&fields, &losses) }
    let title = armless(title(&fields, &losses))
    let words = recurrence(&fields, &losses)
    bytes += "- [".utf8
    bytes += mark(&losses).utf8
    bytes += "] ".utf8
    bytes += title.utf8
    if let words { bytes += " *(\(words))*".utf8 }
    let rest = flavour == .dataview ? DataviewField.text(fields) : TaskSign.text(fields)
    // The box has a blank behind it.
    bytes += title.isEmpty && words == nil ? rest[...].trimmed().utf8 : rest[...].utf8
    bytes.append(0x0A)
    if reminder.first(.relatedTo) != nil,
      let parent = reminder.all(.relatedTo).first(where: \.namesParent)
    {
      losses.place(parent)
    }
    var room: [UInt8] = []
    if let property = reminder.first(.description), MarkdownMarkup.isText(of: property),
      !property.text.isEmpty
    {
      if !MarkdownNotes.append(markup: property.text, to: &bytes) { losses.lose("markup", "DESCRIPTION") }
    } else if let notes = reminder.text(.description, in: &room) {
      Self.append(paragraphs: notes, to: &bytes)
    }
    losses.place(.description)
  }

  /// The title as Markdown. A tag inside it is not written behind it.
  private func title(_ fields: inout TaskFields, _ losses: inout ReminderLosses) -> String {
    guard let title = reminder.title else { return "" }
    let isMarkup = reminder.first(.summary).map(MarkdownMarkup.isText) ?? false
    guard isMarkup || (!fields.tags.isEmpty && title.utf8.contains(0x23)) else {
      return MarkdownText.escape(title)
    }
    var markup = MarkdownMarkup(title.unicodeScalars)
    if !isMarkup { markup.forget() }
    let kept = markup.keepTags(fields.tags)
    fields.tags.removeAll(where: kept.contains)
    let text = MarkdownText.escape(title, keeping: markup)
    if isMarkup, text != title { losses.lose("markup", "SUMMARY") }
    return text
  }

  /// The title with nothing at its end that would be read as a field.
  private func armless(_ title: String) -> String {
    let bytes = title.utf8Span.span
    guard let last = title.utf8.last,
      TaskEnding.mayEnd(bytes, bytes.indices) || last <= 0x20 || last >= 0x80
    else { return title }
    return TaskEnding(bytes, bytes.indices).isEmpty ? title : TaskSign.disarm(title)
  }

  private func mark(_ losses: inout ReminderLosses) -> String {
    losses.place(.status)
    // A status that only other fields imply comes back as a STATUS.
    func said(_ mark: String) -> String {
      if reminder.writtenStatus == nil, flavour != .dataview { losses.lose("missing status", "STATUS") }
      return mark
    }
    switch reminder.status {
    case .needsAction: return flavour == .plain ? " " : customMark(&losses)
    case .completed: return said("x")
    case .inProcess where flavour != .plain: return said("/")
    case .cancelled where flavour != .plain: return said("-")
    default:
      losses.lose("status", "STATUS")
      // An abandoned reminder must not look as if it were to be done.
      return reminder.isOpen ? " " : "x"
    }
  }

  /// The character that the box had.
  private func customMark(_ losses: inout ReminderLosses) -> String {
    guard let property = reminder.component.all(named: MarkdownMark.property).first,
      MarkdownMark.isCustom(property.text)
    else { return " " }
    losses.place(property)
    return property.text
  }

  /// Characters that tags cannot have become hyphens, which is counted.
  private func tags(_ losses: inout ReminderLosses) -> [String] {
    guard reminder.first(.categories) != nil else { return [] }
    losses.placeAll(.categories)
    let texts = reminder.all(.categories).flatMap(\.texts)
    if texts.count > reminder.tags.count { losses.lose("repeated tag", "CATEGORIES") }
    return reminder.tags.compactMap { tag in
      if TaskFields.isTag(tag[...]) { return tag }
      losses.lose("tag", "CATEGORIES")
      var result = ""
      for character in tag {
        if TaskFields.isTag("a\(character)") {
          result.append(character)
        } else if result.last != "-" {
          result += "-"
        }
      }
      while result.last == "-" { result.removeLast() }
      if !TaskFields.isTag(result[...]) { result = "_" + result }
      return TaskFields.isTag(result[...]) ? result : nil
    }
  }

  // MARK: Fields

  private func fill(_ fields: inout TaskFields, _ losses: inout ReminderLosses) {
    fields.id = name(&losses)
    fields.dependsOn = dependencies(&losses)
    if let priority = reminder.priority, (0...9).contains(priority) {
      fields.priority = priority == 0 ? nil : priority
      losses.place(.priority)
      if ![1, 3, 5, 7, 9].contains(priority) { losses.lose("exact priority", "PRIORITY") }
    }
    fields.due = day(.due, &losses)
    let isScheduled =
      reminder.first(.dtstart)?.parameter(OriginParameter.obsidianField)?.value == TaskSign.scheduled
    if isScheduled {
      fields.scheduled = day(.dtstart, &losses)
    } else {
      fields.start = day(.dtstart, &losses)
    }
    fields.created = day(.created, &losses)
    fields.done = reminder.isCompleted ? day(.completed, &losses) : nil
    for property in reminder.component.properties where property.id == .other {
      extra(property, &fields, &losses)
    }
    if flavour == .dataview { fillMore(&fields, &losses) }
  }

  /// Adds the fields that Dataview has beside those that Obsidian Tasks knows.
  private func fillMore(_ fields: inout TaskFields, _ losses: inout ReminderLosses) {
    func add(_ key: String, _ id: PropertyID, _ text: String?) {
      guard let text, text == text[...].trimmed(), !text.isEmpty else { return }
      fields.others.append(TaskFields.Other(key: key, value: text))
      losses.place(id)
    }
    if let uid = reminder.uid, fields.id != uid { add("uid", .uid, uid) }
    add("location", .location, reminder.location)
    // The box says what only other fields did.
    if reminder.writtenStatus == nil, reminder.status != .needsAction {
      fields.others.append(TaskFields.Other(key: "implied", value: reminder.status.word))
    }
    // Only values that are read back from these fields.
    if let url = reminder.url, url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) { add("url", .url, url) }
    if let percent = reminder.percent, (0...100).contains(percent) {
      add("percent", .percentComplete, String(percent))
    }
  }

  private func extra(_ property: Property, _ fields: inout TaskFields, _ losses: inout ReminderLosses) {
    let text = property.text
    switch property.name {
    case "X-OBSIDIAN-SCHEDULED": fields.scheduled = (try? property.moment())?.day ?? fields.scheduled
    case "X-OBSIDIAN-CANCELLED": fields.cancelled = (try? property.moment())?.day
    case "X-OBSIDIAN-ON-COMPLETION": if !fields.set(.onCompletion, text[...]) { return }
    case "X-OBSIDIAN-RECURRENCE": if !fields.set(.recurrence, text[...]) { return }
    case "X-OBSIDIAN-BLOCK":
      guard TaskFields.isIdentifier(text[...]) else { return }
      fields.block = text
    case let name where name.hasPrefix("X-DATAVIEW-") && flavour == .dataview:
      let key = property.parameter("X-KEY")?.value ?? String(name.dropFirst(11)).lowercased()
      // A key that means something else, or stands there already, would be read as that.
      guard text == text[...].trimmed(), !text.isEmpty, !DataviewField.isOwn(key),
        !fields.others.contains(where: { $0.key == key })
      else { return }
      fields.others.append(TaskFields.Other(key: key, value: text))
    default: return
    }
    losses.place(property)
  }

  /// The day of a date, as it is written: what is more is lost, by name.
  private func day(_ id: PropertyID, _ losses: inout ReminderLosses) -> Day? {
    guard let moment = try? reminder.first(id)?.moment() else { return nil }
    losses.place(id)
    if moment.local != nil { losses.lose("clock time", id.name) }
    if case .zoned = moment { losses.lose("time zone", id.name) }
    return moment.day
  }

  /// The words of the rule; those that no sign can have are returned, to be put behind the title.
  private func recurrence(_ fields: inout TaskFields, _ losses: inout ReminderLosses) -> String? {
    guard let raw = reminder.recurrence, fields.recurrence == nil else { return nil }
    let words = RepeatWords.words(raw)
    guard let text = words ?? RepeatWords.behindTitle(raw) else { return nil }
    losses.place(.rrule)
    if flavour == .plain || words == nil { return text }
    fields.recurrence = words
    if reminder.repeatsFromCompletion {
      fields.recurrence = words.map { $0 + RepeatWords.whenDone }
      losses.place(.xListoRepeatFrom)
    }
    return nil
  }

  // MARK: Names

  private func name(_ losses: inout ReminderLosses) -> String? {
    guard let uid = reminder.uid else { return nil }
    losses.place(.uid)
    if !TaskFields.isIdentifier(uid[...]), flavour != .dataview { losses.lose("UID", "UID") }
    return Self.identifier(uid)
  }

  /// The UID where 🆔 allows its characters, else twelve digits that follow from it.
  static func identifier(_ uid: String) -> String {
    if TaskFields.isIdentifier(uid[...]) { return uid }
    return String(UUIDv5.string(name: Array(uid.utf8)).filter { $0 != "-" }.prefix(12))
  }

  private func dependencies(_ losses: inout ReminderLosses) -> [String] {
    reminder.all(.relatedTo).compactMap { property in
      guard property.namesDependency, !property.value.isEmpty else { return nil }
      let name = Self.identifier(property.text)
      losses.place(property)
      if name != property.text { losses.lose("relation", "RELATED-TO") }
      return name
    }
  }

  // MARK: Notes

  /// Appends paragraphs as they stand below the item's line, of notes in UTF-8. A line end is one of
  /// Markdown's; empty lines are paragraphs' ends, and what they cannot say is a character reference.
  static func append(paragraphs notes: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(0x0A)
    var empty = 0
    var isFirst = true
    func append(references count: Int) { for _ in 0..<count { bytes += "&#10;".utf8 } }
    let isMathematics = MarkdownText.isMathematics(notes)
    var rest = notes
    while true {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end]
      if line.isEmpty {
        empty += 1
      } else {
        // One empty line between two others is the end of a paragraph.
        if !isFirst && empty > 0 { bytes.append(0x0A) }
        bytes += "  ".utf8
        append(references: isFirst ? empty : max(0, empty - 1))
        MarkdownText.append(escaping: line, isMathematics: isMathematics, to: &bytes)
        bytes.append(0x0A)
        (empty, isFirst) = (0, false)
      }
      if end == rest.endIndex { break }
      rest = rest[(end + 1)...]
    }
    guard empty > 0 else { return }
    // Empty lines at the end; nothing but line ends are one less than the lines they make.
    if isFirst {
      bytes += "  ".utf8
    } else {
      bytes.removeLast()
    }
    append(references: isFirst ? empty - 1 : empty)
    bytes.append(0x0A)
  }
}

extension String {
  /// Splits at a scalar; in a String a CR and a LF are one character.
  func split(separator: Unicode.Scalar, omittingEmptySubsequences: Bool) -> [Substring] {
    unicodeScalars.split(separator: separator, omittingEmptySubsequences: omittingEmptySubsequences).map(
      Substring.init)
  }
}
