internal import Listo

/// The screen as a dialogue, line by line: for screen readers, and for terminals that cannot be drawn on.
///
/// A line is a number (which opens), a word or key of ``ScreenCommand``, or a word with a number behind it:
/// `done 3`.
struct PlainDialogue {
  private(set) var screen: Screen
  private let world: any ScreenWorld
  private let read: () -> String?
  private let write: (String) -> Void

  /// So many lines are read out at once.
  private static let pageSize = 20

  /// - Parameters:
  ///   - read: the next line; nil at the end.
  ///   - write: takes text, with its line ends.
  init(
    _ screen: Screen, _ world: any ScreenWorld, read: @escaping () -> String?,
    write: @escaping (String) -> Void
  ) {
    var screen = screen
    screen.resize(ScreenSize(columns: 80, rows: Self.pageSize + 2))
    (self.screen, self.world, self.read, self.write) = (screen, world, read, write)
  }

  mutating func run() {
    tellMessage()
    tellPage()
    while true {
      guard let line = ask() else { return write("\n") }
      let before = screen.pages.count
      let wasAt = place
      let wasAsked = screen.prompt != nil
      let others = take(line)
      if others.contains(.quit) { return }
      for case .edit(let identifier) in others {
        let (outcome, changed) = world.perform(.edit(identifier))
        _ = screen.perform(screen.take(outcome, world.context, changed: changed), in: world)
      }
      tellMessage()
      if !wasAsked { dropFailedLine() } else { clearFailedLine() }
      if screen.prompt == nil, screen.pages.count != before || place != wasAt || isAskedAgain(line) {
        tellPage()
      }
    }
  }

  /// A line that was typed behind its command is typed again with it.
  private mutating func dropFailedLine() {
    guard case .line(let line) = screen.prompt, let error = line.error, !isFilter else { return }
    write("error: \(Visible.line(error))\n")
    screen.prompt = nil
  }

  /// The text of a line that failed is not seen here, so it is not kept.
  private mutating func clearFailedLine() {
    guard case .line(var line) = screen.prompt, line.error != nil, !isFilter else { return }
    line.field = TextField()
    screen.prompt = .line(line)
  }

  /// The place on the screen, as far as a dialogue tells it.
  private var place: [String] {
    if case .queue(let queue) = screen.page { return ["\(queue.index)"] }
    return screen.subjectIsPage ? [] : [name]
  }

  private var name: String {
    if case .reminders(let page) = screen.page { return "\(page.options) \(page.rows.count)" }
    return ""
  }

  private func isAskedAgain(_ line: String) -> Bool { line.isEmpty || line == "list" }

  // MARK: Asking

  private func ask() -> String? {
    switch screen.prompt {
    case .line(let line):
      if let error = line.error { write("error: \(Visible.line(error))\n") }
      write("\(Visible.line(line.label)): ")
    case .list: write("Move to: ")
    case .question(let question):
      let answers = question.answers.map { "[\($0.key)] \($0.words)" } + ["[enter] leave it"]
      write("\(Visible.line(question.text)) \(answers.joined(separator: ", ")): ")
    case nil: write("> ")
    }
    return read()
  }

  private mutating func take(_ line: String) -> [Effect] {
    switch screen.prompt {
    case .line:
      var effects = type(line)
      effects += screen.perform(screen.take(line.isEmpty && !isFilter ? .escape : .enter), in: world)
      return effects
    case .list(let choice):
      guard !line.isEmpty else { return screen.perform(screen.take(.escape), in: world) }
      _ = screen.take(.control("u"))
      _ = type(line)
      guard case .list(let narrowed) = screen.prompt else { return [] }
      let titles = narrowed.candidates.compactMap { screen.data.catalog.list(at: $0.path)?.list.title }
      let exact = titles.indices.filter { titles[$0].lowercased() == line.lowercased() }
      if titles.count == 1 || exact.count == 1 {
        for _ in 0..<(exact.first ?? 0) { _ = screen.take(.down) }
        return screen.perform(screen.take(.enter), in: world)
      }
      let all =
        titles.isEmpty
        ? choice.candidates.compactMap { screen.data.catalog.list(at: $0.path)?.list.title } : titles
      write(
        (titles.isEmpty ? "no other list has this name; the lists are " : "several lists match: ")
          + Visible.line(all.prefix(30).joined(separator: ", ")) + "\n")
      return []
    case .question:
      guard let key = line.first else { return screen.perform(screen.take(.escape), in: world) }
      return screen.perform(screen.take(.character(key)), in: world)
    case nil: return command(line)
    }
  }

  private var isFilter: Bool {
    if case .line(let line) = screen.prompt { line.purpose == .filter } else { false }
  }

  private mutating func type(_ text: String) -> [Effect] {
    if case .line = screen.prompt { _ = screen.take(.control("e")) }
    if isFilter { _ = screen.take(.control("u")) }
    return screen.perform(screen.take(.paste(text)), in: world)
  }

  private mutating func command(_ line: String) -> [Effect] {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let word = words.first else { return [] }
    if let number = Int(word) {
      screen.go(toLine: number)
      return screen.message == nil ? screen.perform(screen.perform(.open, nil), in: world) : []
    }
    if word == "list" { return [] }
    if word == "more" { return perform(.pageDown) }
    let key = Key(named: word)
    guard
      let command = ScreenCommand(rawValue: word.lowercased())
        ?? key.flatMap(screen.settings.bindings.command)
    else {
      let near = UnknownName.guess(word, in: ScreenCommand.allCases.map(\.rawValue))
      screen.say(
        "unknown command '\(word)'; \(near ?? "help lists the commands")",
        isError: true)
      return []
    }
    let rest = words.count > 1 ? words[1] : ""
    if let number = Int(rest) {
      screen.go(toLine: number)
      guard screen.message == nil else { return [] }
      return perform(command)
    }
    var effects = perform(command)
    // `add Bread tomorrow`: what is asked for is said already.
    if !rest.isEmpty, screen.prompt != nil { effects += take(rest) }
    return effects
  }

  private mutating func perform(_ command: ScreenCommand) -> [Effect] {
    let effects = screen.perform(command, nil)
    return screen.perform(effects, in: world)
  }

  // MARK: Telling

  private mutating func tellMessage() {
    if let message = screen.message {
      write((message.isError ? "error: " : "") + Visible.line(message.text) + "\n")
    }
    screen.message = nil
  }

  private func tellPage() {
    let frame = screen.frame()
    write(frame.lines[0].rendered(.none) + "\n")
    switch screen.page {
    case .lists:
      var number = 0
      for (index, row) in screen.listRows.enumerated() {
        let line = screen.plainListLine(index)
        if row.isChoice { number += 1 }
        write(row.isChoice ? "\(number)  \(line)\n" : "\(line)\n")
      }
      write("A number opens a list; help lists the commands, quit quits.\n")
    case .reminders(let page): tell(page)
    case .reminder(let identifier, _): tell(screen.detail(identifier))
    case .queue(let queue):
      if let current = queue.current {
        tell(screen.detail(current))
      } else {
        // Empty lines fill a screen, and say nothing to who hears them.
        tell(frame.lines.dropFirst().dropLast().filter { !$0.rendered(.none).allSatisfy(\.isWhitespace) })
      }
      write("\(screen.queueWords(queue))\n")
    case .help: tell(screen.helpLines)
    }
    if screen.steps?.following != nil { write("step goes on to the next step.\n") }
  }

  private func tell(_ lines: [StyledLine]) {
    for line in lines { write(line.rendered(.none) + "\n") }
  }

  private func tell(_ page: RemindersPage) {
    guard !page.rows.isEmpty else { return write("Nothing here.\n") }
    let drawn = screen.plainLines(
      page, page.position.top..<min(page.position.top + Self.pageSize, page.rows.count))
    var number = page.rows[..<page.position.top].count { $0.path != nil }
    for (row, line) in drawn {
      if row.path != nil { number += 1 }
      let shown = screen.runningNumber(row) ?? number
      write(row.path == nil ? "\(line)\n" : "\(shown)  \(line)\n")
    }
    let rest = page.rows.count - page.position.top - drawn.count
    if rest > 0 { write("\(rest) more; type more to show them.\n") }
  }
}

extension Screen {
  /// The page is one reminder, or help.
  fileprivate var subjectIsPage: Bool {
    switch page {
    case .reminder, .help: true
    case .lists, .reminders, .queue: false
    }
  }

  fileprivate func plainListLine(_ index: Int) -> String {
    switch listRows[index] {
    case .view(let title, _): title
    case .source(let section): Visible.line(data.catalog.sources[section].source.title, glyphs) + ":"
    case .list(let path):
      data.catalog.list(at: path).map { node in
        let counts = data.knownCounts(of: node.identifier).map {
          Wrapping.line($0.words(glyphs)).rendered(.none)
        }
        return (focus.contains(node.identifier) ? "in focus: " : "") + Visible.line(node.list.title, glyphs)
          + (counts.map { ", " + $0 } ?? "")
      } ?? ""
    }
  }

  /// Reminders in words: subtasks are indented by two blanks a level, and a mark is a word.
  fileprivate func plainLines(_ page: RemindersPage, _ range: Range<Int>) -> [(OutlineRow, String)] {
    let dates = RelativeDate(data.context)
    return page.rows[range].map { row in
      if let path = row.path, path.reminder == nil, let node = data.catalog.list(at: path) {
        let start = focus.contains(node.identifier) ? "in focus: " : ""
        return (row, start + Visible.line(node.list.title, glyphs))
      }
      guard let path = row.path, let reminder = data.catalog.reminder(at: path),
        let node = data.catalog.list(at: path)
      else { return (row, Visible.line(row.title, glyphs) + ":") }
      var place = RowPlace(name: "", hiddenParent: row.hiddenParent.flatMap { node.reminders[$0].title })
      if case .list = page.scope {} else { place.list = node.list.title }
      var surface = self.surface
      surface.width = nil
      let drawn = ReminderRow(PlacedReminder(reminder), place, dates: dates, detail: .alone, surface: surface)
      var text = String(repeating: "  ", count: row.hasMore.count)
      if !reminder.isOpen {
        text += reminder.status == .completed ? "done: " : "\(Visible.line(reminder.status.word)): "
      }
      if data.catalog.modelIdentifier(at: path).map(focus.contains) ?? false { text += "in focus: " }
      text += Wrapping.line(drawn.title).rendered(.none)
      if let date = drawn.date, reminder.isOpen { text += ", \(date.text)" }
      if !drawn.extras.isEmpty { text += ", " + Wrapping.line(drawn.extras).rendered(.none) }
      return (row, text)
    }
  }

  /// The answers that a queue waits for, in words.
  fileprivate func queueWords(_ queue: QueuePage) -> String {
    guard queue.current != nil else { return "undo undoes, quit quits." }
    return queue.purpose == .review
      ? "done, now (due today), snooze WHEN, move LIST, tag WORD, focus, delete, open (later), undo, quit"
      : "done, open (another), snooze WHEN, focus, edit, undo, quit"
  }
}
