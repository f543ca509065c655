internal import ICalendar

/// What names a component within its list: its name, its UID as exact octets, and the occurrence that it overrides. One without a UID
/// is named by what it says.
///
/// Of the UID a hash is kept: a key is made of each component of a collection, and there may be many.
struct ItemKey: Hashable, HashedKey {
  /// Of the octets of the UID, or of what stands for one.
  let uid: ByteHash
  private let kind: ComponentKind
  private let rest: Rest

  /// What few components have.
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

  init(_ component: Component, zones: ZoneTable) { self = Self(component).resolved(in: zones) }

  /// The same as it is written: a time of the component in a zone has yet to be looked up.
  init(_ component: Component) {
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
      occurrence: RecurrenceKey(recurrence))
  }

  private init(uid: ByteHash, kind: ComponentKind, rest: Rest) {
    (self.uid, self.kind, self.rest) = (uid, kind, rest)
  }

  /// With the zone of the occurrence looked up.
  func resolved(in zones: ZoneTable) -> ItemKey {
    guard case .some(let name, let occurrence) = rest else { return self }
    return ItemKey(
      uid: uid, kind: kind, rest: .some(name: name, occurrence: occurrence.resolved(in: zones.zone)))
  }

  init(_ item: CalendarItem) { self.init(item.component, zones: item.calendar.zones) }

  /// The octets of the UID, or what stands for one.
  static func uid(of component: Component) -> [UInt8] {
    let written = component.first(.uid)?.value ?? []
    return written.isEmpty ? ContentName(component).bytes : Array(written)
  }
}
