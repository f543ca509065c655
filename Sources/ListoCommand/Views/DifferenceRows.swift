internal import Listo

/// What differs in one field, in words.
struct DifferenceRows: Sendable {
  let surface: Surface

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
    default: return shown(text)
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
    if component.kind == .valarm { return shown(Alarm(component).summary) }
    for id in [PropertyID.name, .summary, .description, .uid] {
      if let text = component.first(id)?.text, !text.isEmpty { return shown(text) }
    }
    return shown(component.properties.map(Self.line).joined(separator: " "))
  }
}
