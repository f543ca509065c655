/// The reminders that a list shows, in order, the parent of each, and how many are in which state. One walk
/// over the lines of each tells all of that.
package struct ListedReminders: Sendable {
  /// Those that are counted, by their states.
  package private(set) var counts = ReminderCounts()
  /// The indices of those that are shown, in order.
  package private(set) var order: [Int] = []
  /// The parent of each reminder of the list: ``Hierarchy/parents(of:on:)``; empty where none is part of
  /// another, or none is shown.
  package private(set) var parents: [Int?] = []

  /// The results for some reminders that are side by side.
  private struct Share: Sendable {
    var counts = ReminderCounts()
    var shown: [Int] = []
    /// Of what is shown.
    var values: SortValues
    var links: [Hierarchy.PlacedLink] = []
  }

  /// - Parameters:
  ///   - reminders: those of the list.
  ///   - pipeline: what spreads the work over threads.
  ///   - isCounted: told of each index; called on any thread.
  ///   - isShown: told of what is counted, and whether it is open; called on any thread.
  /// - Complexity: O(n log n) in the list.
  package init(
    _ reminders: [Reminder], by order: SortOrder, _ context: ViewContext, on pipeline: any Pipeline,
    counting isCounted: @escaping @Sendable (_ index: Int) -> Bool,
    showing isShown: @escaping @Sendable (_ index: Int, _ isOpen: Bool) -> Bool
  ) {
    let parts = order.firstParts
    var all = Share(values: SortValues(of: parts))
    // As an array grows it takes twice as much; what is not used of this takes nothing.
    all.shown.reserveCapacity(reminders.count)
    all.values.reserveCapacity(reminders.count)
    pipeline.inShares(of: reminders.indices) { indices in
      var share = Share(values: SortValues(of: parts))
      PlacedReminder.forEach(of: reminders, indices) { index, reminder in
        if let link = ParentLink(reminder) { share.links.append(.init(index: index, link: link)) }
        guard isCounted(index) else { return }
        let state = ReminderCounts.State(reminder, context)
        share.counts.count(state)
        guard isShown(index, state.isOpen) else { return }
        share.shown.append(index)
        share.values.append(parts, reminder, index, nil, context, state: state)
      }
      return share
    } consume: { share in
      all.counts = all.counts + share.counts
      all.shown += share.shown
      all.values.append(share.values)
      all.links += share.links
    }
    counts = all.counts
    guard !all.shown.isEmpty else { return }
    self.order = order.sorted(all.shown, of: reminders, all.values, context, on: pipeline)
    if !all.links.isEmpty { parents = Hierarchy.parents(of: reminders, all.links, on: pipeline) }
  }
}
