internal import Listo

/// A line of the page of lists.
enum ListRow: Sendable, Hashable {
  case view(String, Scope)
  case source(Int)
  case list(Catalog.IndexPath)

  /// It can be opened.
  var isChoice: Bool { if case .source = self { false } else { true } }
}

extension Screen {
  /// The focus and the views by an expression, which are shown beside the lists.
  static let views: [(title: String, scope: Scope)] =
    [("Focus", Scope.focus)]
    + [("Today", StandardQuery.today), ("Overdue", .overdue), ("This week", .week)].map { title, view in
      (title, .query(title: title, view.query))
    }

  /// The view of completed and cancelled reminders, the latest first. Its line is below those of the lists.
  static let completed: (title: String, scope: Scope) = {
    var query = NamedQuery("completed", "not open")
    query.order = SortOrder([SortOrder.Part(.field(.completed), isDescending: true)])
    return ("Completed", .query(title: "Completed", query))
  }()

  /// The order in which a view is opened.
  static func order(of view: Scope) -> PageOrder {
    view == .focus || view == completed.scope ? .manual : .natural
  }

  /// The lines of the page of lists.
  ///
  /// - Complexity: linear in the number of lists.
  var listRows: [ListRow] {
    var rows = Self.views.map { ListRow.view($0.title, $0.scope) }
    for (section, source) in data.catalog.sources.enumerated() where !source.lists.isEmpty {
      rows.append(.source(section))
      rows += source.listOrder.map { .list(Catalog.IndexPath(source: section, list: $0)) }
    }
    return rows + [.view(Self.completed.title, Self.completed.scope)]
  }

  mutating func countLists() {
    for source in data.catalog.sources {
      for node in source.lists { _ = data.counts(of: node) }
    }
  }

  /// Comes to rest on a line that can be opened.
  mutating func settle(downwards: Bool) {
    guard case .lists(var position) = page else { return }
    let rows = listRows
    position.index = max(0, min(position.index, rows.count - 1))
    if !rows[position.index].isChoice {
      let below = rows.indices.dropFirst(position.index).first { rows[$0].isChoice }
      let above = rows.indices.prefix(position.index).last { rows[$0].isChoice }
      position.index = (downwards ? below ?? above : above ?? below) ?? position.index
    }
    position.settle(count: rows.count, height: height)
    page = .lists(position)
  }
}
