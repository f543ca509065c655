internal import ICalendar
internal import ListoModel

/// A task with its subtasks while they are read: a subtask names its parent by its UID, which is known only when all of
/// the parent's notes are.
struct TaskTree {
  struct Node: OutlineTask {
    let item: MarkdownLine.Item
    let line: Int
    fileprivate let parent: Int?
    fileprivate var notes: [String] = []

    func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
      let task = MarkdownTask(item, notes: notes.joined(separator: "\n"))
      let problems = task.problems.map { Diagnostic(.warning, .badValue, line: line, $0) }
      return (task.component(line: line, parent: parent), problems)
    }
  }

  private var nodes: [Node] = []
  /// Those that a line may still belong to, the outermost first.
  private var open: [Int] = []
  private var size = 0
  private(set) var isBehindBlank = false

  /// The text of one tree that is held at once; what is more stands at the top.
  private static let bound = 8 << 20
  /// Subtasks below that level stand at it.
  private static let deepest = 200

  /// The column from which on a line belongs to the innermost task; no column where there is none.
  var content: Int { open.first.map { nodes[$0].item.content } ?? .max }

  /// Takes a task in.
  ///
  /// - Returns: the tasks before it, where it is no part of them.
  mutating func add(
    _ item: MarkdownLine.Item, line: Int, _ output: inout ICalendarOutput
  ) -> OutlineTree<Node> {
    var ended = OutlineTree<Node>()
    leave(upTo: item.indent)
    if open.isEmpty { ended = finish() }
    if size > Self.bound {
      output.diagnose(
        .tooLarge, line: line, "a task with too many subtasks; from here on they are tasks of their own")
      ended = finish()
    }
    if open.count >= Self.deepest {
      output.diagnose(
        .nestedTooDeep, line: line, "subtasks nested deeper than \(Self.deepest) levels stand at that level")
      open.removeLast()
    }
    nodes.append(Node(item: item, line: line, parent: open.last))
    open.append(nodes.count - 1)
    size += item.text.utf8.count + 256
    isBehindBlank = false
    return ended
  }

  /// Ends the tasks whose text begins further in than this column.
  mutating func leave(upTo column: Int) {
    while let last = open.last, nodes[last].item.content > column { open.removeLast() }
  }

  mutating func blank() { isBehindBlank = true }

  /// Takes a line as notes of the task that it is indented below.
  ///
  /// - Returns: false where it belongs to none.
  mutating func note(_ text: Substring) -> Bool {
    let (columns, rest) = MarkdownLine.indentation(text)
    // Text directly below belongs to the task however it is indented (CommonMark's lazy continuation).
    if isBehindBlank { leave(upTo: columns) }
    guard let last = open.last else { return false }
    let deeper = columns - nodes[last].item.content
    append(String(repeating: " ", count: max(0, deeper)) + MarkdownText.decode(rest.trimmed()))
    return true
  }

  /// Takes a line of a code block that is within the innermost task.
  mutating func code(_ text: Substring) {
    guard let last = open.last else { return }
    let (columns, rest) = MarkdownLine.indentation(text)
    append(String(repeating: " ", count: max(0, columns - nodes[last].item.content)) + rest)
  }

  private mutating func append(_ line: String) {
    guard let last = open.last else { return }
    if isBehindBlank, !nodes[last].notes.isEmpty { nodes[last].notes.append("") }
    isBehindBlank = false
    nodes[last].notes.append(line)
    size += line.utf8.count + 32
  }

  /// Gives the tasks out, and is empty.
  mutating func finish() -> OutlineTree<Node> {
    var tree = OutlineTree<Node>()
    for node in nodes {
      let size = node.notes.reduce(node.item.text.utf8.count + 256) { $0 + $1.utf8.count }
      _ = tree.add(node, node.parent.map { .node($0) } ?? .none, size: size)
    }
    self = TaskTree()
    return tree
  }
}
