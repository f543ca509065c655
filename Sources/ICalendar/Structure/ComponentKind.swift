/// The components that Listo knows by name (RFC 5545 §3.6, RFC 7953, RFC 9073 §7).
public enum ComponentKind: UInt8, Sendable, CaseIterable, Hashable {
  case other = 0
  case vcalendar, vevent, vtodo, vjournal, vfreebusy, vtimezone, standard, daylight, valarm
  case vavailability, available, participant, vlocation, vresource

  /// The name as it is written after `BEGIN:`; empty for ``other``.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { $0 == .other ? "" : "\($0)".uppercased() }

  private static let byName: [[UInt8]: ComponentKind] = Dictionary(
    uniqueKeysWithValues: allCases.dropFirst().map { (Array($0.name.utf8), $0) })

  /// The kind for a name in upper case.
  init(upperCaseName name: [UInt8]) {
    self = Self.byName[name] ?? .other
  }

  /// Components that never stand inside one of the same group, so that the `BEGIN` of one ends another left open.
  enum Group { case top, zonePart, alarm, available }

  var group: Group? {
    switch self {
    case .vcalendar, .vevent, .vtodo, .vjournal, .vfreebusy, .vtimezone, .vavailability: .top
    case .standard, .daylight: .zonePart
    case .valarm: .alarm
    case .available: .available
    case .other, .participant, .vlocation, .vresource: nil
    }
  }

  /// Adds a byte of a `BEGIN` or `END` line's value to the name as it is compared: without folds and white space, ASCII
  /// letters in upper case.
  @inline(__always)
  static func append(_ byte: UInt8, toName name: inout [UInt8]) {
    guard byte != 0x20 && byte != 0x09 && byte != 0x0D && byte != 0x0A else { return }
    name.append(byte >= 0x61 && byte <= 0x7A ? byte & 0xDF : byte)
  }
}
