internal import Listo

/// `listo show`: one reminder in full.
struct ShowView: Sendable {
  let catalog: Catalog
  let names: ShortNames
  let context: ViewContext
  let surface: Surface
  /// Where in their files the components of converted inputs stand.
  var lines: [String: LineMap] = [:]
  /// The index of the parent of each reminder of the list, where that was worked out before.
  var parents: [Int?]?

  /// Raw lines longer than this are cut, and their length told: attachments can hold megabytes.
  private static let longestRaw = 400

  private struct Row {
    var label: String
    /// Each begins a line of its own.
    var texts: [StyledLine]
    /// Text that people copy is not broken: the terminal does that without putting line ends in it.
    var isOneWord = false
  }

  /// The reminder at a place; nil where none is.
  func text(_ path: Catalog.IndexPath) -> String? { lines(path).map(surface.text) }

  private func file(_ name: String, _ line: Int) -> String {
    guard let map = lines[name] else { return "\(name):\(line)" }
    return map.originalLine(of: line).map { "\(name):\($0)" } ?? name
  }

  func lines(_ path: Catalog.IndexPath) -> [StyledLine]? {
    guard let reminder = catalog.reminder(at: path), let node = catalog.list(at: path),
      let identifier = catalog.modelIdentifier(at: path)
    else { return nil }
    let rows = contentRows(reminder, node, path)
    let records = recordRows(reminder, identifier)
    let labelWidth = (rows + records).reduce(0) { max($0, $1.label.count) }
    var lines = header(reminder, node, identifier) + [StyledLine()]
    for row in rows { lines += set(row, labelWidth) }
    lines.append(StyledLine())
    for row in records { lines += set(row, labelWidth) }
    let rest = rest(of: reminder)
    if !rest.isEmpty {
      lines += [StyledLine(), StyledLine([StyledText("  also in the calendar, as written", .dim)])]
      for text in rest {
        for piece in wrapped(StyledLine([StyledText(text, .dim)]), indent: 4) {
          lines.append(StyledLine([StyledText("    ")] + piece.texts))
        }
      }
    }
    return lines
  }

  // MARK: Header

  private func header(_ reminder: Reminder, _ node: Catalog.ListNode, _ identifier: ModelIdentifier)
    -> [StyledLine]
  {
    let glyphs = surface.glyphs
    let listStyle = surface.depth > .sixteen ? Style.ofList(node.list.color) : .plain
    var mark = StyledLine([StyledText(glyphs.mark(reminder.status), reminder.isOpen ? listStyle : .dim)])
    mark.append(" ")
    var words: [Word]
    if let title = reminder.title {
      words = Wrapping.words(
        Visible.line(title, glyphs), reminder.isOpen ? .bold : Style(isBold: true, isStruck: true))
    } else {
      words = [Word("(untitled)", .missing)]
    }
    words.append(Word(names.name(of: identifier), .dim, space: 2))
    let titles =
      surface.width.map { Wrapping.lines(words, width: $0 - mark.cells, glyphs) } ?? [Wrapping.line(words)]
    return titles.enumerated().map { index, title in
      var line = index == 0 ? mark : StyledLine([StyledText(String(repeating: " ", count: mark.cells))])
      line.append(title)
      return line
    }
  }

  private func place(_ node: Catalog.ListNode, _ path: Catalog.IndexPath) -> StyledLine {
    let glyphs = surface.glyphs
    var line = StyledLine([StyledText(glyphs.listDot, .list(node.list.color))])
    line.append(" " + Visible.line(node.list.title, glyphs))
    line.append(" in \(Visible.line(catalog.sources[path.source].source.title, glyphs))", .dim)
    return line
  }

  // MARK: Fields

  /// The fields that programs keep about a reminder: they come last.
  private static let records: [FieldID] = [.created, .modified, .stamp, .sequence, .order, .uid]

  /// The rows of the reminder itself: the due date, notes and subtasks first.
  private func contentRows(
    _ reminder: Reminder, _ node: Catalog.ListNode, _ path: Catalog.IndexPath
  ) -> [Row] {
    let tree = parents ?? Hierarchy.parents(of: node.reminders)
    let parent = path.reminder.flatMap { tree[$0] }
    let first: [FieldID] = [.due, .notes]
    let others = Field.all.map(\.id).filter { !(first + Self.records + [.title]).contains($0) }
    func rows(_ fields: [FieldID]) -> [Row] {
      fields.compactMap { field in
        guard let value = Field[field].get(reminder) else { return nil }
        return Row(
          label: Field[field].name, texts: texts(Field[field], value, reminder, node, parent: parent),
          isOneWord: field == .url)
      }
    }
    return rows(first) + subtasks(node, path, tree) + rows(others) + [
      Row(label: "list", texts: [place(node, path)])
    ]
  }

  private func subtasks(_ node: Catalog.ListNode, _ path: Catalog.IndexPath, _ parents: [Int?]) -> [Row] {
    let children = node.reminders.indices.filter { parents[$0] == path.reminder && $0 != path.reminder }
    guard !children.isEmpty else { return [] }
    let ordered = SortOrder.manual.sorted(children, of: node.reminders, context)
    return [Row(label: "subtasks", texts: ordered.map { reference(node, $0) })]
  }

  private func recordRows(_ reminder: Reminder, _ identifier: ModelIdentifier) -> [Row] {
    let dates = RelativeDate(context)
    var rows = Self.records.compactMap { field -> Row? in
      guard let value = Field[field].get(reminder) else { return nil }
      let texts: [StyledLine]
      if case .moment(let moment) = value {
        texts = moments(moment, Field[field], reminder, dates)
      } else {
        texts = [plain(value.description)]
      }
      return Row(label: Field[field].name, texts: texts, isOneWord: field == .uid)
    }
    let file = file(reminder.calendar.file, reminder.component.lineNumber)
    rows.append(Row(label: "identifier", texts: [plain(identifier.description)], isOneWord: true))
    rows.append(Row(label: "file", texts: [plain(file)], isOneWord: true))
    return rows
  }

  /// Another reminder of the list, by mark, short name and title.
  private func reference(_ node: Catalog.ListNode, _ index: Int) -> StyledLine {
    let glyphs = surface.glyphs
    let other = node.reminders[index]
    var line = StyledLine([StyledText(glyphs.mark(other.status), other.isOpen ? .plain : .dim)])
    line.append(" ")
    line.append(names.name(of: node.identifiers[index]), .dim)
    line.append("  ")
    line.append(other.title.map { Visible.line($0, glyphs) } ?? "(untitled)", other.isOpen ? .plain : .dim)
    if let occurrence = other.recurrenceID {
      let dates = RelativeDate(context)
      line.append("  only \(dates.short(occurrence, other.calendar.zones))", .dim)
    }
    return line
  }

  private func texts(
    _ field: Field, _ value: FieldValue, _ reminder: Reminder, _ node: Catalog.ListNode, parent: Int?
  ) -> [StyledLine] {
    let glyphs = surface.glyphs
    let dates = RelativeDate(context)
    let zones = reminder.calendar.zones
    switch (field.id, value) {
    case (.status, _): return [plain(reminder.status.word.replacing("-", with: " "))]
    case (.priority, .integer(let priority)):
      var line = plain("\(priority)")
      let sign = ReminderRow.sign(reminder.priorityBucket)
      if !sign.isEmpty {
        line.append("  ")
        line.append(sign, .priority)
        line.append(" \(reminder.priorityBucket.rawValue)", .dim)
      }
      return [line]
    case (.tags, .texts(let tags)):
      return [
        Wrapping.line(tags.map { Word(Visible.line("#" + $0, glyphs), .tag) })
      ]
    case (.notes, .text(let notes)): return Visible.lines(notes, glyphs).map { StyledLine([StyledText($0)]) }
    case (.recurrence, .text(let rule)):
      let words = dates.rule(rule) + (reminder.repeatsFromCompletion ? DateWording.whenDone : "")
      guard words != rule else { return [plain(rule)] }
      return [plain("\(glyphs.repeats) \(words)"), written(rule)]
    case (.alarms, _):
      return reminder.alarms.map { plain(AlarmWords.words($0, zones, dates)) }
    case (.parent, .text(let uid)):
      if let parent, node.reminders[parent].uid == uid { return [reference(node, parent)] }
      return [plain(uid), StyledLine([StyledText("not in this list", .dim)])]
    case (.percent, .integer(let percent)): return [plain("\(percent)%")]
    case (_, .moment(let moment)): return moments(moment, field, reminder, dates)
    default: return [plain(value.description)]
    }
  }

  private func moments(
    _ moment: Moment, _ field: Field, _ reminder: Reminder, _ dates: RelativeDate
  ) -> [StyledLine] {
    let zones = reminder.calendar.zones
    var line = plain(dates.long(moment, zones))
    let isOverdue = field.id == .due && reminder.isOverdue(in: context)
    let words =
      isOverdue
      ? dates.overdue(moment, zones)
      : dates.words(context.day(of: moment, zones: zones), .besideWeekday)
    line.append("  ")
    line.append(words, isOverdue ? .overdue : .dim)
    // A day says all there is; the clock of another zone does not.
    guard field.id == .due || field.id == .start || field.id == .recurrenceID, moment.local != nil else {
      return [line]
    }
    var text = FieldValue.moment(moment).description
    switch moment {
    case .floating: text += " (floating)"
    case .zoned(_, let tzid) where zones.zone(tzid) == nil: text += " (unknown zone, taken as floating)"
    case .date, .utc, .zoned: break
    }
    return [line, written(text)]
  }

  // MARK: What has no field

  /// The content that no row shows: properties, unfolded, that are unknown or repeated or cannot be read, and
  /// components other than alarms.
  private func rest(of reminder: Reminder) -> [String] {
    var shown: Set<PropertyID> = []
    for field in Field.all where field.get(reminder) != nil { shown.insert(field.property) }
    var seen: Set<PropertyID> = []
    let properties: [String] = reminder.component.properties.compactMap { property in
      let isFirst = seen.insert(property.id).inserted
      let isShown: Bool
      switch property.id {
      case .categories: isShown = true
      case .relatedTo:
        isShown = property.text == reminder.parent && property.namesParent
      default: isShown = isFirst && shown.contains(property.id)
      }
      guard !isShown else { return nil }
      let text = Visible.line(
        String(decoding: property.unfolded.prefix(Self.longestRaw), as: UTF8.self), surface.glyphs)
      let length = property.unfolded.count
      return length <= Self.longestRaw ? text : "\(text)\(surface.glyphs.ellipsis) (\(length) bytes)"
    }
    let components = reminder.component.children.filter { $0.kind != .valarm }.map { child in
      let text = "BEGIN:\(Visible.line(child.name, surface.glyphs))\(surface.glyphs.ellipsis)"
      return lines[reminder.calendar.file] == nil ? text + " (line \(child.lineNumber))" : text
    }
    return properties + components
  }

  // MARK: Setting

  private func plain(_ text: String) -> StyledLine {
    StyledLine([StyledText(Visible.line(text, surface.glyphs))])
  }

  private func written(_ text: String) -> StyledLine {
    StyledLine([StyledText(Visible.line(text, surface.glyphs), .dim)])
  }

  private func set(_ row: Row, _ labelWidth: Int) -> [StyledLine] {
    let indent = 2 + labelWidth + 2
    let lines = row.texts.flatMap { wrapped($0, indent: indent, isOneWord: row.isOneWord) }
    return lines.enumerated().map { index, text in
      var line = StyledLine([StyledText("  ")])
      if index == 0 { line.append(row.label, .dim) }
      line.pad(to: indent)
      line.append(text)
      return line
    }
  }

  /// A line broken to what `indent` leaves of the width.
  private func wrapped(_ line: StyledLine, indent: Int, isOneWord: Bool = false) -> [StyledLine] {
    if let width = surface.width, !isOneWord, line.cells > width - indent {
      return Wrapping.lines(Wrapping.words(line), width: max(8, width - indent), surface.glyphs)
    }
    return [line]
  }
}
