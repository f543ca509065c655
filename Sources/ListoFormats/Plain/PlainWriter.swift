package import ICalendar
package import ListoModel

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
