package import ListoModel

/// The needs of a listing. They determine how a large input is read for it, and how much of the input is
/// held.
package struct ListingNeeds {
  /// How those that a limit leaves out are told of.
  enum Groups {
    /// Each list says how many it has.
    case lists
    /// Each group does: its key, asked on any thread.
    case keys(@Sendable (any ReminderProperties) -> Int)
    /// Each group does, and in which one a reminder is depends on more than the reminder.
    case others
  }

  package let query: Query
  package let context: ViewContext
  /// Completed and cancelled reminders are shown too, if they match.
  package let isForFinished: Bool
  /// Reminders are needed that it does not show: where something is told of all of them.
  package var needsOthers = false
  /// Running numbers are shown, which count all of a list.
  package var needsNumbers = false
  /// The fields that are shown, beside those of a row and those of the order; nil for all.
  package var fields: Set<FieldID>? = []
  /// nil for the natural one, in which JSON has them as they stand.
  package var order: SortOrder?
  /// No more are shown, the first of the order.
  package var limit: Int?
  private(set) var groups = Groups.lists
  /// The parents of the reminders are shown too.
  package var needsParents = true
  package var needsShortNames = true
  /// Reminders that are only counted; nil for none.
  package var counted: Query?

  /// - Parameters:
  ///   - query: which reminders it shows.
  ///   - context: the clock and the zone for which it is asked.
  package init(_ query: Query, _ context: ViewContext, isForFinished: Bool) {
    (self.query, self.context, self.isForFinished) = (query, context, isForFinished)
  }

  /// It shows groups.
  ///
  /// - Parameter leadsWithToday: see ``Grouping/groups(of:in:_:leadsWithToday:)``.
  package mutating func group(by grouping: Grouping, leadsWithToday: Bool = false) {
    if let keys = GroupKeys(grouping, context, leadsWithToday: leadsWithToday) {
      groups = .keys { keys.key(of: $0) }
    } else {
      groups = grouping == .list ? .lists : .others
    }
  }

  /// All reminders are shown whole, in no order but their own: ``LargeInputListing`` prints them without
  /// holding any.
  package var isEverything: Bool {
    !needsOthers && !needsNumbers && query == .all && isForFinished && fields == nil && order == nil
      && limit == nil
  }

  /// The selection from large inputs; nil if all reminders are needed.
  package var selection: CatalogSelection? {
    guard !needsOthers, !needsNumbers else { return nil }
    let order = order ?? .natural
    guard
      var selection = CatalogSelection(
        query, context, isForFinished: isForFinished, fields: fields?.union(order.fields))
    else { return nil }
    selection.needsParents = needsParents
    selection.needsShortNames = needsShortNames
    selection.counted = counted
    if let limit, order.isOfReminders {
      let best = CatalogSelection.Best(order, limit)
      switch groups {
      case .lists: selection.best = best
      // Of each group it is told how many it has, those that are left out among them.
      case .keys(let key): (selection.best, selection.group) = (best, key)
      case .others: break
      }
    }
    let isWhole = query == .all && isForFinished && selection.best == nil && selection.lines == nil
    return isWhole ? nil : selection
  }
}
