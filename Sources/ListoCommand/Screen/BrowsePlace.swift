internal import Listo

/// A page of the screen and a line of it, to begin there again.
struct BrowsePlace: Sendable, Hashable {
  enum Page: String, Sendable {
    case lists, reminders
    /// One reminder in full.
    case reminder
  }

  var page: Page
  /// The title of one of ``Screen/views``, or of ``Screen/completed``: the page that is shown, or the line of
  /// the first page.
  var view: String?
  /// The reminder or the list of the line; nil if there is none.
  var selection: Selection?

  init(_ page: Page, view: String? = nil, _ selection: Selection? = nil) {
    (self.page, self.view, self.selection) = (page, view, selection)
  }

  /// Reads a line written by ``line``; nil for any other.
  init?(line: String) {
    let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, let page = Page(rawValue: words[0]) else { return nil }
    self.init(page, view: words[1].isEmpty ? nil : words[1], try? Selection(json: Array(words[2].utf8)))
  }

  /// The place as a line of a file.
  var line: String {
    let json = selection.map { String(decoding: $0.json.compact, as: UTF8.self) }
    return [page.rawValue, view ?? "", json ?? ""].joined(separator: "\t")
  }
}

extension Screen {
  /// The page and the line that are shown. Help and the results of a filter are not places.
  var place: BrowsePlace {
    var shown: Selection?
    for page in pages.reversed() {
      switch page {
      case .lists(let position): return place(ofLine: position.index)
      case .reminders(let page):
        let title = Self.allViews.first { $0.scope == page.scope }?.title
        var selection = shown ?? page.selection
        if case .list(let list) = page.scope {
          selection = selection ?? data.listPath(list).flatMap { Selection($0, in: data.catalog) }
        } else if title == nil, shown == nil {
          break
        }
        return BrowsePlace(shown == nil ? .reminders : .reminder, view: title, selection)
      case .reminder(let identifier, _):
        shown = data.path(of: identifier).flatMap { Selection($0, in: data.catalog) }
      case .queue, .help: break
      }
    }
    return BrowsePlace(.lists)
  }

  private func place(ofLine index: Int) -> BrowsePlace {
    guard listRows.indices.contains(index) else { return BrowsePlace(.lists) }
    switch listRows[index] {
    case .view(let title, _): return BrowsePlace(.lists, view: title)
    case .list(let path): return BrowsePlace(.lists, Selection(path, in: data.catalog))
    case .source: return BrowsePlace(.lists)
    }
  }

  /// Opens a place, and says what became of it unless all is as it was.
  mutating func begin(at place: BrowsePlace) {
    let scope = place.selection.map { StartingPoint.Scope($0, in: data.catalog) }
    if place.page == .lists {
      goTo(
        line: listRows.firstIndex { row in
          switch row {
          case .view(let title, _): title == place.view
          case .list(let path): place.view == nil && path == scope?.place
          case .source: false
          }
        })
    } else if let (title, view) = Self.allViews.first(where: { $0.title == place.view }) {
      goTo(line: listRows.firstIndex { $0 == .view(title, view) })
      open(view, order: Self.order(of: view), at: scope?.reminder)
    } else if let place = scope?.place {
      open(place, at: scope?.reminder)
    }
    if place.page == .reminder, let path = scope?.reminder,
      let identifier = data.catalog.modelIdentifier(at: path)
    {
      show(identifier)
    }
    if let scope { say(scope) }
  }

  /// Opens the list of a starting point.
  mutating func begin(at scope: StartingPoint.Scope) {
    if let place = scope.place { open(place, at: scope.reminder) }
    say(scope)
  }

  private mutating func say(_ scope: StartingPoint.Scope) {
    let words = [scope.loss, scope.start].compactMap { $0 }.joined(separator: "; ")
    if !scope.isFound, !words.isEmpty { say(words) }
  }

  private mutating func open(_ place: Catalog.IndexPath, at reminder: Catalog.IndexPath?) {
    let row = listRows.firstIndex { if case .list(let path) = $0 { path.isIn(place) } else { false } }
    goTo(line: row)
    if let node = data.catalog.list(at: place) { open(.list(node.identifier), at: reminder) }
  }

  private mutating func goTo(line: Int?) {
    guard let line, case .lists(let position) = page else { return }
    move(by: line - position.index)
  }

  private static var allViews: [(title: String, scope: Scope)] { views + [completed] }
}
