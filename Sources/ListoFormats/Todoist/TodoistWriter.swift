package import ICalendar
package import ListoModel

/// Writes the CSV template that Todoist imports as a project: a task a row, subtasks below what they are part
/// of and indented, each list a section where there are several.
///
/// It has no place for what is done: a row is a task to do, so that reminders that are completed or cancelled
/// are left out, and counted. The rows of all reminders are held in memory, since a subtask may stand before
/// its parent; Todoist takes a few hundred.
package struct TodoistWriter: StagedFormatWriter {
  package var losses: Losses
  private var lists: [List] = []
  private var places: [String: Int] = [:]
  private let recurrence: FormatOptions.Recurrence
  private let quoting = CSVQuoting(delimiter: 0x2C)
  private var reader = FieldReader()

  /// A list, and its reminders in the order in which they came.
  private struct List {
    let title: String
    /// Todoist had it as a section, or as the tasks before all sections.
    var isSection = false
    let hasName: Bool
    /// The rows before its tasks: what Todoist knows of a project, and comments on it.
    var head: [UInt8] = []
    private(set) var rows: [(row: Row, piece: Int, start: Int)] = []
    /// The bytes of the rows, many in one piece: each in an array of its own took half as much again.
    private var pieces: [[UInt8]] = []
    /// How many these are.
    private(set) var size = 0

    private static let pieceSize = 1 << 18

    init(_ calendar: Survey.Calendar) {
      (title, hasName) = (calendar.place.listTitle, !calendar.ownTitle.isEmpty)
    }

    mutating func add(_ made: Row) {
      var row = made
      let bytes = row.bytes
      row.bytes = []
      if (pieces.last?.count ?? .max) > Self.pieceSize - bytes.count {
        pieces.append([])
        pieces[pieces.count - 1].reserveCapacity(max(Self.pieceSize, bytes.count))
      }
      let piece = pieces.count - 1
      rows.append((row, piece, pieces[piece].count))
      pieces[piece] += bytes
      size += bytes.count
    }

    /// The bytes of a row, up to where it says how deep it stands, and behind that.
    func halves(ofRow index: Int) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
      let (row, piece, start) = rows[index]
      let place = start + row.indent
      return (pieces[piece][start..<place], pieces[piece][place..<start + row.count])
    }
  }

  /// A reminder, and the comments behind it, but for how deep it stands.
  package struct Row: Sendable {
    /// Empty once it is in its place.
    fileprivate var bytes: [UInt8]
    /// How many these are.
    fileprivate let count: Int
    /// Where it says how deep.
    fileprivate let indent: Int
    fileprivate let uid: String?
    fileprivate let parent: String?
    /// The fields that the row says otherwise, and the presence of a status that it cannot say.
    fileprivate let lost: [(kind: String, id: FieldID)]
    fileprivate let hasStatus: Bool
    fileprivate let file: String
  }

  /// - Parameter recurrence: what becomes of a rule that Todoist has no words for: the reminder stands
  ///   without it, or its occurrences do.
  package init(recurrence: FormatOptions.Recurrence = .text, losses: Losses = Losses()) {
    (self.recurrence, self.losses) = (recurrence, losses)
  }

  package mutating func begin(_ output: inout [UInt8]) {
    quoting.append(TodoistColumn.allCases.map(\.rawValue), to: &output)
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let header = calendar.context.header else { return }
    let rows = header.properties.compactMap(Self.row(of:))
    let hasRows = !rows.isEmpty
    losses.add(
      header.properties, besides: hasRows ? Self.held.union([.description]) : Self.held,
      named: hasRows ? [Self.meta, Self.note] : [], in: calendar.context)
    let isSection = header.properties.contains { $0.name == Self.section }
    guard isSection || !rows.isEmpty else { return }
    let place = place(of: calendar)
    lists[place].isSection = isSection
    for row in rows { quoting.append(row.texts, to: &lists[place].head) }
  }

  /// A property of a calendar that is a row of the template; nil for others.
  private static func row(of property: Property) -> TodoistRow? {
    guard [meta, note].contains(property.name) || property.id == .description,
      var row = TodoistComment(property)?.row
    else { return nil }
    if property.name == meta { row[.type] = "meta" }
    return row
  }

  /// Properties of a calendar: it was a section; a row of what Todoist knows of the project; a comment behind
  /// the first.
  static let (section, meta, note) = ("X-TODOIST-SECTION", "X-TODOIST-META", "X-TODOIST-NOTE")

  /// - Returns: a row, or those of its occurrences; nil for what is no open reminder.
  package mutating func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> [Row]? {
    let context = calendar.context
    guard component.kind == .vtodo else {
      losses.addOther(component, in: context)
      return nil
    }
    guard Reminder(component, in: context).isOpen else {
      losses.add("completed reminder") {
        Losses.Entry(kind: $0, file: context.file, uid: component.first(.uid)?.text, name: component.name)
      }
      return nil
    }
    let component = component.inGivenForm
    reader.read(component, in: context)
    var task = TodoistTask(taking: component, from: &reader)
    reader.count(component, without: Self.missing, in: &losses)
    reader.countZones(component, in: &losses)
    guard case .expand(let count) = recurrence, let rule = task.fields.text(.recurrence),
      TodoistDate.words(rule) == nil,
      let occurrences = reader.occurrences(count, of: component, task.fields, in: context)
    else { return [row(task, context)] }
    losses.add(
      Losses.Entry(
        kind: Losses.word(for: .recurrence), file: context.file, uid: task.fields.text(.uid), name: "RRULE"))
    return occurrences.map { fields in
      task.fields = fields
      return row(task, context)
    }
  }

  private func row(_ task: TodoistTask, _ calendar: CalendarContext) -> Row {
    var lost: [(kind: String, id: FieldID)] = []
    var bytes: [UInt8] = []
    let cells = task.wholeRow(lost: &lost).texts
    let indent = TodoistColumn.indent.position
    quoting.append(cells[..<indent], to: &bytes)
    bytes.append(quoting.delimiter)
    let place = bytes.count
    quoting.append(cells[indent...], to: &bytes)
    quoting.endRecord(&bytes)
    for comment in task.comments { quoting.append(comment.row.texts, to: &bytes) }
    let status = task.fields.writtenStatus
    return Row(
      bytes: bytes, count: bytes.count, indent: place, uid: task.fields.text(.uid),
      parent: task.fields.text(.parent), lost: lost,
      hasStatus: status != nil && status != .needsAction, file: calendar.file)
  }

  package mutating func place(_ made: [Row]?, in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let made else { return }
    let place = place(of: calendar)
    for row in made { lists[place].add(row) }
  }

  private mutating func place(of calendar: Survey.Calendar) -> Int {
    let key = ModelIdentifier(source: calendar.place.source.identifier, list: calendar.list).description
    let place = places[key] ?? lists.count
    if place == lists.count {
      lists.append(List(calendar))
      places[key] = place
    }
    return place
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.add(other: item, besides: Self.held, in: calendar)
  }

  package mutating func end(_ output: inout [UInt8]) {
    // All that is written, with a digit for each row, but for the names of sections.
    output.reserveCapacity(output.count + lists.reduce(4096) { $0 + $1.size + $1.rows.count })
    let hasSections = lists.contains(where: \.isSection)
    for (index, list) in lists.enumerated() {
      // Before the sections of Todoist the list has no name.
      let isBeforeSections = hasSections && index == 0 && !list.hasName
      if list.isSection || lists.count > 1 && !isBeforeSections {
        var row = TodoistRow()
        row[.type] = "section"
        row[.content] = list.isSection && !list.hasName ? "" : list.title
        quoting.append(row.texts, to: &output)
      }
      output += list.head
      for (index, indent) in Self.order(list.rows.map { (name: $0.row.uid, parent: $0.row.parent) }) {
        let (head, rest) = list.halves(ofRow: index)
        output += head
        output += String(min(indent, Self.deepest)).utf8
        output += rest
        count(list.rows[index].row, indent)
      }
    }
    (lists, places) = ([], [:])
  }

  /// Counts what a row does not say.
  private mutating func count(_ row: Row, _ indent: Int) {
    var lost = row.lost
    if indent > Self.deepest || (indent == 1 && row.parent != nil) {
      lost.append((Losses.word(for: .parent), .parent))
    }
    if row.hasStatus { lost.append(("status", .status)) }
    for (kind, id) in lost {
      losses.add(kind) { Losses.Entry(kind: $0, file: row.file, uid: row.uid, name: id.property.name) }
    }
  }

  /// Children behind their parents; one whose parent is not there stands by itself, and so does the first of
  /// a circle.
  private static func order(_ tasks: [(name: String?, parent: String?)]) -> [(index: Int, indent: Int)] {
    let parents = Hierarchy.parents(of: tasks)
    var result: [(Int, Int)] = []
    Hierarchy(parents: parents, order: Array(tasks.indices)).walk { index, depth, _ in
      result.append((index, depth + 1))
    }
    return result
  }

  /// INDENT is 1 to 4.
  private static let deepest = 4

  private static let held: Set<PropertyID> = [.name, .xWrCalname]

  private static let missing: [FieldID] = [
    .uid, .location, .url, .alarms, .percent, .completed, .created, .modified, .stamp, .sequence, .order,
    .geo,
    .classification, .recurrenceID,
  ]
}
