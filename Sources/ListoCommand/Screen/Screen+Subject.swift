internal import Listo

extension Screen {
  /// Does something to the reminder that is meant.
  mutating func performOnSubject(_ command: ScreenCommand) -> [Effect] {
    if command == .focus || isPicking && command == .done, let list = listSubject {
      return toggleFocus(list.identifier, list.list.title)
    }
    guard let subject, let path = data.path(of: subject), let reminder = data.catalog.reminder(at: path)
    else {
      say("there is no reminder here")
      return []
    }
    let title = reminder.title ?? "(untitled)"
    switch command {
    case .done:
      if isPicking { return toggleFocus(subject, title) }
      return complete(subject, reminder, title)
    case .flag:
      let isFlagged = reminder.priorityBucket == .high
      return ask(
        isFlagged ? "Flag removed: \(title)" : "Flagged: \(title)",
        ScreenEdit(subject, .flag(!isFlagged)))
    case .delete: return delete(subject, title)
    case .edit: return [.edit(subject)]
    case .move: prompt = .list(ListChoice(subject, title: title, data.catalog))
    case .lower, .raise: return arrange(subject, title, command)
    case .indent, .outdent: return nest(subject, path, title, command)
    case .snooze: prompt = .line(LinePrompt(purpose: .postpone(subject), label: "Postpone to"))
    case .tag: prompt = .line(LinePrompt(purpose: .tag(subject), label: "Tag"))
    case .focus: return toggleFocus(subject, title)
    case .now:
      return decide(
        "Due today: \(title)", ScreenEdit(subject, .set(.due, .moment(.date(data.context.today)))))
    default: break
    }
    return []
  }

  /// A change that is no decision: the queue stays where it is.
  private func ask(_ label: String, _ edits: ScreenEdit...) -> [Effect] { [.change(label: label, edits)] }

  /// A change after which a queue goes on.
  mutating func decide(_ label: String, _ edits: ScreenEdit...) -> [Effect] {
    decideSomething()
    return [.change(label: label, edits)]
  }

  mutating func decideSomething() {
    guard case .queue(var queue) = page else { return }
    queue.decide()
    page = .queue(queue)
  }

  private mutating func complete(
    _ subject: ModelIdentifier, _ reminder: Reminder, _ title: String
  ) -> [Effect] {
    keeps = subject
    guard reminder.isOpen else { return ask("Reopened: \(title)", ScreenEdit(subject, .reopen)) }
    let open = data.subtasks(of: subject, openOnly: true)
    let source = data.path(of: subject).map { data.catalog.sources[$0.source].source.title }
    var completion = Completion(settings.completion.completion(inSource: source))
    guard open > 0 else { return decide("Done: \(title)", ScreenEdit(subject, .complete(completion))) }
    func answer(_ key: Character, _ words: String, _ subtasks: Subtasks) -> Question.Answer {
      completion.subtasks = subtasks
      let edit = ScreenEdit(subject, .complete(completion))
      return Question.Answer(key: key, words: words, effects: [.change(label: "Done: \(title)", [edit])])
    }
    prompt = .question(
      Question(
        text: "It has \(RelativeDate.count(open, "open subtask")).",
        answers: [answer("k", "keep them open", .keep), answer("a", "all done", .include)]))
    return []
  }

  private mutating func delete(_ subject: ModelIdentifier, _ title: String) -> [Effect] {
    let count = data.subtasks(of: subject, openOnly: false)
    func effects(_ subtasks: Subtasks) -> [Effect] {
      [.change(label: "Deleted: \(title)", [ScreenEdit(subject, .delete(subtasks))])]
    }
    if count > 0 {
      prompt = .question(
        Question(
          text: "Delete it? It has \(RelativeDate.count(count, "subtask")).",
          answers: [
            Question.Answer(key: "k", words: "keep them", effects: effects(.keep)),
            Question.Answer(key: "a", words: "delete all", effects: effects(.include)),
          ]))
      return []
    }
    guard settings.deletion == .always else {
      decideSomething()
      return effects(.keep)
    }
    prompt = .question(
      Question(
        text: "Delete “\(title)”?",
        answers: [Question.Answer(key: "y", words: "yes", effects: effects(.keep))]))
    return []
  }

  /// The list of the line.
  private var listSubject: Catalog.ListNode? {
    switch page {
    case .lists(let position):
      guard listRows.indices.contains(position.index), case .list(let path) = listRows[position.index] else {
        return nil
      }
      return data.catalog.list(at: path)
    case .reminders(let page):
      return page.path.flatMap { $0.reminder == nil ? data.catalog.list(at: $0) : nil }
    case .reminder, .queue, .help: return nil
    }
  }

  var isPicking: Bool { if case .reminders(let page) = page { page.isPicking } else { false } }

  private mutating func toggleFocus(_ subject: ModelIdentifier, _ title: String) -> [Effect] {
    if let index = focus.firstIndex(of: subject) {
      focus.remove(at: index)
      say("Removed from today's focus: \(title)")
    } else {
      focus.append(subject)
      let open = data.subtasks(of: subject, openOnly: true)
      let parts = open == 0 ? "" : ", with its \(RelativeDate.count(open, "open subtask"))"
      say("Added to today's focus: \(title)\(parts)")
      decideSomething()
    }
    var effects: [Effect] = [.rememberFocus(focus)]
    if case .queue(var queue) = page, queue.pending != nil {
      queue.settle(true)
      page = .queue(queue)
      prepare(queue.current)
      if queue.purpose == .review { effects.append(.rememberReview(queue.progress)) }
    }
    if case .reminders(var page) = page, page.scope != .focus {
      page.position.index = min(page.position.index + (page.isPicking ? 1 : 0), page.rows.count - 1)
      page.settle(data, height: height, downwards: true)
      self.page = .reminders(page)
    } else if case .reminders(var page) = page {
      page.selection = nil
      refresh(&page)
      self.page = .reminders(page)
    }
    return effects
  }

  // MARK: Places in a list

  /// The rows of a page that shows a list as a tree, and which of them is meant.
  private func tree() -> (rows: [OutlineRow], index: Int, order: PageOrder)? {
    guard case .reminders(let page) = page, case .list = page.scope, page.options.grouping == .none else {
      return nil
    }
    return (page.rows, page.position.index, page.options.order)
  }

  private mutating func arrange(
    _ subject: ModelIdentifier, _ title: String, _ command: ScreenCommand
  ) -> [Effect] {
    guard let (rows, index, order) = tree(), order == .manual else {
      say("reminders can be moved only in a list in manual order")
      return []
    }
    let depth = rows[index].hasMore.count
    let others =
      command == .lower
      ? Array(rows.indices.dropFirst(index + 1)) : Array(rows.indices.prefix(index).reversed())
    let sibling = others.prefix { rows[$0].hasMore.count >= depth }.first { rows[$0].hasMore.count == depth }
    guard let sibling, let other = rows[sibling].path.flatMap(data.catalog.modelIdentifier) else {
      say("it is \(command == .lower ? "last" : "first") already")
      return []
    }
    let position = command == .lower ? Position.after(other) : .before(other)
    return ask("Moved: \(title)", ScreenEdit(subject, .arrange(position)))
  }

  private mutating func nest(
    _ subject: ModelIdentifier, _ path: Catalog.IndexPath, _ title: String, _ command: ScreenCommand
  ) -> [Effect] {
    guard let (rows, index, _) = tree(), let node = data.catalog.list(at: path), let own = path.reminder
    else {
      say("levels can be changed only in a list")
      return []
    }
    let depth = rows[index].hasMore.count
    if command == .indent {
      let above = rows.indices.prefix(index).reversed().first { rows[$0].hasMore.count <= depth }
      guard let above, rows[above].hasMore.count == depth,
        let parent = rows[above].path.flatMap(data.catalog.modelIdentifier)
      else {
        say("there is no reminder above it to become its parent")
        return []
      }
      return ask("Now a subtask: \(title)", ScreenEdit(subject, .setParent(parent)))
    }
    let parents = data.parents(of: node)
    guard let parent = parents[own] else {
      say("it is not a subtask")
      return []
    }
    let grandparent = parents[parent].map { node.identifiers[$0] }
    return ask(
      "Moved up one level: \(title)",
      ScreenEdit(subject, .setParent(grandparent), .arrange(.after(node.identifiers[parent]))))
  }
}
