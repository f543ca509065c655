internal import Listo

/// Which reminders a page shows.
enum Scope: Sendable, Hashable {
  case list(ModelIdentifier)
  /// The reminders that an expression asks for, in all lists.
  case query(title: String, NamedQuery)
  /// The focus of today.
  case focus
}

/// The orders that a page can be in.
enum PageOrder: String, Sendable, CaseIterable {
  case manual = "by hand"
  case natural = "by date"
  case title = "by title"

  var sorting: SortOrder {
    switch self {
    case .manual: .manual
    case .natural: .natural
    case .title: SortOrder([SortOrder.Part(.field(.title))])
    }
  }

  var next: PageOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// A line of a page: a heading, or a reminder.
struct OutlineRow: Sendable, Hashable {
  /// The text of a heading.
  var title = ""
  var count = 0
  /// Where the reminder stands; nil for a heading.
  var path: Catalog.IndexPath?
  /// See ``ReminderTree/Entry``.
  var hasMore: [Bool] = []
  var hiddenParent: Int?
  /// It stands below its day.
  var isBelowItsDay = false
}

/// How a page is put together.
struct OutlineOptions: Sendable, Hashable {
  var order = PageOrder.manual
  var grouping = Grouping.none
  var finished = Finished.hidden
  /// An expression, beside what the scope asks for. With one, a list shows finished reminders that match,
  /// too.
  var filter: QueryExpression?
  /// The reminders that were changed on the page; they stay on it when they are finished.
  var kept: Set<ModelIdentifier> = []

  /// The treatment of completed and cancelled reminders.
  enum Finished: String, Sendable, CaseIterable {
    case hidden = ""
    case shown = ", with completed reminders"
    case alone = ", completed reminders only"

    var next: Finished {
      let all = Self.allCases
      return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
  }

  /// The order of a list: completed reminders that are shown beside open ones come last.
  var sorting: SortOrder {
    let isMixed = order == .manual && finished == .shown
    return isMixed ? SortOrder([SortOrder.Part(.open)] + SortOrder.manual.parts) : order.sorting
  }

  func shows(_ reminder: Reminder, _ identifier: ModelIdentifier?) -> Bool {
    if finished == .shown || identifier.map(kept.contains) ?? false { return true }
    return reminder.isOpen ? finished == .hidden : finished == .alone || filter != nil
  }
}
