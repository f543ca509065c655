internal import ICalendar
internal import Synchronization

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
