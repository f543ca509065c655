internal import ICalendar

/// A task of an outline that was read, of which a component is made when the UID of the one that it is a part
/// of is known.
protocol OutlineTask: Sendable {
  /// The line of the input where it begins.
  var line: Int { get }

  /// - Parameter parent: the UID of the task that it is a part of.
  /// - Returns: the component, and what was met in it.
  func component(parent: String?) -> (todo: ComponentText, problems: [Diagnostic])
}

/// Tasks of which each is a part of one before it, or of none among them.
struct OutlineTree<Task: OutlineTask>: Sendable {
  struct Node: Sendable {
    fileprivate(set) var task: Task
    let parent: Parent
    /// To be told behind it.
    let notes: [Diagnostic]
    /// One behind it is a part of it.
    var hasParts = false
  }

  /// The parent of a task.
  enum Parent: Sendable {
    case none
    /// A task of the same tree, by its place.
    case node(Int)
    /// One that is written already, by its UID.
    case written(String)
  }

  private(set) var nodes: [Node] = []
  /// How many bytes of the input it holds.
  private(set) var size = 0

  var isEmpty: Bool { nodes.isEmpty }

  /// - Returns: its place.
  mutating func add(_ task: Task, _ parent: Parent, notes: [Diagnostic] = [], size: Int) -> Int {
    if case .node(let place) = parent { nodes[place].hasParts = true }
    nodes.append(Node(task: task, parent: parent, notes: notes))
    self.size += size
    return nodes.count - 1
  }

  /// Changes a task by its place.
  ///
  /// - Parameter size: so many bytes more of the input it holds then.
  mutating func change(_ place: Int, size: Int, _ change: (inout Task) -> Void) {
    change(&nodes[place].task)
    self.size += size
  }
}

/// The components of a tree. UIDs that follow from content are those of content that is met for the first
/// time: what was met before is known only where trees are written in their order.
struct FinishedTree<Task: OutlineTask>: Sendable {
  private struct Entry: Sendable {
    var component: FinishedComponent
    let problems: [Diagnostic]
    /// Others need to know it.
    var uid: String?
  }

  private let tree: OutlineTree<Task>
  private var entries: [Entry] = []

  init(_ tree: OutlineTree<Task>) {
    self.tree = tree
    entries.reserveCapacity(tree.nodes.count)
    for place in tree.nodes.indices { entries.append(entry(place)) }
  }

  private func entry(_ place: Int) -> Entry {
    let parent: String? =
      switch tree.nodes[place].parent {
      case .none: nil
      case .node(let place): uid(of: place)
      case .written(let uid): uid
      }
    let (todo, problems) = tree.nodes[place].task.component(parent: parent)
    let component = FinishedComponent(todo)
    let uid = tree.nodes[place].hasParts ? component.uid : nil
    return Entry(component: component, problems: problems, uid: uid)
  }

  /// The UID of a task by its place.
  func uid(of place: Int) -> String { entries[place].uid ?? entries[place].component.uid }

  /// Writes the components.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func write(to output: inout ICalendarOutput) throws(ICalendarError) {
    // The tasks that have, or may have, another UID than the one that their parts were made with.
    var renamed: Set<Int> = []
    for place in tree.nodes.indices {
      if !renamed.isEmpty, case .node(let parent) = tree.nodes[place].parent, renamed.contains(parent) {
        // Its content names its parent.
        entries[place] = entry(place)
        renamed.insert(place)
      }
      output.tell(entries[place].problems)
      if try output.writeNamed(&entries[place].component), tree.nodes[place].hasParts {
        renamed.insert(place)
        entries[place].uid = entries[place].component.uid
      }
      output.tell(tree.nodes[place].notes)
    }
  }
}

/// Trees of tasks on their way to iCalendar: components are made side by side, and written in order.
struct OutlineStage<Task: OutlineTask> {
  /// A step between trees, such as to choose the list of the tasks that follow.
  typealias Step = @Sendable (inout ICalendarOutput) -> Void

  private enum Record: Sendable {
    case step(Step)
    case tree(OutlineTree<Task>)
  }

  private enum Made: Sendable {
    case step(Step)
    case tree(FinishedTree<Task>)
  }

  private var stage: RecordStage<Record, Made>
  /// The bytes that a task holds beside its text, on its way and as a component.
  private static var made: Int { 768 }
  private var last: FinishedTree<Task>?

  init(_ output: ICalendarOutput) {
    stage = output.stage { record in
      switch record {
      case .step(let step): .step(step)
      case .tree(let tree): .tree(FinishedTree(tree))
      }
    }
  }

  /// Does something behind what was taken before.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func take(
    _ output: inout ICalendarOutput, _ step: @escaping Step
  ) throws(ICalendarError) {
    try write(stage.take(.step(step), size: 64), &output)
  }

  /// Puts the tasks that follow into a list; nil changes nothing.
  mutating func choose(_ list: OutlinePlace.List?, _ output: inout ICalendarOutput) throws(ICalendarError) {
    guard let list else { return }
    try take(&output) { $0.calendar(key: list.key, name: list.name) }
  }

  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  mutating func take(
    _ tree: OutlineTree<Task>, _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    guard !tree.isEmpty else { return }
    try write(stage.take(.tree(tree), size: tree.size + Self.made * tree.nodes.count), &output)
  }

  /// Writes what is on its way.
  ///
  /// - Returns: the last tree.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  @discardableResult
  mutating func finish(_ output: inout ICalendarOutput) throws(ICalendarError) -> FinishedTree<Task>? {
    try write(stage.finish(), &output)
    defer { last = nil }
    return last
  }

  private mutating func write(
    _ made: consuming [Made], _ output: inout ICalendarOutput
  ) throws(ICalendarError) {
    made.reverse()
    // Each is taken out, so that what is changed in it is not copied.
    while let piece = made.popLast() {
      switch consume piece {
      case .step(let step): step(&output)
      case .tree(var tree):
        try tree.write(to: &output)
        last = tree
      }
    }
  }
}
