internal import ICalendar
package import ListoModel

extension Catalog {
  /// The sources and their lists, with identifiers and counts, as `listo calendars --json` prints them.
  ///
  ///     {"listo":"calendars","version":1,"sources":[{"id":…,"title":…,"kind":…,"lists":[
  ///       {"id":…,"title":…,"color":…,"description":…,"order":…,"allowsModification":true,"place":…,
  ///        "counts":{"reminders":12,"open":5,"overdue":1,"completed":6,"cancelled":1,"VEVENT":3}}]}]}
  ///
  /// `open` counts reminders that are neither completed nor cancelled, `overdue` those of them due before
  /// `context.now`. Other components are counted by name. Keys whose value is not known are absent.
  ///
  /// - Complexity: linear in the catalog.
  package func json(in context: ViewContext) -> JSONValue {
    .object(present: [
      "listo": "calendars", "version": 1,
      "sources": .array(
        sources.map { node in
          .object(present: [
            "id": .string(node.identifier.description), "title": .string(node.source.title),
            "kind": .string(node.source.kind.rawValue),
            "lists": .array(node.lists.map { $0.json(in: context) }),
          ])
        }),
    ])
  }
}

extension Catalog.ListNode {
  func json(in context: ViewContext) -> JSONValue {
    .object(present: [
      "id": .string(identifier.description), "title": .string(list.title),
      "color": list.color.map { .string($0.description) }, "description": list.summary.map { .string($0) },
      "order": list.order.map { .number($0) }, "allowsModification": .bool(list.allowsModification),
      "place": .string(place), "counts": counts(in: context),
    ])
  }

  private func counts(in context: ViewContext) -> JSONValue {
    var (open, overdue, completed, cancelled) = (0, 0, 0, 0)
    for reminder in reminders {
      if reminder.isOpen { open += 1 }
      if reminder.isOverdue(in: context) { overdue += 1 }
      switch reminder.status {
      case .completed: completed += 1
      case .cancelled: cancelled += 1
      default: break
      }
    }
    let own = [
      ("reminders", reminders.count), ("open", open), ("overdue", overdue), ("completed", completed),
      ("cancelled", cancelled),
    ]
    let all = own + others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return .object(all.map { JSONValue.Member(key: $0.0, value: .number($0.1)) })
  }
}
