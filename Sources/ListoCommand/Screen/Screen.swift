internal import Listo

/// How large the terminal is, in cells.
struct ScreenSize: Sendable, Hashable {
  var columns: Int
  var rows: Int

  /// Smaller than this nothing can be drawn; what is outside is not seen.
  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(columns, 8), max(rows, 3))
  }
}

/// The settings of the screen from the configuration.
struct ScreenSettings: Sendable {
  var bindings = KeyBindings.standard
  /// One is not many.
  var deletion = EditSettings.Asking.many
  /// The settings for completing repeating reminders, by the title of their source.
  var completion = EditSettings()
}

/// The whole of what a person sees and is asked: a value that keys change, without a terminal, a file or a
/// clock.
///
///     let effects = screen.take(.character("d"))
///     // what the effects did:
///     screen.take(outcome, context)
struct Screen: Sendable {
  struct Message: Sendable, Hashable {
    var text: String
    var isError = false
    /// It stands until what it says is on the disk.
    var isSaving = false
  }

  var data: CatalogFacts
  var size: ScreenSize
  let glyphs: Glyphs
  let depth: ColorDepth
  let settings: ScreenSettings
  var pages: [Page]
  var prompt: Prompt?
  var message: Message?
  /// How many changes are shown that are not on the disk yet.
  var unsavedCount = 0
  /// A number that is being typed.
  var digits = ""
  /// The focus of today, in its order.
  var focus: [ModelIdentifier] { didSet { turn += 1 } }
  /// Counts up with each state of the catalog and of the focus: lines that were worked out in the same turn
  /// are the same.
  var turn = 0
  /// An edit is under way, of this reminder: what was done stays on the page.
  var keeps: ModelIdentifier?
  /// The line that was typed for the edit under way: if it fails, the line is asked for again.
  var submitted: LinePrompt?
  /// The pages of a list that vanished from the disk, which are shown again when it is back.
  var away: AwayPages?
  /// The steps of `listo morning`; nil for the other commands.
  var steps: Steps?

  init(
    _ data: CatalogFacts, size: ScreenSize, glyphs: Glyphs = .unicode, depth: ColorDepth = .none,
    settings: ScreenSettings = ScreenSettings(), focus: [ModelIdentifier] = []
  ) {
    (self.data, self.size, self.glyphs, self.depth) = (data, size, glyphs, depth)
    (self.settings, self.focus) = (settings, focus)
    pages = [.lists(ScrollPosition())]
    countLists()
    settle(downwards: true)
  }

  /// Pages that cannot be shown now.
  struct AwayPages: Sendable {
    var pages: [Page]
    let list: ModelIdentifier
    let title: String
  }

  // MARK: Pages

  var page: Page {
    get { pages[pages.count - 1] }
    set { pages[pages.count - 1] = newValue }
  }

  /// How many lines of the page are seen.
  var height: Int { bodyHeight }

  /// For ``ShowView`` and its kin.
  var surface: Surface {
    var surface = Surface(width: size.columns, depth: depth, glyphs: glyphs)
    surface.width = size.columns
    return surface
  }

  /// The reminder that a command is about: that of the line, or the one that is shown.
  var subject: ModelIdentifier? {
    switch page {
    case .reminders(let page): page.path.flatMap(data.catalog.modelIdentifier)
    case .reminder(let identifier, _): identifier
    case .queue(let queue): queue.current
    case .lists, .help: nil
    }
  }

  /// Opens a page of reminders above the others.
  ///
  /// - Parameter path: the reminder whose line is the current one, if the page has it.
  mutating func open(
    _ scope: Scope, order: PageOrder = .manual, picking: Bool = false, at path: Catalog.IndexPath? = nil
  ) {
    var page = RemindersPage(scope)
    page.options.order = order
    page.selection = path.flatMap { Selection($0, in: data.catalog) }
    page.isPicking = picking
    pages.append(.reminders(page))
    refresh(&page)
    self.page = .reminders(page)
  }

  /// Works out the lines of a page again.
  mutating func refresh(_ page: inout RemindersPage) {
    if let known = page.turn, known == turn - 1, data.keepsRows(page.scope, page.options) {
      page.settle(data, height: height, downwards: true)
    } else {
      let rows = data.rows(page.scope, page.options, focus: focus)
      page.take((page.isPicking ? data.picks(focus, beside: rows) : []) + rows, data, height: height)
    }
    page.turn = turn
  }

  // MARK: Keys

  /// Takes a key, and says what is to be done.
  mutating func take(_ key: Key) -> [Effect] {
    if key == .control("z") { return [.suspend] }
    if key == .control("c") {
      guard prompt != nil else { return [.quit] }
      prompt = nil
      return []
    }
    message = nil
    if prompt != nil { return answer(key) }
    if case .character(let digit) = key, ("0"..."9").contains(digit), !digits.isEmpty || digit != "0" {
      if digits.count < 7 { digits.append(digit) }
      return []
    }
    let number = Int(digits)
    digits = ""
    if case .paste = key { return [] }
    if key == .escape, number != nil { return [] }
    guard let command = settings.bindings.command(for: key) else {
      say("unknown key \(key.name); \(settings.bindings.name(of: .help)) shows the keys")
      return []
    }
    return perform(command, number)
  }

  /// Does what a command says.
  ///
  /// - Parameter number: what was typed before it.
  mutating func perform(_ command: ScreenCommand, _ number: Int?) -> [Effect] {
    if let line = number, command == .open || command == .last {
      go(toLine: line)
      // There is no such line: the present one was not meant.
      if message != nil { return [] }
    }
    switch command {
    case .up: move(by: -(number ?? 1))
    case .down: move(by: number ?? 1)
    case .pageUp: move(by: -max(1, height - 1))
    case .pageDown: move(by: max(1, height - 1))
    case .first: move(by: -lineCount)
    case .last: if number == nil { move(by: lineCount) }
    case .open: return openLine()
    case .back: return back()
    case .quit: return [.quit]
    case .help: if case .help = page { return back() } else { pages.append(.help(ScrollPosition())) }
    case .reload: return [.reload, .redraw]
    case .undo:
      if case .queue(var queue) = page {
        queue.takeBack()
        page = .queue(queue)
      }
      return [.undo]
    case .redo: return [.redo]
    case .filter: prompt = .line(LinePrompt(purpose: .filter, label: "Filter", field: TextField(filterText)))
    case .order: change { $0.options.order = $0.options.order.next }
    case .group: change { $0.options.grouping = Self.grouping(after: $0.options.grouping) }
    case .finished:
      change {
        $0.options.finished = $0.options.finished.next
        $0.options.kept = []
      }
    case .add: askForNew()
    case .purge: return purge()
    case .step: endStep()
    case .done, .flag, .delete, .edit, .move, .lower, .raise, .indent, .outdent, .snooze, .tag, .focus, .now:
      return performOnSubject(command)
    }
    return []
  }

  mutating func say(_ text: String, isError: Bool = false, isSaving: Bool = false) {
    message = Message(text: text, isError: isError, isSaving: isSaving)
  }

  private static let groupings: [Grouping] = [.none, .due, .tag, .priority]

  private static func grouping(after grouping: Grouping) -> Grouping {
    groupings[((groupings.firstIndex(of: grouping) ?? 0) + 1) % groupings.count]
  }

  private var filterText: String { if case .reminders(let page) = page { page.filterText } else { "" } }

  private mutating func change(_ body: (inout RemindersPage) -> Void) {
    guard case .reminders(var page) = page else { return say("this works only on a page of reminders") }
    body(&page)
    page.turn = nil
    refresh(&page)
    self.page = .reminders(page)
    let words = page.options.grouping == .none ? "" : ", grouped by \(page.options.grouping.rawValue)"
    say("\(page.options.order.rawValue)\(words)\(page.options.finished.rawValue)")
  }

  // MARK: Moving

  /// The lines of the page.
  var lineCount: Int {
    switch page {
    case .lists: listRows.count
    case .reminders(let page): page.rows.count
    case .reminder(let identifier, _): detail(identifier).count
    case .queue(let queue): queue.current.map { detail($0).count } ?? 0
    case .help: helpLines.count
    }
  }

  mutating func move(by lines: Int) {
    let (count, height) = (lineCount, height)
    switch page {
    case .lists(var position):
      position.index = max(0, min(position.index + lines, count - 1))
      page = .lists(position)
      settle(downwards: lines > 0)
    case .reminders(var page):
      page.position.index = max(0, min(page.position.index + lines, count - 1))
      page.settle(data, height: height, downwards: lines > 0)
      self.page = .reminders(page)
    case .reminder(let identifier, var position):
      position.scroll(by: lines, count: count, height: height)
      page = .reminder(identifier, position)
    case .queue(var queue):
      queue.position.scroll(by: lines, count: count, height: height)
      page = .queue(queue)
    case .help(var position):
      position.scroll(by: lines, count: count, height: height)
      page = .help(position)
    }
  }

  /// To the line with this number, from 1 on; to a reminder with this running number, where the list shows
  /// these.
  mutating func go(toLine line: Int) {
    switch page {
    case .reminders(let page):
      let isNumbered = page.rows.contains { runningNumber($0) != nil }
      let index =
        isNumbered
        ? page.rows.firstIndex { runningNumber($0) == line }
        : page.rows.indices.filter { page.rows[$0].path != nil }.dropFirst(line - 1).first
      guard let index else { return say("there is no line \(line)") }
      move(by: index - page.position.index)
    case .lists(let position):
      let lists = listRows.indices.filter { listRows[$0].isChoice }
      guard lists.indices.contains(line - 1) else { return say("there is no line \(line)") }
      move(by: lists[line - 1] - position.index)
    case .reminder, .queue, .help: break
    }
  }

  func runningNumber(_ row: OutlineRow) -> Int? {
    guard let path = row.path, let node = data.catalog.list(at: path), let index = path.reminder else {
      return nil
    }
    return data.knownNumbers(of: node.identifier)?[index]
  }

  private mutating func openLine() -> [Effect] {
    switch page {
    case .lists(let position):
      guard listRows.indices.contains(position.index) else { break }
      switch listRows[position.index] {
      case .view(_, let scope): open(scope, order: Self.order(of: scope))
      case .list(let path): if let node = data.catalog.list(at: path) { open(.list(node.identifier)) }
      case .source: break
      }
    case .reminders:
      if let subject { if subject.kind == .list { open(.list(subject)) } else { show(subject) } }
    case .queue(var queue):
      queue.advance()
      page = .queue(queue)
      if queue.purpose == .review { return [.rememberReview(queue.progress)] }
    case .reminder, .help: break
    }
    return []
  }

  /// Opens a reminder in full.
  mutating func show(_ identifier: ModelIdentifier) {
    if let path = data.path(of: identifier), let node = data.catalog.list(at: path) {
      _ = data.parents(of: node)
    }
    pages.append(.reminder(identifier, ScrollPosition()))
  }

  /// The previous page; from the first one, leaves the screen.
  private mutating func back() -> [Effect] {
    if case .queue(var queue) = page, queue.index > 0 {
      queue.goBack()
      page = .queue(queue)
      return []
    }
    if case .reminders(var page) = page, page.options.filter != nil {
      (page.options.filter, page.filterText, page.turn) = (nil, "", nil)
      refresh(&page)
      self.page = .reminders(page)
      return []
    }
    guard pages.count > 1 else {
      say("\(settings.bindings.name(of: .quit)) quits")
      return []
    }
    pages.removeLast()
    refreshPage()
    return []
  }

  /// The page may have become another while it was covered.
  mutating func refreshPage() {
    switch page {
    case .reminders(var page):
      if page.turn == turn {
        page.settle(data, height: height, downwards: true)
      } else {
        refresh(&page)
      }
      self.page = .reminders(page)
    case .queue(var queue):
      queue.skip { data.path(of: $0) == nil }
      page = .queue(queue)
      prepare(queue.current)
    case .lists, .reminder, .help: settle(downwards: true)
    }
  }

  /// Works out the parents of a reminder's list, which drawing the reminder in full needs.
  mutating func prepare(_ identifier: ModelIdentifier?) {
    guard let path = identifier.flatMap(data.path), let node = data.catalog.list(at: path) else { return }
    _ = data.parents(of: node)
  }
}
