internal import ICalendar

/// The identity of a component within its list: its name, its UID as exact octets, and the occurrence that it
/// overrides. A component without a UID is identified by its content.
///
/// Of the UID a hash is kept: a key is made of each component of a collection, and there may be many.
struct ItemKey: Hashable, HashedKey {
  private let uid: ByteHash
  private let kind: ComponentKind
  private let rest: Rest

  /// The parts of a key that few components have.
  private indirect enum Rest: Hashable, Sendable {
    /// A master of a kind that has a name of its own.
    case none
    case some(name: String, occurrence: RecurrenceKey)
  }

  /// Nearly all are a UID and no more, and its hash is one already.
  var word: UInt64 {
    if case .none = rest { return uid.word }
    return uid.word ^ UInt64(truncatingIfNeeded: rest.hashValue)
  }

  init(_ component: Component, zones: ZoneTable) {
    let kind = component.kind
    let written = component.first(.uid)?.value ?? []
    uid = ByteHash(written.isEmpty ? Self.uid(of: component)[...] : written)
    self.kind = kind
    let recurrence = component.first(.recurrenceID)
    guard kind == .other || recurrence != nil else {
      rest = .none
      return
    }
    rest = .some(
      name: kind == .other ? component.name : "",
      occurrence: RecurrenceKey(recurrence).resolved(in: zones.zone))
  }

  init(_ item: CalendarItem) { self.init(item.component, zones: item.calendar.zones) }

  /// The octets of the UID, or what stands for one.
  static func uid(of component: Component) -> [UInt8] {
    let written = component.first(.uid)?.value ?? []
    return written.isEmpty ? ContentName(component).bytes : Array(written)
  }
}
