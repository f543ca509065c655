import Foundation
import Listo

/// A complete list app at the terminal: sections and rows, a selection that is restored, all changes of a
/// reminder, undo, and the changes of other programs while it runs.
@main struct Editor {
  private let store: ReminderStore
  private let memory: URL
  private var shown: ReminderRows
  private var selected: Selection?
  private var grouping = Grouping.list

  private enum Event: Sendable {
    case typed(String)
    case changed
    case ended
  }

  private static let help = """
    N select row N      a WORDS add to the selected row's list, such as: a Call Ann tomorrow 9:00 !high
    c complete/reopen   r WORDS rename   f flag   t WORDS due date   > subtask of the row before   < up a level
    m N move before row N   l TITLE move to a list   d delete   u undo   y redo   ? actions
    g list|due|priority|tag|day group   / QUERY search   p DAYS purge what was completed before   q quit
    """

  static func main() async throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: Editor FOLDER STATE, a folder for the journal and the selection\n\(help)")
      exit(64)
    }
    var editor = try await Editor(CommandLine.arguments[1], state: CommandLine.arguments[2])
    await editor.run()
  }

  private init(_ folder: String, state: String) async throws {
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    store = try await ReminderStore.open([folder], journal: Journal(state + "/journal"))
    memory = URL(fileURLWithPath: state + "/selection.json")
    selected = try? JSONDecoder().decode(Selection.self, from: Data(contentsOf: memory))
    shown = try store.rows(by: .manual)
  }

  private mutating func run() async {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let updates = store.updates
    let watching = Task { for await _ in updates { continuation.yield(.changed) } }
    // readLine() waits, and so gets a thread of its own.
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(.typed(line)) }
      continuation.yield(.ended)
    }
    draw()
    for await event in events {
      do {
        switch event {
        case .typed("q"), .ended: return watching.cancel()
        case .changed: try update()
        case .typed(let line):
          try perform(line.prefix(1), String(line.dropFirst().drop { $0 == " " }), line)
          try update()
        }
      } catch {
        print("Not done: \(error)")
      }
    }
  }

  /// Shows the rows that changed, as a table would reload them.
  private mutating func update() throws {
    let rows = try store.rows(by: .manual, grouping: grouping)
    let changes = rows.changes(from: shown)
    shown = rows
    guard !changes.isEmpty else { return }
    print("\(changes.inserted.count) inserted, \(changes.removed.count) removed")
    draw()
  }

  private func draw() {
    var number = 0
    let id = selection
    for section in shown.sections {
      print("\n\(section.title)")
      for row in section.rows {
        number += 1
        let indent = String(repeating: "  ", count: row.depth)
        let due = row.due.map { "  (\($0))" } ?? ""
        print(
          "\(row.id == id ? ">" : " ") \(number) \(indent)\(row.isFlagged ? "! " : "")\(row.title ?? "Untitled")\(due)"
        )
      }
    }
    fflush(nil)
  }

  /// The selected reminder where it is now, also after a move to another list.
  private var selection: ModelIdentifier? {
    switch selected?.resolve(in: store.catalog) {
    case .found(let path), .moved(let path): store.catalog.modelIdentifier(at: path)
    case .similar, .gone, nil: nil
    }
  }

  private func row(_ number: String) -> ReminderRows.Row? {
    let rows = shown.sections.flatMap(\.rows)
    return Int(number).flatMap { rows.indices.contains($0 - 1) ? rows[$0 - 1] : nil }
  }

  private mutating func perform(_ key: Substring, _ words: String, _ line: String) throws {
    let view = store.clock.view
    if let row = row(line) {
      selected = Selection(row.id, in: store.catalog)
      try JSONEncoder().encode(selected).write(to: memory)
      return draw()
    }
    switch key {
    case "u": print("Undone: \(try store.undo().label)")
    case "y": print("Redone: \(try store.redo().label)")
    case "g": grouping = Grouping(rawValue: words) ?? .list
    case "/": for found in try store.reminders(words) { print("  \(found.title ?? "Untitled")") }
    case "p": try purge(olderThan: Int(words) ?? 30, view)
    default:
      guard let id = selection else { return print("Select a row first.\n\(Self.help)") }
      try change(id, key, words, view)
    }
  }

  private func change(_ id: ModelIdentifier, _ key: Substring, _ words: String, _ view: ViewContext) throws {
    let title = store.catalog[id]?.title ?? "Untitled"
    try store.edit("\(key) \(title)") { edit in
      switch key {
      case "a":
        guard let list = id.container else { return }
        try edit.add(ReminderDraft(words: words, in: view), to: list)
      case "c": if edit[id]?.isOpen == true { try edit.complete(id) } else { try edit.reopen(id) }
      case "r": try edit.rename(id, to: words)
      case "f": try edit.flag(id, to: edit[id]?.isFlagged == false)
      case "t": try edit.setDue(try ReminderDraft(words: "x " + words, in: view).due, of: id)
      case ">": try edit.apply(.setParent(try edit.parentForIndenting(id)), to: id)
      case "<": try edit.apply(.setParent(try edit.parentForOutdenting(id)), to: id)
      case "m": if let other = row(words) { try edit.arrange(id, .before(other.id)) }
      case "l":
        if let list = store.catalog.lists.first(where: { $0.title == words }) {
          try edit.move(id, to: list.id)
        }
      case "d": try edit.delete(id)
      case "?": print(store.actions(for: id).map(\.rawValue).joined(separator: ", "))
      default: print(Self.help)
      }
    }
  }

  private func purge(olderThan days: Int, _ view: ViewContext) throws {
    let instant = Instant(seconds: view.now.seconds - Int64(days) * 86_400)
    let purge = Purge(of: store, before: instant)
    guard !purge.reminders.isEmpty else { return print("There is nothing to purge.") }
    print("Delete \(purge.reminders.count) reminders? (yes)")
    fflush(nil)
    // The next line is the answer.
    guard readLine() == "yes" else { return }
    try store.edit("Purge") { edit in for id in purge.reminders { try edit.apply(purge.change, to: id) } }
  }
}
