internal import Listo

/// The differences in one field, in words.
struct DifferenceRows: Sendable {
  let surface: Surface
  /// The style of dates.
  let dates: DateStyle

  static let added = Style(color: .named(.cyan))
  static let removed = Style(color: .named(.red))
  static let moved = Style(color: .named(.magenta))

  /// The sign before an item.
  static func sign(_ kind: ItemDifference.Kind) -> (String, Style) {
    switch kind {
    case .added: ("+", added)
    case .removed: ("-", removed)
    case .changed: ("~", .bold)
    case .moved: (">", moved)
    }
  }

  /// A label and what stands beside it.
  struct Row: Sendable {
    enum Content: Sendable {
      /// An old and a new value.
      case change(old: String?, new: String?)
      /// Values, lines of a text or parts that came or went, each on a line of its own.
      case parts([(sign: String, style: Style, text: String)])
      case words(String)
    }

    let label: String
    let content: Content

    /// - Parameter room: in cells; nil for any length.
    func lines(_ room: Int?, _ glyphs: Glyphs) -> [StyledLine] {
      switch content {
      case .words(let text): return Wrapping.lines(text, width: room, .plain, glyphs)
      case .parts(let parts):
        return parts.flatMap { part in Self.signed(part.sign, part.style, part.text, room, glyphs) }
      case .change(let old, let new):
        var line = StyledLine()
        line.append(old ?? glyphs.none, old == nil ? .dim : removed)
        line.append(" \(glyphs.arrow) ", .dim)
        line.append(new ?? glyphs.none, new == nil ? .dim : added)
        if line.cells <= room ?? .max { return [line] }
        return (old.map { Self.signed("-", removed, $0, room, glyphs) } ?? [])
          + (new.map { Self.signed("+", added, $0, room, glyphs) } ?? [])
      }
    }

    private static func signed(
      _ sign: String, _ style: Style, _ text: String, _ room: Int?, _ glyphs: Glyphs
    ) -> [StyledLine] {
      Wrapping.lines(text, width: room.map { max(8, $0 - 2) }, style, glyphs).enumerated().map {
        index, text in
        var line = StyledLine([StyledText(index == 0 ? sign + " " : "  ", style)])
        line.append(text)
        return line
      }
    }
  }

  // MARK: Headings

  static let itemIndent = 2
  static let fieldIndent = 6

  func title(_ text: String) -> [Word] {
    let words = Wrapping.phrase(shown(text), .bold)
    return words.isEmpty ? [Word("(untitled)", .missing)] : words
  }

  /// The heading of a list.
  func heading(_ words: [Word], color: ListColor?) -> [StyledLine] {
    let dot = StyledLine([StyledText(surface.glyphs.listDot, .list(color)), StyledText(" ")])
    return lines(words, behind: dot)
  }

  /// The heading of an item: its sign, its title, its kind unless it is a reminder.
  ///
  /// - Parameter list: the title of the list that it was moved from.
  func heading(
    _ kind: ItemDifference.Kind, _ title: String, component: String?, occurrence: String? = nil,
    from list: String? = nil
  ) -> [StyledLine] {
    let (sign, style) = Self.sign(kind)
    var words = self.title(title)
    if let component, let name = Self.kind(component) { words.append(Word(name, .dim, space: 2)) }
    if let occurrence {
      words.append(Word("only \(shown(occurrence))", .dim, space: 2))
    }
    if let list { words.append(Word("from \(shown(list))", .dim, space: 2)) }
    var lead = StyledLine()
    lead.append(blanks: Self.itemIndent)
    lead.append(sign, style)
    lead.append(" ")
    return lines(words, behind: lead)
  }

  /// `event`, `journal` or the name of another component; nil for a reminder.
  private static func kind(_ name: String) -> String? {
    switch name.uppercased() {
    case "VTODO": nil
    case "VEVENT": "event"
    case "VJOURNAL": "journal"
    case "VALARM": "alarm"
    default: Visible.line(name)
    }
  }

  private func lines(_ words: [Word], behind lead: StyledLine) -> [StyledLine] {
    let lines =
      surface.width.map { Wrapping.lines(words, width: max(8, $0 - lead.cells), surface.glyphs) }
      ?? [Wrapping.line(words)]
    return lines.enumerated().map { index, text in
      var line = index == 0 ? lead : StyledLine()
      line.pad(to: lead.cells)
      line.append(text)
      return line
    }
  }

  // MARK: Rows

  /// Labels beside their lines.
  func lines(_ rows: [Row], indent: Int) -> [StyledLine] {
    let labelWidth = min(24, rows.reduce(0) { max($0, TextWidth.cells($1.label)) })
    let column = indent + labelWidth + 2
    return rows.flatMap { row -> [StyledLine] in
      let room = surface.width.map { max(16, $0 - column) }
      return row.lines(room, surface.glyphs).enumerated().map { index, text in
        var line = StyledLine()
        line.reserveCapacity()
        line.append(blanks: indent)
        if index == 0 { line.append(row.label, .dim) }
        if index == 0, line.cells > column - 2 { line.append("  ") }
        line.pad(to: column)
        line.append(text)
        return line
      }
    }
  }

  // MARK: Fields

  func row(_ field: FieldDifference) -> Row {
    switch field.change {
    case .value(let old, let new): return value(field, old, new)
    case .elements(let removed, let added):
      return Row(
        label: label(field),
        content: .parts(
          removed.map { ("-", Self.removed, shown($0.text)) }
            + added.map { ("+", Self.added, shown($0.text)) }))
    case .component(let old, let new, let fields): return component(field, old, new, fields)
    case .zone:
      return Row(
        label: "time zone",
        content: .words("\(shown(field.name)) is defined differently, so times in it differ"))
    }
  }

  func row(_ field: CatalogDifference.ListField) -> Row {
    let known = ["title", "color", "description", "identifier"].contains(field.name)
    return Row(
      label: known ? field.name : shown(field.name),
      content: .change(old: field.old.map(shown), new: field.new.map(shown)))
  }

  private func label(_ field: FieldDifference) -> String { field.field?.name ?? shown(field.name) }

  private func shown(_ text: String) -> String { Visible.line(text, surface.glyphs) }

  private func value(_ field: FieldDifference, _ old: Property?, _ new: Property?) -> Row {
    // Looked for once.
    let known = field.field
    let label = known?.name ?? shown(field.name)
    if known?.id == .notes {
      let lines = TextLines.difference(old?.text ?? "", new?.text ?? "")
      if lines.count > 1, old != nil, new != nil { return notes(lines) }
    }
    let (was, now) = (old.map { text(known?.id, $0) }, new.map { text(known?.id, $0) })
    guard was == now, let left = old, let right = new else {
      return Row(label: label, content: .change(old: was, new: now))
    }
    // The same value: what differs are its parameters.
    return Row(label: label, content: .change(old: shown(Self.line(left)), new: shown(Self.line(right))))
  }

  private func notes(_ lines: [TextLines.Line]) -> Row {
    Row(
      label: FieldID.notes.rawValue,
      content: .parts(
        lines.compactMap { line in
          switch line {
          case .kept: nil
          case .removed(let text): ("-", Self.removed, shown(text))
          case .added(let text): ("+", Self.added, shown(text))
          }
        }))
  }

  private func text(_ field: FieldID?, _ property: Property) -> String {
    let text = FieldDifference.text(of: property)
    switch field {
    case .status: return shown(text.lowercased().replacing("-", with: " "))
    case .percent: return shown(text) + "%"
    case .recurrence: return shown(RecurrenceRule.words(text, until: date))
    default: break
    }
    if Self.dates.contains(property.id), let moment = try? property.moment() { return shown(date(moment)) }
    if property.id == .trigger, let time = Self.time(ofTrigger: property) { return date(.utc(time)) }
    return shown(text)
  }

  /// The time of an alarm that does not depend on another date.
  private static func time(ofTrigger property: Property?) -> LocalDateTime? {
    guard let property, case .absolute(let time)? = try? Trigger.parse(property.value) else { return nil }
    return time
  }

  private static let dates: Set<PropertyID> = [
    .due, .dtstart, .dtend, .completed, .created, .lastModified, .dtstamp, .recurrenceID, .acknowledged,
  ]

  /// `Fri 4 Dec 2026, 10:00 Europe/Berlin`: a date in the zone of its file.
  private func date(_ moment: Moment) -> String {
    func words(_ local: LocalDateTime) -> String {
      dates.dateWithWeekday(local.day, hasYear: true) + ", " + dates.time(local)
    }
    return switch moment {
    case .date(let day): dates.dateWithWeekday(day, hasYear: true)
    case .floating(let local): words(local)
    case .zoned(let local, let zone): words(local) + " " + zone
    case .utc(let local): words(local) + " UTC"
    }
  }

  private static func line(_ property: Property) -> String {
    String(decoding: property.unfolded, as: UTF8.self)
  }

  // MARK: Components inside

  private func component(
    _ field: FieldDifference, _ old: Component?, _ new: Component?, _ fields: [FieldDifference]
  ) -> Row {
    let label = (old ?? new)?.kind == .valarm ? "alarm" : shown(field.name)
    guard let old, let new else {
      let part =
        old.map { ("-", Self.removed, summary($0)) } ?? ("+", Self.added, new.map(summary) ?? "")
      return Row(label: label, content: .parts([part]))
    }
    let changes = fields.flatMap { field -> [(sign: String, style: Style, text: String)] in
      let row = row(field)
      let words = row.lines(nil, surface.glyphs).map { $0.texts.map(\.text).joined() }
      return words.map { ("~", .bold, "\(summary(new)): \(row.label) \($0)") }
    }
    return Row(
      label: label, content: .parts(changes.isEmpty ? [("~", .bold, summary(old))] : changes))
  }

  /// An alarm by when it rings; another component by its title, place or lines.
  private func summary(_ component: Component) -> String {
    if component.kind == .valarm {
      if let time = Self.time(ofTrigger: component.first(.trigger)) { return "at " + date(.utc(time)) }
      if component.first(.trigger) != nil { return shown(Alarm(component).summary) }
      // A report of a merge has only the lines that differ.
      return component.properties.map { shown("\($0.name.lowercased()) \(FieldDifference.text(of: $0))") }
        .joined(separator: ", ")
    }
    for id in [PropertyID.name, .summary, .description, .uid] {
      if let text = component.first(id)?.text, !text.isEmpty { return shown(text) }
    }
    return shown(component.properties.map(Self.line).joined(separator: " "))
  }
}
