internal import ICalendar
internal import ListoModel

/// A task with its subtasks while they are read: a subtask names its parent by its UID, which is known only when all of
/// the parent's notes are.
struct TaskTree {
  struct Node: OutlineTask {
    let line: Int
    fileprivate let parent: Int?
    /// The column in which its text begins.
    fileprivate let content: Int
    private let mark: Character
    fileprivate let text: [UInt8]
    /// Lines with line feeds between them.
    fileprivate private(set) var notes: [UInt8] = []
    fileprivate private(set) var noteCount = 0

    fileprivate init(_ item: MarkdownLine.Item, line: Int, parent: Int?) {
      (self.line, self.parent, content) = (line, parent, item.content)
      (mark, text) = (item.mark ?? " ", Array(item.text))
    }

    /// Adds a line with so many blanks before it.
    fileprivate mutating func note(_ line: ArraySlice<UInt8>, blanks: Int) {
      if noteCount > 0 { notes.append(0x0A) }
      notes.append(contentsOf: repeatElement(0x20, count: blanks))
      notes += line
      noteCount += 1
    }

    func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic]) {
      let task = MarkdownTask(text, mark: mark, notes: notes)
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
  var content: Int { open.first.map { nodes[$0].content } ?? .max }

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
    nodes.append(Node(item, line: line, parent: open.last))
    open.append(nodes.count - 1)
    size += item.text.count + 256
    isBehindBlank = false
    return ended
  }

  /// Ends the tasks whose text begins further in than this column.
  mutating func leave(upTo column: Int) {
    while let last = open.last, nodes[last].content > column { open.removeLast() }
  }

  mutating func blank() { isBehindBlank = true }

  /// Takes a line as notes of the task that it is indented below.
  ///
  /// - Returns: false where it belongs to none.
  mutating func note(_ text: ArraySlice<UInt8>) -> Bool {
    let (columns, rest) = MarkdownLine.indentation(text)
    // Text directly below belongs to the task however it is indented (CommonMark's lazy continuation).
    if isBehindBlank { leave(upTo: columns) }
    guard let last = open.last else { return false }
    append(MarkdownText.decode(rest.trimmedText()), blanks: columns - nodes[last].content)
    return true
  }

  /// Takes a line of a code block that is within the innermost task.
  mutating func code(_ text: ArraySlice<UInt8>) {
    guard let last = open.last else { return }
    let (columns, rest) = MarkdownLine.indentation(text)
    append(rest, blanks: columns - nodes[last].content)
  }

  private mutating func append(_ line: ArraySlice<UInt8>, blanks: Int) {
    guard let last = open.last else { return }
    let blanks = max(0, blanks)
    if isBehindBlank, nodes[last].noteCount > 0 { nodes[last].note([], blanks: 0) }
    isBehindBlank = false
    nodes[last].note(line, blanks: blanks)
    size += line.count + blanks + 32
  }

  /// Gives the tasks out, and is empty.
  mutating func finish() -> OutlineTree<Node> {
    var tree = OutlineTree<Node>()
    for node in nodes {
      let size = node.text.count + node.notes.count + 256
      _ = tree.add(node, node.parent.map { .node($0) } ?? .none, size: size)
    }
    self = TaskTree()
    return tree
  }
}
