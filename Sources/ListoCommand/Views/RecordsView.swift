internal import Listo

/// `listo check` of an export: its first records as they were understood, each as a small table.
struct RecordsView {
  let catalog: Catalog
  let surface: Surface
  /// The lines of components in the files that converted inputs were read from.
  let lines: [String: LineMap]
  let limit: Int
  /// The fields that the format of the input can have.
  let fields: Set<FieldID>

  /// The fields that say nothing about a record that people would look for.
  private static let hidden: Set<FieldID> = [.title, .uid, .stamp, .order, .sequence]

  var text: String {
    let reminders = catalog.reminders
    let shown = reminders.prefix(limit)
    var result = Wrapping.lines(
      "How the first \(shown.count) of \(reminders.count) records were understood:", width: surface.width,
      .bold, surface.glyphs)
    for reminder in shown { result += [StyledLine()] + record(reminder) }
    let empty = Field.all.filter { field in
      fields.contains(field.id) && !Self.hidden.contains(field.id)
        && !reminders.contains { field.get($0) != nil }
    }
    if !empty.isEmpty {
      let names = empty.map(\.name).joined(separator: ", ")
      result +=
        [StyledLine()]
        + Wrapping.lines(
          "Without a value in any record: \(names)", width: surface.width, .dim, surface.glyphs)
    }
    return surface.text(result + [StyledLine()])
  }

  private func record(_ reminder: Reminder) -> [StyledLine] {
    let glyphs = surface.glyphs
    var head = StyledLine([StyledText(glyphs.mark(reminder.status)), StyledText(" ")])
    head.append(reminder.title.map { Visible.line($0, glyphs) } ?? "(untitled)", .bold)
    let line = lines[reminder.calendar.file]?.originalLine(of: reminder.component.lineNumber)
    if let line { head.append("  line \(line)", .dim) }
    var rows: [[StyledText]] = [[StyledText("list", .dim), StyledText(reminder.calendar.title ?? "")]]
    for field in Field.all where !Self.hidden.contains(field.id) {
      guard let value = field.get(reminder) else { continue }
      rows.append([StyledText(field.name, .dim), StyledText(Visible.line(text(field, value), glyphs))])
    }
    for property in reminder.component.properties where property.isKeptCell {
      let name = property.parameters.first { $0.name == "X-COLUMN" }?.value ?? ""
      rows.append([
        StyledText("kept", .dim), StyledText(Visible.line("\(name): \(property.text)", glyphs)),
      ])
    }
    return Wrapping.lines(head, surface, indent: 0)
      + AlignedRows.lines(rows.filter { $0[1].cells > 0 }, surface, indent: 2)
  }

  private func text(_ field: Field, _ value: FieldValue) -> String {
    guard field.id == .parent, case .text(let uid) = value else { return value.description }
    return catalog.reminders.first { $0.uid == uid }?.title ?? uid
  }
}
