package import ICalendar
package import ListoModel

/// Writes todo.txt (github.com/todotxt/todo.txt): each reminder is a line. Memory is constant, except that
/// the lines of a file whose order is known (``TodoTxtSheet``) are held.
///
///     (A) 2026-11-01 Water the plants +House @garden due:2026-12-01 rec:+1w uid:4711
///
/// A list is a `+project`, a tag a `@context`; every other field is a `key:value` (``TodoTxtKey``), so that
/// each comes back as it was. A title that would be read otherwise, since it has a line end or a word such as
/// `+1`, stands as it reads best, and exactly in `title:`.
///
/// A reminder that came from todo.txt and has not changed is written as its line was: X-TODOTXT-LINE has it
/// if Listo would spell it otherwise. A UID and a DTSTAMP that were made when the line was read are left out,
/// since they are made again.
///
/// Anything that is no field has no place and is counted: attachments, exceptions of a recurrence, details of
/// alarms, other components, properties of the calendar.
package struct TodoTxtWriter: JoiningFormatWriter {
  package static let separator: [UInt8] = []
  package var losses: Losses
  private let isPlain: Bool
  private let recurrence: FormatOptions.Recurrence
  private var line: TodoTxtLineWriter
  private var intake = FieldIntake()
  private var reader = FieldReader()
  private var sheet = TodoTxtSheet()

  /// - Parameters:
  ///   - isPlain: only what other programs know of the format: lists, tags, priority, dates without time,
  ///     `rec`.
  ///   - recurrence: what becomes in a plain line of a rule that `rec` cannot say: words behind the title,
  ///     nothing, or its occurrences.
  package init(
    isPlain: Bool = false, recurrence: FormatOptions.Recurrence = .text, losses: Losses = Losses()
  ) {
    (self.isPlain, self.recurrence, self.losses) = (isPlain, recurrence, losses)
    line = TodoTxtLineWriter(isPlain: isPlain)
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    sheet.open(calendar, &output)
    guard let header = calendar.context.header else { return }
    // The reader names lists by their projects.
    let isMade = header.properties.contains {
      $0.id == .xWrRelcalid && $0.text == (calendar.ownTitle.isEmpty ? "list" : calendar.ownTitle)
    }
    losses.add(
      header.properties, besides: isMade ? Self.held.union([.xWrRelcalid]) : Self.held, in: calendar.context)
  }

  package mutating func append(
    _ component: Component, of calendar: Survey.Calendar, to made: inout [UInt8]
  ) {
    guard component.kind == .vtodo else { return losses.addOther(component, in: calendar.context) }
    let own = takeKept(of: component)
    if isPlain {
      appendPlain(own, of: calendar, to: &made)
    } else if !appendUnchanged(component, own, of: calendar, to: &made) {
      intake.write(own, in: calendar, with: &line, &losses, to: &made)
    }
  }

  /// Takes the parts of a line that no field holds for the next line.
  ///
  /// - Returns: the component without them, and without a DTSTAMP that is made again.
  private mutating func takeKept(of component: Component) -> Component {
    line.kept = TodoTxtKept()
    var edits: [Component.Edit] = []
    if TodoTxtKept.mayBe(in: component) {
      // A rule without a date stands in a property of Listo's.
      let given = component.inGivenForm
      line.kept = TodoTxtKept(given, &edits)
      return given.edited(edits + Self.madeStamp(of: given))
    }
    return component.edited(Self.madeStamp(of: component))
  }

  private static func madeStamp(of component: Component) -> [Component.Edit] {
    guard let stamp = component.first(.dtstamp), Losses.isMade(stamp, of: component) else { return [] }
    // From a time in UTC another one would be made.
    let isOther = [PropertyID.created, .lastModified].contains { id in
      if case .utc? = try? component.first(id)?.moment() { true } else { false }
    }
    return isOther ? [] : [.remove(stamp)]
  }

  /// Appends the line from which the reminder was read, or one without a UID, if these say all of it.
  ///
  /// - Parameter own: the component without the parts that no field holds.
  private mutating func appendUnchanged(
    _ component: Component, _ own: Component, of calendar: Survey.Calendar, to made: inout [UInt8]
  ) -> Bool {
    let before = component.first(.xTodotxtLine)?.text
    // A UID that is made of content is a UUID of version 5.
    let uid = component.first(.uid)?.value ?? []
    let isMade = UUIDv5.isLike(uid.span, uid.span.indices)
    guard before != nil || isMade else { return false }
    var text = before.map { Array($0.utf8) } ?? []
    if before == nil, let uid = own.first(.uid) {
      var lost = Losses()
      intake.write(own.edited([.remove(uid)]), in: calendar, with: &line, &lost, to: &text)
      guard lost.isEmpty, text.popLast() == 0x0A else { return false }
    }
    guard !text.contains(0x0A),
      TodoTxtRecord(TextFeed.Line(number: 0, bytes: text[...]))
        .says(component.inGivenForm, in: calendar.ownTitle)
    else { return false }
    made += text
    made.append(0x0A)
    return true
  }

  private mutating func appendPlain(
    _ component: Component, of calendar: Survey.Calendar, to made: inout [UInt8]
  ) {
    let (context, component) = (calendar.context, component.inGivenForm)
    reader.read(component, in: context)
    reader.dropUnfit(of: component)
    let (status, values) = (reader.fields.status, reader.values(of: component))
    var missing: [FieldID] = []
    for fields in occurrences(of: component, values, in: context) {
      var task = TodoTxtTask(fields, status: status, project: calendar.ownTitle)
      missing = task.makePlain(hasWords: recurrence != .next)
      intake.write(task.fields, status: status, in: calendar, with: &line, to: &made)
    }
    reader.count(component, without: missing, in: &losses)
    countChanges(of: values, in: context)
  }

  package mutating func place(
    _ made: [UInt8], in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    sheet.place(made, in: calendar, &output)
  }

  package mutating func end(_ output: inout [UInt8]) { sheet.finish(&output) }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.add(other: item, besides: Self.held, in: calendar)
  }

  /// The reminder, or its occurrences, where they were asked for and its rule has no place in a plain line.
  private mutating func occurrences(
    of component: Component, _ fields: ReminderFields, in calendar: CalendarContext
  ) -> [ReminderFields] {
    guard case .expand(let count) = recurrence, let rule = fields.text(.recurrence),
      TodoTxtRecurrence.word(rule) == nil
    else { return [fields] }
    return reader.occurrences(count, of: component, fields, in: calendar) ?? [fields]
  }

  /// Of a plain line the dates stay, and what time of the day it was is lost; so is what a title has that a
  /// line cannot.
  private mutating func countChanges(of fields: ReminderFields, in calendar: CalendarContext) {
    if let title = fields.text(.title),
      TodoTxtTitle(title).text != title
        || TodoTxtRecurrence.isTaken(from: title, hasRule: fields.has(.recurrence))
    {
      losses.add(
        Losses.Entry(
          kind: "exact title", file: calendar.file, uid: fields.text(.uid),
          name: Field[.title].property.name))
    }
    for id in TodoTxtTask.plainDates where fields.moment(id)?.local != nil {
      losses.add(
        Losses.Entry(
          kind: "time of day", file: calendar.file, uid: fields.text(.uid),
          name: Field[id].property.name))
    }
  }

  /// Each line has the list's title.
  private static let held: Set<PropertyID> = [.name, .xWrCalname]
}
