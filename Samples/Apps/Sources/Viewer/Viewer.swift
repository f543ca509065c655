import Foundation
import Listo

/// Shows the reminders below a folder by source and list, and anew whenever a file changes.
///
/// A number selects a reminder. What is selected stays so through changes by others, and is selected again by
/// the next run.
@main struct Viewer {
  private let store: ReminderStore
  private let memory: URL
  private var selection: Selection?
  /// What the numbers on the screen stand for.
  private var rows: [Catalog.IndexPath] = []

  private enum Event: Sendable {
    case typed(String)
    case changed
    case ended
  }

  static func main() async throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: Viewer FOLDER SELECTION, a file that remembers what is selected")
      exit(64)
    }
    var viewer = try Viewer(CommandLine.arguments[1], memory: CommandLine.arguments[2])
    await viewer.run()
  }

  private init(_ folder: String, memory path: String) throws {
    store = try ReminderStore([folder])
    memory = URL(fileURLWithPath: path)
    selection = try? JSONDecoder().decode(Selection.self, from: Data(contentsOf: memory))
  }

  private mutating func run() async {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let updates = store.updates
    let watching = Task {
      for await _ in updates { continuation.yield(.changed) }
    }
    // readLine() waits, and so gets a thread of its own.
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(.typed(line)) }
      continuation.yield(.ended)
    }
    show()
    for await event in events {
      switch event {
      case .ended: return watching.cancel()
      case .changed: break
      case .typed(let text): select(text)
      }
      show()
    }
  }

  private mutating func select(_ text: String) {
    guard let number = Int(text), rows.indices.contains(number - 1) else {
      return print("There is no \(text).")
    }
    selection = Selection(rows[number - 1], in: store.catalog)
    do { try JSONEncoder().encode(selection).write(to: memory) } catch {
      print("The selection is not kept: \(error)")
    }
  }

  private mutating func show() {
    let catalog = store.catalog
    let resolution = selection?.resolve(in: catalog)
    rows = []
    for (section, source) in catalog.sources.enumerated() {
      print("\n\(source.source.title)")
      for (row, list) in source.lists.enumerated() {
        print("  \(list.list.title)")
        for (index, reminder) in list.reminders.enumerated() {
          rows.append(Catalog.IndexPath(source: section, list: row, reminder: index))
          let mark = isSelected(rows[rows.count - 1], resolution) ? ">" : " "
          print(
            "  \(mark) \(rows.count) [\(reminder.isCompleted ? "x" : " ")] \(reminder.title ?? "Untitled")")
        }
      }
    }
    for failure in store.failures { print("Not read: \(failure)") }
    switch resolution {
    case .gone: print("What was selected is gone: \(selection?.title ?? "Untitled")")
    case .similar: print("What was selected may be one of several now: \(selection?.title ?? "Untitled")")
    case .moved: print("What is selected stands in another list now.")
    case .found, nil: break
    }
    fflush(nil)
  }

  private func isSelected(_ path: Catalog.IndexPath, _ resolution: Resolution?) -> Bool {
    switch resolution {
    case .found(let found), .moved(let found): found == path
    case .similar, .gone, nil: false
    }
  }
}
