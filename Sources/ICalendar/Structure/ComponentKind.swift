/// The components that Listo knows by name (RFC 5545 §3.6, RFC 7953, RFC 9073 §7).
public enum ComponentKind: UInt8, Sendable, CaseIterable, Hashable {
  case other = 0
  case vcalendar, vevent, vtodo, vjournal, vfreebusy, vtimezone, standard, daylight, valarm
  case vavailability, available, participant, vlocation, vresource

  /// The name as it is written after `BEGIN:`; empty for ``other``.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { $0 == .other ? "" : "\($0)".uppercased() }

  /// The kinds whose names have so many letters.
  private static let byLength: [[(kind: ComponentKind, name: [UInt8])]] = (0...16).map { length in
    allCases.filter { $0 != .other && $0.name.utf8.count == length }.map { ($0, Array($0.name.utf8)) }
  }

  /// The kind for the name in these bytes, in any case.
  @inline(__always)
  init(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    self = .other
    guard end - start < Self.byLength.count, end > start else { return }
    for candidate in Self.byLength[end - start] {
      var index = 0
      while index < candidate.name.count, bytes[start + index] & 0xDF == candidate.name[index] { index += 1 }
      if index == candidate.name.count {
        self = candidate.kind
        return
      }
    }
  }

  /// A component that never stands inside another of this group, so that its `BEGIN` ends one left open.
  var standsAlone: Bool {
    switch self {
    case .vcalendar, .vevent, .vtodo, .vjournal, .vfreebusy, .vtimezone: true
    default: false
    }
  }
}
