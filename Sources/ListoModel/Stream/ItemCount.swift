internal import ICalendar

/// Counts the items of an input up to two: reminders, events or journals with one UID are one item.
struct ItemCount: Sendable {
  /// The UID of the first item that has one.
  private(set) var firstUID: [UInt8]?
  private var hasNameless = false
  private(set) var isSeveral = false

  mutating func add(_ component: Component) {
    guard !isSeveral else { return }
    if let uid = component.first(.uid)?.value, !uid.isEmpty {
      add(uid: Array(uid))
    } else if [.vtodo, .vevent, .vjournal].contains(component.kind) {
      addNameless()
    }
  }

  /// Adds the items behind these.
  mutating func append(_ next: ItemCount) {
    isSeveral = isSeveral || next.isSeveral
    if let uid = next.firstUID { add(uid: uid) }
    if next.hasNameless { addNameless() }
  }

  /// A file of these items and calendars is a list of its own: it says so, or holds several items or several
  /// calendars. All others belong to the list that is their folder. Each file is decided about by itself, so
  /// that the result does not depend on its neighbours.
  func areListOfTheirOwn(_ calendars: [CalendarContext]) -> Bool {
    calendars.count > 1 || isSeveral || calendars.contains { $0.identifier != nil || $0.title != nil }
  }

  private mutating func add(uid: [UInt8]) {
    if hasNameless || firstUID.map({ $0 != uid }) ?? false { isSeveral = true }
    if firstUID == nil { firstUID = uid }
  }

  private mutating func addNameless() {
    if hasNameless || firstUID != nil { isSeveral = true }
    hasNameless = true
  }
}
