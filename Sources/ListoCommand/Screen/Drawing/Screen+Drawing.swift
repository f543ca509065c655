internal import Listo

extension Screen {
  /// The frame that the terminal shall show now.
  ///
  /// - Complexity: linear in what is seen.
  func frame() -> Frame {
    let bottom = self.bottom
    let height = max(1, size.rows - 1 - bottom.lines.count)
    var lines = [titleLine]
    lines += Array(body(height).prefix(height))
    while lines.count < 1 + height { lines.append(StyledLine()) }
    lines += bottom.lines
    let cursor = bottom.column.map { Frame.Place(row: lines.count - 1, column: min($0, size.columns - 1)) }
    return Frame(size, lines, cursor: cursor)
  }

  /// How many lines of the page are seen.
  var bodyHeight: Int { max(1, size.rows - 1 - bottom.lines.count) }

  // MARK: The first line

  private var titleLine: StyledLine {
    var words = steps.map { ["Morning \($0.number) of \(Steps.Step.allCases.count)"] } ?? []
    for page in pages.suffix(3) { if let word = name(of: page) { words.append(Visible.line(word, glyphs)) } }
    var line = StyledLine()
    for (index, word) in words.enumerated() {
      if index > 0 { line.append(glyphs.path, .dim) }
      line.append(word, index == words.count - 1 ? .bold : .dim)
    }
    let right = self.right
    let room = size.columns - right.cells - (right.cells > 0 ? 2 : 0)
    guard room >= 8 else { return line.truncated(toCells: size.columns, glyphs) }
    // Where there is no room for the way, its end says most.
    if line.cells > room, let last = words.last { line = StyledLine([StyledText(last, .bold)]) }
    line = line.truncated(toCells: room, glyphs)
    line.pad(to: size.columns - right.cells)
    line.append(right)
    return line
  }

  private func name(of page: Page) -> String? {
    switch page {
    case .lists: "Listo"
    case .reminders(let page):
      switch page.scope {
      case .list(let list): data.listPath(list).flatMap(data.catalog.list)?.list.title
      case .query(let title, _): title
      case .focus: "Today's focus"
      }
    case .reminder(let identifier, _): data.reminder(identifier)?.title ?? "(untitled)"
    case .queue(let queue): queue.purpose == .review ? "Review" : "Next"
    case .help: "Keys"
    }
  }

  private var right: StyledLine {
    // The last line says so too, unless a long title leaves no room for it.
    guard unsavedCount > 0 else { return counts }
    var line = StyledLine([StyledText("saving" + glyphs.ellipsis, .bold)])
    let counts = counts
    if counts.cells > 0 { line.append("  ") }
    line.append(counts)
    return line
  }

  private var counts: StyledLine {
    var line = StyledLine()
    switch page {
    case .lists:
      line.append(RelativeDate.count(data.catalog.sources.reduce(0) { $0 + $1.lists.count }, "list"), .dim)
    case .reminders(let page):
      if let filter = page.options.filter {
        line.append(
          Visible.line("\(filter)", glyphs).truncated(toCells: size.columns / 2, ellipsis: glyphs.ellipsis),
          .tag)
        line.append(glyphs.separator + " \(page.rows.count { $0.path != nil })", .dim)
      } else if case .list(let list) = page.scope, let counts = data.knownCounts(of: list) {
        line = Wrapping.line(Array(counts.words(glyphs).prefix(3)))
        if line.cells > size.columns / 2 { line = StyledLine([StyledText("\(counts.open) open", .dim)]) }
      } else {
        line.append("\(page.rows.count { $0.path != nil })", .dim)
      }
    case .queue(let queue):
      guard queue.current != nil else { break }
      line.append("\(queue.index + 1) of \(queue.items.count)", .dim)
      if queue.items.count > queue.openCount {
        line.append(glyphs.separator + " \(queue.items.count - queue.openCount) decided", .dim)
      }
    case .reminder, .help: break
    }
    return line
  }

  // MARK: The page

  private func body(_ height: Int) -> [StyledLine] {
    if case .list(let choice) = prompt { return candidates(choice, height) }
    switch page {
    case .lists(let position): return lists(position, height)
    case .reminders(let page): return reminders(page, height)
    case .reminder(let identifier, let position): return Array(detail(identifier).dropFirst(position.top))
    case .queue(let queue):
      guard let current = queue.current else { return ended(queue) }
      return Array(detail(current).dropFirst(queue.position.top))
    case .help(let position): return Array(helpLines.dropFirst(position.top))
    }
  }

  private func lists(_ position: ScrollPosition, _ height: Int) -> [StyledLine] {
    let rows = listRows
    var position = position
    position.settle(count: rows.count, height: height)
    return rows.indices.dropFirst(position.top).prefix(height).map { index in
      let isMeant = index == position.index
      var line = RowDrawing.lead(isMeant, glyphs)
      switch rows[index] {
      case .view(let title, let scope):
        line.append(glyphs.arrow + " ", .dim)
        line.append(title)
        if scope == .focus, !focus.isEmpty { line.append("  \(focus.count)", .dim) }
      case .source(let section):
        line = StyledLine([
          StyledText(Visible.line(data.catalog.sources[section].source.title, glyphs), .title)
        ])
      case .list(let path):
        guard let node = data.catalog.list(at: path) else { return line }
        if focus.contains(node.identifier) { line.append(glyphs.focus + " ", .bold) }
        line.append(listTitle(node))
      }
      return line.truncated(toCells: size.columns, glyphs).drawn(isMeant: isMeant, columns: size.columns)
    }
  }

  private func listTitle(_ node: Catalog.ListNode) -> StyledLine {
    var line = StyledLine([StyledText(glyphs.listDot, .list(node.list.color))])
    line.append(" ")
    let counts = data.knownCounts(of: node.identifier).map { Wrapping.line($0.words(glyphs)) } ?? StyledLine()
    let title = node.list.title.isEmpty ? "(untitled)" : Visible.line(node.list.title, glyphs)
    let room = max(8, size.columns - 2 - line.cells - counts.cells - 2)
    line.append(title.truncated(toCells: room, ellipsis: glyphs.ellipsis))
    line.append("  ")
    line.append(counts)
    return line
  }

  private func reminders(_ page: RemindersPage, _ height: Int) -> [StyledLine] {
    guard !page.rows.isEmpty else { return nothing(page) }
    var position = page.position
    position.settle(count: page.rows.count, height: height)
    let drawing = RowDrawing(columns: size.columns, surface: surface, dates: RelativeDate(data.context))
    return page.rows.indices.dropFirst(position.top).prefix(height).map { index in
      let row = page.rows[index]
      let isMeant = index == position.index && !isCovered
      if let path = row.path, path.reminder == nil, let node = data.catalog.list(at: path) {
        var line = RowDrawing.lead(isMeant, glyphs)
        if focus.contains(node.identifier) { line.append(glyphs.focus + " ", .bold) }
        line.append(listTitle(node))
        return line.truncated(toCells: size.columns, glyphs).drawn(isMeant: isMeant, columns: size.columns)
      }
      guard let path = row.path, let reminder = data.catalog.reminder(at: path),
        let node = data.catalog.list(at: path), let identifier = data.catalog.modelIdentifier(at: path)
      else {
        var line = StyledLine([StyledText(Visible.line(row.title, glyphs), .bold)])
        line.append("  \(row.count)", .dim)
        return line.truncated(toCells: size.columns, glyphs)
      }
      var place = RowPlace(
        name: "", number: runningNumber(row), hasMore: row.hasMore,
        hiddenParent: row.hiddenParent.flatMap { node.reminders[$0].title }, color: node.list.color)
      place.isBelowItsDay = row.isBelowItsDay
      if case .list = page.scope {} else { place.list = node.list.title }
      return drawing.line(
        reminder, place, isMeant: isMeant, isInFocus: focus.contains(identifier))
    }
  }

  private var isCovered: Bool { if case .list = prompt { true } else { false } }

  private func nothing(_ page: RemindersPage) -> [StyledLine] {
    let keys = settings.bindings
    let text: String
    if page.options.filter != nil {
      text = "Nothing matches; \(keys.name(of: .back)) removes the filter."
    } else if page.scope == .focus {
      text =
        "No reminder is picked for today. \(keys.name(of: .focus)) picks a reminder on any page; listo focus offers reminders that you can start."
    } else if isFinishedAlone(page) {
      text = "No completed reminders."
    } else if case .list = page.scope {
      text =
        "No open reminders; \(keys.name(of: .add)) adds one, \(keys.name(of: .finished)) shows completed reminders."
    } else {
      text = "Nothing here."
    }
    return [StyledLine()] + paragraph(text, .dim)
  }

  private func ended(_ queue: QueuePage) -> [StyledLine] {
    let keys = settings.bindings
    let count = queue.items.count - queue.openCount
    var text =
      queue.items.isEmpty
      ? (queue.purpose == .review ? "Nothing is in the inbox." : "Nothing can be started now.")
      : "All reviewed: \(count) of \(queue.items.count) decided."
    text += " \(keys.name(of: .undo)) undoes, \(keys.name(of: .quit)) quits."
    return [StyledLine()] + paragraph(text, .plain)
  }

  private func paragraph(_ text: String, _ style: Style) -> [StyledLine] {
    Wrapping.lines(Wrapping.words(text, style), width: max(8, size.columns - 4), glyphs).map { line in
      var indented = StyledLine([StyledText("  ")])
      indented.append(line)
      return indented
    }
  }

  private func candidates(_ choice: ListChoice, _ height: Int) -> [StyledLine] {
    var position = choice.position
    position.settle(count: choice.candidates.count, height: height)
    guard !choice.candidates.isEmpty else {
      return [StyledLine()] + paragraph("No other list has this name.", .dim)
    }
    return choice.candidates.indices.dropFirst(position.top).prefix(height).map { index in
      let candidate = choice.candidates[index]
      let isMeant = index == position.index
      var line = RowDrawing.lead(isMeant, glyphs)
      if let node = data.catalog.list(at: candidate.path) { line.append(listTitle(node)) }
      line.append("  " + Visible.line(data.catalog.sources[candidate.path.source].source.title, glyphs), .dim)
      return line.truncated(toCells: size.columns, glyphs).drawn(isMeant: isMeant, columns: size.columns)
    }
  }

  /// A reminder in full, in lines that fit.
  func detail(_ identifier: ModelIdentifier) -> [StyledLine] {
    guard let path = data.path(of: identifier), let node = data.catalog.list(at: path) else {
      return paragraph("It is gone.", .dim)
    }
    var view = ShowView(
      catalog: data.catalog, names: data.names, context: data.context, surface: surface)
    view.parents = data.knownParents(of: node.identifier)
    var lines = view.lines(path) ?? []
    if focus.contains(identifier) {
      lines.insert(
        StyledLine([StyledText("  \(glyphs.focus) in today's focus", .bold)]), at: min(1, lines.count))
    }
    return lines.flatMap { $0.cells > size.columns ? $0.broken(toCells: size.columns) : [$0] }
  }

  var helpLines: [StyledLine] {
    let rows = ScreenCommand.allCases.compactMap { command -> (String, String)? in
      let keys = settings.bindings.keys(of: command).map(\.name).joined(separator: " ")
      return keys.isEmpty ? nil : (keys, command.row.summary)
    }
    let width = min(rows.map(\.0.count).max() ?? 0, size.columns / 3)
    var lines = rows.flatMap { keys, summary -> [StyledLine] in
      let texts = Wrapping.lines(Wrapping.words(summary), width: max(8, size.columns - width - 5), glyphs)
      return texts.enumerated().map { index, text in
        var line = StyledLine([StyledText("  ")])
        if index == 0 { line.append(keys.truncated(toCells: width, ellipsis: glyphs.ellipsis), .bold) }
        line.pad(to: width + 4)
        line.append(text)
        return line
      }
    }
    lines.append(StyledLine())
    lines += paragraph(
      "A number and enter go to that line, or to the reminder with that running number. ctrl-z suspends Listo; ctrl-c quits.",
      .dim)
    return lines
  }

  // MARK: The last lines

  /// The lines below the page, and the column of the cursor in the last of them; nil for no cursor.
  private var bottom: (lines: [StyledLine], column: Int?) {
    switch prompt {
    case .line(let line):
      let errors = line.error.map { Array(words("! " + Visible.line($0, glyphs), .overdue).prefix(2)) } ?? []
      let (text, column) = input(line.label, line.field)
      return (errors + [text], column)
    case .list(let choice):
      let (text, column) = input("Move to", choice.field)
      return ([text], column)
    case .question(let question):
      var all = Wrapping.words(Visible.line(question.text, glyphs), .bold)
      for answer in question.answers {
        all.append(Word("[\(answer.key)]", .bold, space: 2))
        all += Wrapping.words(answer.words, space: 1)
      }
      all.append(Word("[esc]", .bold, space: 2))
      all += Wrapping.words("leave it", space: 1)
      return (Wrapping.lines(all, width: size.columns, limit: 4, glyphs), nil)
    case nil: break
    }
    if !digits.isEmpty { return ([StyledLine([StyledText(digits, .bold)])], nil) }
    if let message {
      let text = Visible.line(message.text, glyphs)
      return (
        message.isError ? Array(words("! " + text, .overdue).prefix(3)) : Array(words(text, .bold).prefix(2)),
        nil
      )
    }
    return (hints, nil)
  }

  private func words(_ text: String, _ style: Style) -> [StyledLine] {
    Wrapping.lines(Wrapping.words(text, style), width: size.columns, limit: 3, glyphs)
  }

  private func input(_ label: String, _ field: TextField) -> (StyledLine, Int) {
    let title = (Visible.line(label, glyphs) + ": ").truncated(
      toCells: max(4, size.columns / 2), ellipsis: glyphs.ellipsis)
    var line = StyledLine([StyledText(title, .bold)])
    let (text, column) = field.window(size.columns - line.cells, glyphs)
    let start = line.cells
    line.append(text)
    return (line, start + column)
  }

  /// The command can do something here: there is a reminder, and its list can be changed.
  private func serves(_ command: ScreenCommand) -> Bool {
    switch command {
    case .done where isPicking: subject != nil
    case .done, .flag, .delete, .edit, .move, .snooze, .tag, .now: subject != nil && isWritable
    case .add: isWritable
    case .purge: !rowsAreEmpty
    case .open where isReminders: subject != nil
    default: true
    }
  }

  private var isReminders: Bool { if case .reminders = page { true } else { false } }
  private var rowsAreEmpty: Bool { if case .reminders(let page) = page { page.rows.isEmpty } else { true } }

  /// The list of the page, or of its line, can be changed.
  private var isWritable: Bool {
    var list = subject.flatMap(data.path)
    if case .reminders(let page) = page, case .list(let identifier) = page.scope {
      list = data.listPath(identifier)
    } else if case .lists(let position) = page, listRows.indices.contains(position.index),
      case .list(let path) = listRows[position.index]
    {
      list = path
    }
    return list.flatMap(data.catalog.list)?.list.allowsModification ?? true
  }

  /// The keys that serve here, as many as there is room for.
  private var hints: [StyledLine] {
    let keys = settings.bindings
    func words(_ commands: [(ScreenCommand, String)]) -> [Word] {
      commands.flatMap { command, word in
        var key = Word(keys.name(of: command), .bold, space: 2)
        key.space = 2
        return [key] + Wrapping.words(word, .dim, space: 1)
      }
    }
    let goesOn: [(ScreenCommand, String)] = steps?.following == nil ? [] : [(.step, "go on")]
    let end: [(ScreenCommand, String)] = goesOn + [(.help, "keys"), (.quit, "leave")]
    var wanted: [(ScreenCommand, String)]
    switch page {
    case .lists: wanted = [(.open, "open"), (.add, "add"), (.filter, "filter"), (.undo, "undo")]
    case .reminders(let page):
      wanted =
        page.isPicking
        ? [(.done, "pick"), (.open, "open"), (.filter, "filter")]
        : isFinishedAlone(page)
          ? [
            (.done, "reopen"), (.purge, "delete all"), (.open, "open"), (.filter, "filter"), (.undo, "undo"),
          ]
          : [
            (.done, "done"), (.add, "add"), (.open, "open"), (.flag, "flag"), (.snooze, "put off"),
            (.move, "move"), (.delete, "delete"), (.filter, "filter"), (.undo, "undo"),
          ]
    case .reminder: wanted = [(.back, "back"), (.done, "done"), (.edit, "edit"), (.snooze, "put off")]
    case .queue(let queue):
      guard queue.current != nil else { return [Wrapping.line(words([(.undo, "undo")] + end))] }
      let all: [(ScreenCommand, String)] =
        queue.purpose == .review
        ? [
          (.done, "done"), (.now, "today"), (.snooze, "put off"), (.move, "file"), (.tag, "tag"),
          (.focus, "focus"), (.delete, "delete"), (.open, "later"), (.undo, "undo"),
        ]
        : [
          (.done, "done"), (.open, "another"), (.snooze, "put off"), (.edit, "edit"), (.focus, "focus"),
          (.undo, "undo"),
        ]
      let serving = all.filter { serves($0.0) }
      return Wrapping.lines(words(serving + end), width: size.columns, limit: size.rows >= 10 ? 3 : 1, glyphs)
    case .help: wanted = [(.back, "back")]
    }
    wanted.removeAll { !serves($0.0) }
    while !wanted.isEmpty, Wrapping.cells(words(wanted + end)) > size.columns { wanted.removeLast() }
    return [Wrapping.line(words(wanted + end)).truncated(toCells: size.columns, glyphs)]
  }
}
