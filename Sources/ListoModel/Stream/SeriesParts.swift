package import ICalendar

/// The series of a collection whose current occurrence may be another than their first (``SeriesLines``),
/// each with its overrides, which may stand in another file of the list.
package struct SeriesParts: Sendable {
  /// A UID, by the raw octets of its line, in a list.
  package struct Key: Hashable, Sendable {
    private let source: String
    private let list: ModelIdentifier.Name
    package let uid: [UInt8]

    fileprivate init(_ component: Component, in calendar: Survey.Calendar) {
      (source, list) = (calendar.place.source.identifier, calendar.list)
      uid = Array(component.rawUID)
    }
  }

  /// The components of one UID in a list.
  package struct Parts: Sendable {
    package let place: Query.Place
    /// The first component without RECURRENCE-ID.
    package fileprivate(set) var master: Reminder?
    package fileprivate(set) var overrides: [Reminder] = []

    /// Nil where there is no master, or it does not repeat.
    package var series: ReminderSeries? { master.flatMap { ReminderSeries($0, overrides: overrides) } }
  }

  private let overridden: Set<[UInt8]>
  package private(set) var all: [Key: Parts] = [:]

  /// - Parameter surveys: the surveys of all inputs.
  package init(_ surveys: [Survey]) {
    self.init(overridden: surveys.reduce(into: []) { $0.formUnion($1.overriddenUIDs) })
  }

  /// - Parameter overridden: the UIDs, as raw octets, of all overrides.
  init(overridden: Set<[UInt8]>) { self.overridden = overridden }

  /// Learns of series, in a pass over all inputs.
  package mutating func learn(_ batch: SurveyedBatch) {
    batch.forEach { item, calendar, _ in
      guard case .component(let component) = item, component.kind == .vtodo, let calendar else { return }
      learn(component, in: calendar)
    }
  }

  /// Learns of one component, in the order of the inputs.
  mutating func learn(_ component: Component, in calendar: Survey.Calendar) {
    let isOverride = component.first(.recurrenceID) != nil
    let isPart = isOverride || overridden.contains(Array(component.rawUID))
    guard isPart || SeriesLines.areIn(component) else { return }
    let reminder = Reminder(component.detached(), in: calendar.context)
    let key = Key(component, in: calendar)
    var parts = all[key] ?? Parts(place: calendar.place)
    if isOverride {
      parts.overrides.append(reminder)
    } else if parts.master == nil {
      parts.master = reminder
    }
    all[key] = parts
  }

  /// The keys in the order of UIDs, so that what is said of them does not depend on hashes.
  package var keys: [Key] { all.keys.sorted { $0.uid.lexicographicallyPrecedes($1.uid) } }

  /// The series that a component is part of; nil for none. A second holder of a master's UID is part of none.
  package func key(of component: Component, in calendar: Survey.Calendar) -> Key? {
    guard !all.isEmpty else { return nil }
    let key = Key(component, in: calendar)
    guard let parts = all[key] else { return nil }
    let isPart =
      component.first(.recurrenceID) != nil
      || parts.master.map { $0.component.bytes.elementsEqual(component.bytes) } ?? false
    return isPart ? key : nil
  }
}
