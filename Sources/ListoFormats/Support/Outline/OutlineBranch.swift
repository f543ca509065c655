internal import ICalendar

/// A tree of tasks, of an outline whose levels say what is a part of what: tasks that are parts of none, one
/// or as many as are gathered, each with all below it. It is written when the last of them ends, or when it
/// is large.
struct OutlineBranch<Task: OutlineTask> {
  var stage: OutlineStage<Task>
  private var tree = OutlineTree<Task>()
  /// The tasks that may have parts yet, the outermost first.
  private var path: [(level: Int, task: OutlineTree<Task>.Parent)] = []

  /// Tasks that are parts of none, and what is a part of these, stand in one tree up to so many bytes of
  /// text.
  private let gathered: Int

  /// The text of one tree that is held at once.
  private static var bound: Int { 1 << 18 }

  init(_ output: ICalendarOutput, gathering gathered: Int = 0) {
    stage = OutlineStage(output)
    self.gathered = gathered
  }

  /// How many tasks may have parts yet.
  var depth: Int { path.count }

  /// Ends the tasks of this level and deeper.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func leave(_ level: Int, _ output: inout ICalendarOutput) throws(ICalendarError) {
    while let last = path.last, last.level >= level { path.removeLast() }
    if path.isEmpty {
      if tree.size > gathered { try finish(&output) }
    } else if tree.size > Self.bound {
      try writePart(&output)
    }
  }

  /// Takes a task, which is a part of the innermost one.
  ///
  /// - Parameters:
  ///   - level: nil where it can have no parts.
  ///   - notes: to be told behind it.
  ///   - size: the bytes of the input that it holds.
  mutating func add(_ task: Task, level: Int?, notes: [Diagnostic], size: Int) {
    let node = tree.add(task, path.last?.task ?? .none, notes: notes, size: size)
    if let level { path.append((level, .node(node))) }
  }

  /// Puts the tasks that follow into a list; nil changes nothing.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func choose(_ list: OutlinePlace.List?, _ output: inout ICalendarOutput) throws(ICalendarError) {
    guard let list else { return }
    try finish(&output)
    try stage.choose(list, &output)
  }

  /// Ends all tasks.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func finish(_ output: inout ICalendarOutput) throws(ICalendarError) {
    path = []
    let whole = tree
    tree = OutlineTree()
    try stage.take(whole, &output)
  }

  /// Writes a part of a large tree, whose tasks are known by their UIDs from there on.
  private mutating func writePart(_ output: inout ICalendarOutput) throws(ICalendarError) {
    let part = tree
    tree = OutlineTree()
    try stage.take(part, &output)
    guard let written = try stage.finish(&output) else { return }
    for index in path.indices {
      if case .node(let node) = path[index].task { path[index].task = .written(written.uid(of: node)) }
    }
  }
}
