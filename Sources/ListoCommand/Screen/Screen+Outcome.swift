internal import Listo

extension Screen {
  /// Takes what became of an effect, and says what is to be remembered of it.
  ///
  /// - Parameters:
  ///   - changed: the lists in which something may differ; nil for all.
  mutating func take(
    _ outcome: Outcome, _ context: ViewContext, changed: Set<ModelIdentifier>? = nil
  ) -> [Effect] {
    var effects: [Effect] = []
    switch outcome {
    case .done(let catalog, let text):
      if let keeps { keep(keeps) }
      settleQueue(true, &effects)
      take(catalog, context, changed: changed)
      if !text.isEmpty { say(text) }
    case .saving(let catalog, let text):
      if let keeps { keep(keeps) }
      settleQueue(true, &effects)
      take(catalog, context, changed: changed)
      unsavedCount += 1
      say(text, isSaving: true)
    case .waiting(let text):
      unsavedCount += 1
      say(text, isSaving: true)
    case .saved(let text):
      unsavedCount -= 1
      // A message about a later change, or a question, stays.
      if unsavedCount == 0, message?.isSaving ?? false { say(text) }
    case .takenBack(let reason, let identifiers):
      unsavedCount -= 1
      takeBack(identifiers, &effects)
      say(reason, isError: true)
    case .seen(let catalog): take(catalog, context, changed: changed)
    case .failed(let reason):
      settleQueue(false, &effects)
      if var line = submitted {
        line.error = reason
        prompt = .line(line)
      } else {
        say(reason, isError: true)
      }
    case .said(let text):
      settleQueue(false, &effects)
      say(text)
    case .nothing: settleQueue(false, &effects)
    }
    switch outcome {
    // The outcome of the last key's effect is still to come.
    case .saved, .takenBack, .seen: break
    default: (keeps, submitted) = (nil, nil)
    }
    endFinishedStep()
    return effects
  }

  /// Takes another state of the catalog; what is seen stays where it is, as far as it is there.
  mutating func take(_ catalog: Catalog, _ context: ViewContext, changed: Set<ModelIdentifier>? = nil) {
    let before = data.catalog
    data.replace(catalog, context, changed: changed)
    turn += 1
    countLists()
    leaveVanishedList(before)
    // Elements that are gone cannot be shown, nor asked about.
    pages.removeAll { page in
      switch page {
      case .reminder(let identifier, _): data.path(of: identifier) == nil
      case .reminders(let page):
        if case .list(let list) = page.scope { data.listPath(list) == nil } else { false }
      case .lists, .queue, .help: false
      }
    }
    if pages.isEmpty { pages = [.lists(ScrollPosition())] }
    if let asked = promptSubject, data.path(of: asked) == nil, data.listPath(asked) == nil {
      prompt = nil
      say("the reminder is gone")
    }
    refreshPage()
  }

  /// Leaves the pages of a list that is no longer on the disk, and shows them again when it is back and
  /// nothing else was opened.
  ///
  /// - Parameter before: the catalog in which the list still was.
  private mutating func leaveVanishedList(_ before: Catalog) {
    if let away, data.listPath(away.list) != nil {
      self.away = nil
      guard case .lists = page else { return }
      pages += away.pages
      return say("\(away.title) is back")
    }
    let index = pages.firstIndex { page in
      if case .reminders(let page) = page, case .list(let list) = page.scope {
        data.listPath(list) == nil
      } else {
        false
      }
    }
    guard let index, case .reminders(let page) = pages[index], case .list(let list) = page.scope else {
      return
    }
    let title = before.list(list)?.title ?? list.description
    away = AwayPages(pages: Array(pages[index...]), list: list, title: title)
    pages.removeSubrange(index...)
    prompt = nil
    say("\(title) is gone or cannot be read; it opens again when it is back", isError: true)
  }

  private var promptSubject: ModelIdentifier? {
    switch prompt {
    case .line(let line):
      switch line.purpose {
      case .add(let list): list
      case .postpone(let identifier), .tag(let identifier): identifier
      case .filter: nil
      }
    case .list(let choice): choice.subject
    case .question, nil: nil
    }
  }

  mutating func resize(_ size: ScreenSize) {
    self.size = size
    switch page {
    case .reminders(var page):
      page.settle(data, height: height, downwards: true)
      self.page = .reminders(page)
    case .lists: settle(downwards: true)
    case .reminder, .queue, .help: move(by: 0)
    }
  }

  private mutating func keep(_ identifier: ModelIdentifier) {
    for index in pages.indices {
      guard case .reminders(var page) = pages[index] else { continue }
      page.options.kept.insert(identifier)
      pages[index] = .reminders(page)
    }
  }

  /// Decisions that could not be written wait again.
  private mutating func takeBack(_ identifiers: [ModelIdentifier], _ effects: inout [Effect]) {
    guard !identifiers.isEmpty else { return }
    for index in pages.indices {
      guard case .queue(var queue) = pages[index] else { continue }
      queue.takeBack(identifiers)
      pages[index] = .queue(queue)
      if queue.purpose == .review { effects.append(.rememberReview(queue.progress)) }
    }
    prepare(subject)
  }

  private mutating func settleQueue(_ isDone: Bool, _ effects: inout [Effect]) {
    guard case .queue(var queue) = page, queue.pending != nil else { return }
    queue.settle(isDone)
    page = .queue(queue)
    prepare(queue.current)
    if isDone, queue.purpose == .review { effects.append(.rememberReview(queue.progress)) }
  }
}
