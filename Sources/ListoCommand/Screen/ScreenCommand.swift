internal import Listo

/// A command that a key gives on the screen: one row each, for the keys, the help, the manual and the
/// settings.
enum ScreenCommand: String, Sendable, CaseIterable {
  case up, down, first, last
  case pageUp = "page-up"
  case pageDown = "page-down"
  case open, back
  case done, flag, delete, edit, move
  case lower, raise, indent, outdent
  case add, snooze, tag, focus, now
  case undo, redo
  case filter, order, group, finished, purge
  case step
  case reload, help, quit

  struct Row: Sendable {
    var keys: [Key]
    /// A few words: half a sentence.
    var summary: String
  }

  var row: Row {
    switch self {
    case .up: Row(keys: [.up, .character("k")], summary: "up; a number before it repeats")
    case .down: Row(keys: [.down, .character("j")], summary: "down")
    case .first: Row(keys: [.home], summary: "to the first")
    case .last:
      Row(keys: [.end, .character("G")], summary: "to the last; a number before it goes to that line")
    case .pageUp: Row(keys: [.pageUp, .control("b")], summary: "a page up")
    case .pageDown: Row(keys: [.pageDown, .control("f")], summary: "a page down")
    case .open: Row(keys: [.enter, .right, .character("l")], summary: "open; in a review, on to the next")
    case .back: Row(keys: [.escape, .left, .character("h"), .backspace], summary: "back")
    case .done: Row(keys: [.character(" ")], summary: "complete, or reopen")
    case .flag: Row(keys: [.character("!")], summary: "flag, or remove the flag")
    case .delete: Row(keys: [.character("d"), .delete], summary: "delete")
    case .edit: Row(keys: [.character("e")], summary: "edit in your editor")
    case .move: Row(keys: [.character("m")], summary: "move to another list")
    case .lower: Row(keys: [.character("J")], summary: "one place down")
    case .raise: Row(keys: [.character("K")], summary: "one place up")
    case .indent: Row(keys: [.character(">")], summary: "make it a subtask of the reminder above")
    case .outdent: Row(keys: [.character("<")], summary: "move it up one level")
    case .add: Row(keys: [.character("a")], summary: "add, in words: Bread tomorrow 9:00 #shop")
    case .snooze: Row(keys: [.character("s")], summary: "postpone, in words: tomorrow, fri 9:00, in 2 weeks")
    case .tag: Row(keys: [.character("t")], summary: "add a tag, or remove it with a minus")
    case .focus:
      Row(keys: [.character("f")], summary: "add the reminder or list to today's focus, or remove it")
    case .now: Row(keys: [.character("n")], summary: "make it due today")
    case .undo: Row(keys: [.character("u")], summary: "undo the last change")
    case .redo: Row(keys: [.control("r"), .character("U")], summary: "redo the undone change")
    case .filter: Row(keys: [.character("/")], summary: "filter by an expression")
    case .order: Row(keys: [.character("o")], summary: "change the order: manual, by date, by title")
    case .group: Row(keys: [.character("g")], summary: "group by date, tag or priority")
    case .finished: Row(keys: [.character(".")], summary: "show completed reminders too, alone, or not")
    case .purge:
      Row(keys: [.character("P")], summary: "delete all shown, on a page of completed reminders alone")
    case .step: Row(keys: [.tab], summary: "in listo morning, on to the next step")
    case .reload: Row(keys: [.control("l")], summary: "reload and redraw")
    case .help: Row(keys: [.character("?")], summary: "these keys")
    case .quit: Row(keys: [.character("q")], summary: "leave")
    }
  }

  /// The name that the settings have, in words.
  var name: String { rawValue }
}

/// Which key does what.
struct KeyBindings: Sendable {
  private var commands: [Key: ScreenCommand] = [:]
  private var keys: [ScreenCommand: [Key]] = [:]

  static let standard = KeyBindings()

  init() {
    for command in ScreenCommand.allCases { bind(command, to: command.row.keys) }
  }

  /// Gives a command these keys instead of those that it had; another that had one of them loses it.
  mutating func bind(_ command: ScreenCommand, to keys: [Key]) {
    for key in self.keys[command] ?? [] { commands[key] = nil }
    for key in keys {
      if let other = commands[key] { self.keys[other]?.removeAll { $0 == key } }
      commands[key] = command
    }
    self.keys[command] = keys
  }

  func command(for key: Key) -> ScreenCommand? { commands[key] }

  func keys(of command: ScreenCommand) -> [Key] { keys[command] ?? [] }

  /// The name of the first key that does it; a dash where none does.
  func name(of command: ScreenCommand) -> String { keys(of: command).first?.name ?? "-" }
}
