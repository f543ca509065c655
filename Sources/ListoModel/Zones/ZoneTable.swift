public import ICalendar
internal import Synchronization

/// The time zones that one calendar defines, resolved when they are first asked for.
///
/// A TZID is looked up in the calendar's VTIMEZONEs, then in the system's tzdata: by its name, without a
/// vendor's prefix, as a Windows name.
public final class ZoneTable: Sendable {
  /// The VTIMEZONE components by TZID; of two with one TZID the first.
  public let definitions: [String: Component]
  private let cache: ZoneCache
  private let resolved = Mutex<[String: Zone?]>([:])

  /// - Parameter cache: shared by calendars that are likely to define the same zones.
  public init(_ components: [Component], cache: ZoneCache = ZoneCache()) {
    var definitions: [String: Component] = [:]
    for component in components {
      guard let tzid = component.first(.tzid)?.text, definitions[tzid] == nil else { continue }
      definitions[tzid] = component
    }
    self.definitions = definitions
    self.cache = cache
  }

  /// The table of a calendar that defines none.
  public static let empty = ZoneTable([])

  /// The TZIDs that were asked for and that nothing defines, in the order of their names: their times were
  /// taken for local ones.
  package var unknownNames: [String] {
    resolved.withLock { names in names.filter { $0.value == nil }.keys.sorted() }
  }

  /// The zone that a TZID names in this calendar; nil where neither the calendar nor the system knows it.
  public func zone(_ tzid: String) -> Zone? {
    if let known = resolved.withLock({ $0[tzid] }) { return known }
    let zone = definitions[tzid].flatMap(cache.zone) ?? Zone.resolve(tzid: tzid)?.zone
    resolved.withLock { $0[tzid] = .some(zone) }
    return zone
  }
}

/// Zones by the bytes of their VTIMEZONE: the files of a folder define the same few again and again, and to
/// expand one takes 0.1 ms.
public final class ZoneCache: Sendable {
  private let zones = Mutex<[ArraySlice<UInt8>: Result<Zone, ValueError>]>([:])

  /// No zone is known yet.
  public init() {}

  /// The zone that a VTIMEZONE defines; nil where it cannot be read.
  func zone(_ component: Component) -> Zone? { try? result(component).get() }

  /// The zone that a VTIMEZONE defines, or what is wrong with it.
  func result(_ component: Component) -> Result<Zone, ValueError> {
    let bytes = component.bytes
    if let known = zones.withLock({ $0[bytes] }) { return known }
    let result = Result { () throws(ValueError) in try Zone(vtimezone: component) }
    zones.withLock { $0[bytes] = result }
    return result
  }
}
