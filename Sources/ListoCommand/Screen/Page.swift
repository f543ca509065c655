internal import Listo

/// A page of the screen: one is above the other, the last is seen.
enum Page: Sendable {
  case lists(ScrollPosition)
  case reminders(RemindersPage)
  /// One reminder in full.
  case reminder(ModelIdentifier, ScrollPosition)
  case queue(QueuePage)
  case help(ScrollPosition)
}

/// The reminders of a list, or of a query.
struct RemindersPage: Sendable {
  var scope: Scope
  var options = OutlineOptions()
  /// As it was typed.
  var filterText = ""
  /// The space key takes into today's focus, and out of it.
  var isPicking = false
  fileprivate(set) var rows: [OutlineRow] = []
  var position = ScrollPosition()
  /// The turn of the screen in which the lines were worked out.
  var turn: Int?
  /// The element on the line, so that it is found again when others come and go.
  var selection: Selection?

  init(_ scope: Scope) { self.scope = scope }

  /// The reminder of the line; nil on a heading, and where there is none.
  var path: Catalog.IndexPath? {
    rows.indices.contains(position.index) ? rows[position.index].path : nil
  }

  /// Takes other lines, and stays with the reminder that it was at, else at its place.
  mutating func take(_ rows: [OutlineRow], _ data: CatalogFacts, height: Int) {
    self.rows = rows
    if let selection, let index = index(of: selection, data) { position.index = index }
    settle(data, height: height, downwards: true)
  }

  private func index(of selection: Selection, _ data: CatalogFacts) -> Int? {
    func index(_ path: Catalog.IndexPath) -> Int? { rows.firstIndex { $0.path == path } }
    let identifier = selection.identifier
    if position.index < rows.count, let path = rows[position.index].path,
      data.catalog.modelIdentifier(at: path) == identifier
    {
      return position.index
    }
    if let path = data.path(of: identifier) { return index(path) }
    // A sync may have given it another name.
    switch selection.resolve(in: data.catalog) {
    case .found(let path), .moved(let path): return index(path)
    case .similar, .gone: return nil
    }
  }

  /// Comes to rest on a reminder: headings are passed over.
  mutating func settle(_ data: CatalogFacts, height: Int, downwards: Bool) {
    position.index = max(0, min(position.index, rows.count - 1))
    if path == nil {
      let below = rows.indices.dropFirst(position.index).first { rows[$0].path != nil }
      let above = rows.indices.prefix(position.index).last { rows[$0].path != nil }
      position.index = (downwards ? below ?? above : above ?? below) ?? position.index
    }
    position.settle(count: rows.count, height: height)
    // The heading of the first is seen with it.
    if position.top > 0, rows[position.top...].first?.path != nil,
      position.index < position.top + height - 1, rows[position.top - 1].path == nil,
      position.index == position.top
    {
      position.scroll(toTop: position.top - 1)
    }
    selection = path.flatMap { Selection($0, in: data.catalog) }
  }
}

extension ScrollPosition {
  mutating func scroll(toTop line: Int) {
    let index = index
    scroll(by: line - top, count: .max / 2, height: 1)
    self.index = index
  }
}

/// Reminders one at a time, each waiting for a decision.
struct QueuePage: Sendable {
  enum Purpose: Sendable { case review, next }

  let purpose: Purpose
  /// In their order.
  let items: [ModelIdentifier]
  private(set) var decided: Set<ModelIdentifier>
  /// The index of the item that is seen; their count where all have been gone through.
  private(set) var index = 0
  var position = ScrollPosition()
  /// Those that were decided in this run, in order: undo goes back to them.
  private var history: [Int] = []
  /// It was asked for, and waits for its answer.
  private(set) var pending: Int?

  init(_ purpose: Purpose, _ items: [ModelIdentifier], _ progress: ReviewProgress = ReviewProgress()) {
    (self.purpose, self.items) = (purpose, items)
    decided = Set(progress.decided).intersection(items)
    let start = progress.current.flatMap { items.firstIndex(of: $0) } ?? 0
    index = Self.next(from: start, items, decided) ?? items.count
  }

  var current: ModelIdentifier? { items.indices.contains(index) ? items[index] : nil }
  var openCount: Int { items.count - decided.count }

  var progress: ReviewProgress? {
    openCount == 0 ? nil : ReviewProgress(decided: items.filter(decided.contains), current: current)
  }

  /// A decision is on its way.
  mutating func decide() { pending = current == nil ? nil : index }

  /// It was carried out, or was not.
  mutating func settle(_ isDone: Bool) {
    guard let pending else { return }
    self.pending = nil
    guard isDone else { return }
    decided.insert(items[pending])
    history.append(pending)
    advance()
  }

  /// On to the next without a decision; after the last, those that were left.
  mutating func advance() {
    position = ScrollPosition()
    index = Self.next(from: index + 1, items, decided) ?? Self.next(from: 0, items, decided) ?? items.count
  }

  /// Passes over items that are no longer there.
  mutating func skip(_ isGone: (ModelIdentifier) -> Bool) {
    while pending == nil, let current, isGone(current) {
      decided.insert(current)
      advance()
    }
  }

  mutating func goBack() {
    position = ScrollPosition()
    index = (0..<min(index, items.count)).last { !decided.contains(items[$0]) } ?? index
  }

  /// Takes back the last decision.
  mutating func takeBack() {
    guard let last = history.popLast() else { return }
    decided.remove(items[last])
    (index, position) = (last, ScrollPosition())
  }

  /// These are not decided, though that had been said; the first of them is seen.
  mutating func takeBack(_ identifiers: [ModelIdentifier]) {
    let indices = items.indices.filter { identifiers.contains(items[$0]) && decided.contains(items[$0]) }
    guard let first = indices.first else { return }
    for index in indices { decided.remove(items[index]) }
    history.removeAll(where: indices.contains)
    (index, position) = (first, ScrollPosition())
  }

  private static func next(
    from start: Int, _ items: [ModelIdentifier], _ decided: Set<ModelIdentifier>
  ) -> Int? {
    items.indices.dropFirst(start).first { !decided.contains(items[$0]) }
  }
}
