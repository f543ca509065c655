package import ICalendar
package import ListoModel

extension Format {
  /// A title a line, and nothing else: `PlainReader`, `PlainWriter`.
  public static let plain = Format(
    name: "plain", title: "plain text", extensions: ["txt"], holds: "titles, one per line",
    capabilities: Capabilities(
      .none, fields: [.title: .approximate("on one line, without white space around it")]),
    // Any text could be it, and what ends in .txt may be todo.txt: it is read where it is asked for by name,
    // and nowhere else.
    recognise: { _, _ in .none },
    makeReader: { _ in PlainReader() }, makeWriter: { PlainWriter(losses: $1) })
}

/// Reads plain text, in constant memory: each line that has something on it is the title of a reminder.
///
/// Nothing is guessed. Indentation, `-`, `#` and `[x]` mean nothing: white space around a line is left out,
/// and the rest is the title as it stands. Lines that are the same are reminders of their own. Who wants more
/// of a list has Markdown, Org or todo.txt.
package struct PlainReader: FormatReader {
  package init() {}

  package mutating func read(
    _ input: inout TextFeed, into output: inout ICalendarOutput
  ) throws(ICalendarError) {
    var stage = output.stage(Self.component)
    while let line = try input.nextLine() {
      for component in stage.take(line, size: line.bytes.count) { try write(component, &output) }
    }
    for component in stage.finish() { try write(component, &output) }
  }

  private func write(
    _ component: FinishedComponent?, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard let component else { return }
    output.calendar(key: "", name: nil)
    try output.write(component)
  }

  /// A line as a reminder; nil for an empty one.
  @Sendable private static func component(_ line: TextFeed.Line) -> FinishedComponent? {
    let title = PlainTitle.line(line.text)
    guard !title.isEmpty else { return nil }
    var component = ComponentText.reminder(line: line.number)
    component.text(.summary, title)
    return FinishedComponent(component)
  }
}

/// Writes the title of each reminder on a line, in the order in which they come, in constant memory.
///
/// All else is counted as lost: every other field, whether it is done, line ends in a title and white space
/// around it. A reminder without a title is left out, since an empty line is none; it is counted too. Rules
/// are lost whatever ``FormatOptions/Recurrence`` says: of several occurrences no one could tell which is
/// which.
package struct PlainWriter: FormatWriter {
  package var losses: Losses
  private var reader = FieldReader()

  package init(losses: Losses = Losses()) { self.losses = losses }

  package var isStateless: Bool { true }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let header = calendar.context.header else { return }
    losses.add(header.properties, besides: [], in: calendar.context)
  }

  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    let context = calendar.context
    guard component.kind == .vtodo else { return losses.addOther(component, in: context) }
    let component = component.inGivenForm
    reader.read(component, in: context)
    let values = reader.values(of: component)
    let (uid, title) = (values.text(.uid), values.text(.title) ?? "")
    let line = PlainTitle.line(title)
    guard !line.isEmpty else {
      return losses.add(
        Losses.Entry(kind: "untitled reminder", file: context.file, uid: uid, name: component.name))
    }
    output += line.utf8
    output.append(0x0A)
    if line != title {
      losses.add(
        Losses.Entry(
          kind: "exact title", file: context.file, uid: uid, name: Field[.title].property.name))
    }
    reader.count(component, without: Self.missing, in: &losses)
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.add(other: item, besides: [], in: calendar)
  }

  private static let missing = Field.all.map(\.id).filter { $0 != .title }
}
