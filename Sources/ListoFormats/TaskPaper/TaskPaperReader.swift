internal import ICalendar
internal import ListoModel

/// Reads TaskPaper: projects are lists, indentation is subtasks, and other lines below a task are its notes.
///
/// A project within a task, as OmniFocus nests them, is a line of its notes. In constant memory but for
/// some tasks with their subtasks, and the names of the projects above them.
struct TaskPaperReader: FormatReader {
  private var place = OutlinePlace()
  /// The task that is read.
  private var open: TaskPaperTask?
  /// The empty lines behind its notes.
  private var blanks = 0
  /// Those before it.
  private var branch: OutlineBranch<TaskPaperTask>?
  private var strayLines = StrayLines()

  /// Subtasks below that level stand at it.
  private static let deepest = 200

  mutating func read(_ input: inout TextFeed, into output: inout ICalendarOutput) throws(ICalendarError) {
    branch = OutlineBranch(output, gathering: 1 << 16)
    while let line = try input.nextLine() {
      try take(TaskPaperLine(line.bytes), line.number, &output)
    }
    finishTask(&output)
    try branch?.finish(&output)
    try branch?.choose(place.finish(), &output)
    try branch?.stage.finish(&output)
    strayLines.tell(&output)
  }

  private mutating func take(
    _ line: TaskPaperLine, _ number: Int, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    switch line.kind {
    case .blank: blanks += 1
    case .note: note(line, number)
    case .project:
      if let open, line.level > open.level { return note(line, number) }
      try project(line, number, &output)
    case .task:
      finishTask(&output)
      try branch?.leave(line.level, &output)
      if branch?.depth == 0 { place.leave(line.level) }
      try branch?.choose(place.choose(), &output)
      open = TaskPaperTask(line, number: number)
      blanks = 0
    }
  }

  private mutating func note(_ line: TaskPaperLine, _ number: Int) {
    guard let task = open, line.level > task.level else {
      place.noteText()
      return strayLines.add(number)
    }
    for _ in 0..<blanks { open?.note("") }
    blanks = 0
    open?.note(line.note(below: task.level))
  }

  /// A project ends the tasks before it, and names the list of those that follow.
  private mutating func project(
    _ line: TaskPaperLine, _ number: Int, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    finishTask(&output)
    try branch?.leave(0, &output)
    try branch?.choose(place.enter(line.level, line.text), &output)
    if !line.tags.isEmpty {
      output.diagnose(
        .notATask, line: number, severity: .note,
        "the tags of a project are left out: \(line.tags.map(\.text).joined(separator: " "))")
    }
  }

  /// The task that was read has no more lines.
  private mutating func finishTask(_ output: inout ICalendarOutput) {
    guard let depth = branch?.depth, let task = open.take() else { return }
    guard depth >= Self.deepest else {
      branch?.add(task, level: task.level, notes: [], size: task.size)
      return
    }
    let note = Diagnostic(
      .warning, .nestedTooDeep, line: task.line,
      "subtasks nested deeper than \(Self.deepest) levels are raised to that level")
    branch?.add(task, level: nil, notes: [note], size: task.size)
  }
}
