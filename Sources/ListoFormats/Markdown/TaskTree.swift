internal import ICalendar
internal import ListoModel

/// Tasks with their subtasks while they are read: a subtask names its parent by its UID, which is known only
/// when all of the parent's notes are.
struct TaskTree {
  private var tree = OutlineTree<MarkdownTask>()
  /// Those that a line may still belong to, the outermost first: their places in the tree, and the columns in
  /// which their texts begin.
  private var open: [(task: Int, content: Int)] = []
  /// How many bytes the task that is a part of none holds, with its subtasks.
  private var size = 0
  private(set) var isBehindBlank = false

  /// Tasks that are parts of none stand in one tree up to so many bytes of text.
  private static let gathered = 1 << 16
  /// The text of one task with its subtasks that is held at once; what is more stands at the top.
  private static let bound = 8 << 20
  /// Subtasks below that level stand at it.
  private static let deepest = 200

  /// The column from which on a line belongs to the innermost task; no column where there is none.
  var content: Int { open.first?.content ?? .max }

  /// Takes a task in.
  ///
  /// - Parameter text: the line in which the item has its places.
  /// - Returns: tasks before it, none of which it is a part of.
  mutating func add(
    _ item: MarkdownLine.Item, of text: ArraySlice<UInt8>, line: Int, _ output: inout ICalendarOutput
  ) -> OutlineTree<MarkdownTask> {
    var ended = OutlineTree<MarkdownTask>()
    leave(upTo: item.indent)
    if open.isEmpty {
      size = 0
      if tree.size > Self.gathered { ended = finish() }
    }
    if size > Self.bound {
      output.diagnose(
        .tooLarge, line: line, "a task with too many subtasks; the rest become separate tasks")
      ended = finish()
    }
    if open.count >= Self.deepest {
      output.diagnose(
        .nestedTooDeep, line: line,
        "subtasks nested deeper than \(Self.deepest) levels are raised to that level")
      open.removeLast()
    }
    let room = item.text.count + 256
    let task = tree.add(
      MarkdownTask(item, text.span, line: line), open.last.map { .node($0.task) } ?? .none, size: room)
    open.append((task, item.content))
    size += room
    isBehindBlank = false
    return ended
  }

  /// Ends the tasks whose text begins further in than this column.
  mutating func leave(upTo column: Int) {
    while let last = open.last, last.content > column { open.removeLast() }
  }

  mutating func blank() { isBehindBlank = true }

  /// Takes a line as notes of the task that it is indented below.
  ///
  /// - Returns: false where it belongs to none.
  mutating func note(_ text: ArraySlice<UInt8>) -> Bool {
    let bytes = text.span
    let (columns, rest) = MarkdownLine.indentation(bytes, bytes.indices)
    // Text directly below belongs to the task however it is indented (CommonMark's lazy continuation).
    if isBehindBlank { leave(upTo: columns) }
    guard !open.isEmpty else { return false }
    append(bytes, bytes.trimmedText(rest), columns)
    return true
  }

  /// Takes a line of a code block that is within the innermost task.
  mutating func code(_ text: ArraySlice<UInt8>) {
    let bytes = text.span
    let (columns, rest) = MarkdownLine.indentation(bytes, bytes.indices)
    append(bytes, rest, columns)
  }

  private mutating func append(_ bytes: Span<UInt8>, _ line: Range<Int>, _ columns: Int) {
    guard let last = open.last else { return }
    let (blanks, isBehindBlank) = (max(0, columns - last.content), isBehindBlank)
    self.isBehindBlank = false
    tree.change(last.task, size: line.count + blanks + 1) { task in
      if isBehindBlank, task.hasNotes { task.note(bytes, 0..<0, blanks: 0) }
      task.note(bytes, line, blanks: blanks)
    }
    size += line.count + blanks + 32
  }

  /// Gives the tasks out, and is empty.
  mutating func finish() -> OutlineTree<MarkdownTask> {
    var ended = OutlineTree<MarkdownTask>()
    swap(&ended, &tree)
    open.removeAll(keepingCapacity: true)
    (size, isBehindBlank) = (0, false)
    return ended
  }
}
