internal import ICalendar
internal import ListoModel

/// A line of todo.txt as a reminder.
struct TodoTxtRecord: Sendable {
  let task: TodoTxtTask
  let line: TextFeed.Line
  let problems: [Diagnostic]
  /// Listo writes these fields otherwise, so that the line is kept.
  private let isKept: Bool

  init(_ line: TextFeed.Line) {
    self.line = line
    var problems: [(code: Diagnostic.Code, message: String)] = []
    task = TodoTxtTask(TodoTxtLine(line.bytes), problems: &problems)
    self.problems = problems.map { Diagnostic(.warning, $0.code, line: line.number, $0.message) }
    isKept = !task.written.dropLast().elementsEqual(line.bytes)
  }

  /// The name of its parent, which may be that of another line; nil without a parent.
  var parent: String? {
    task.fields.text(.parent).flatMap { TodoTxtKept.isIdentifier($0.utf8) ? $0 : nil }
  }

  /// - Parameter parent: the UID of the line that ``parent`` names; nil if it names none.
  func component(parent: String?) -> FinishedComponent {
    var fields = task.fields
    if parent != nil { fields[.parent] = nil }
    var component = fields.component(line: line.number)
    if let parent, let word = self.parent {
      component.text(
        .relatedTo, parent, parameters: [Parameter(name: OriginParameter.todoTxtParent, values: [word])])
    }
    task.kept.append(to: &component)
    if isKept { component.text(.xTodotxtLine, line.bytes) }
    return FinishedComponent(component)
  }

  /// The line says all of a reminder in this list, its UID and DTSTAMP too.
  ///
  /// - Parameter component: as ``Component/inGivenForm``.
  func says(_ component: Component, in list: String) -> Bool {
    guard task.project ?? "" == list else { return false }
    let link = component.first(.relatedTo)
    let isLinked = parent != nil && link?.parameter(OriginParameter.todoTxtParent)?.value == parent
    let read = self.component(parent: isLinked ? link?.text : nil)
    guard let back = Component(read.bytes)?.inGivenForm, ContentName(back) == ContentName(component),
      back.first(.dtstamp)?.rawText == component.first(.dtstamp)?.rawText
    else { return false }
    let uid = component.first(.uid)?.rawText ?? ""
    guard let content = read.content else { return uid == back.first(.uid)?.rawText }
    return (1...Self.mostEqualLines).contains { count in
      uid.utf8.elementsEqual(ContentUIDs.uid(of: content, count: count))
    }
  }

  /// Of lines that are equal, so many need no `uid:`; each of the others is written with its own.
  private static let mostEqualLines = 16
}

extension TodoTxtTask {
  /// The line that Listo writes, with its end.
  fileprivate var written: [UInt8] {
    var places = FieldPlaces()
    places.take(fields, status: isDone ? .completed : .needsAction)
    var writer = TodoTxtLineWriter(isPlain: false)
    writer.begin(project: project ?? "")
    writer.kept = kept
    var line: [UInt8] = []
    line.append(inRoomOf: places.own.count * 3 + 1024) { writer.write(places, places.own.span, to: &$0) }
    return line
  }
}
