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

  /// The kind for a name.
  init(nameBytes name: [UInt8]) {
    self.init(name.span, 0, name.count)
  }

  /// The kind for a name, in any case.
  package init(name: String) {
    self.init(nameBytes: Array(name.utf8))
  }

  /// A `BEGIN` of this kind ends a component of the other that is open: neither stands in the other.
  package func ends(_ other: ComponentKind) -> Bool { group != nil && group == other.group }

  /// Components that never stand inside one of the same group, so that the `BEGIN` of one ends another left
  /// open.
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

  /// True for an alarm and for a part of a zone, which cannot stand in a calendar itself (RFC 5545 §3.6).
  package var isPart: Bool { group == .zonePart || group == .alarm }

  /// Adds a byte of a `BEGIN` or `END` line's value to the name as it is compared: without folds and white
  /// space, ASCII letters in upper case.
  @inline(__always)
  static func append(_ byte: UInt8, toName name: inout [UInt8]) {
    guard byte != 0x20 && byte != 0x09 && byte != 0x0D && byte != 0x0A else { return }
    name.append(byte.upper)
  }
}

/// The name of a component in a BEGIN or END line.
struct ComponentName {
  let kind: ComponentKind
  /// The name, unfolded, without white space, in upper case, where `kind` does not say it.
  let other: [UInt8]

  @inline(__always)
  init(_ line: LineEnds.Extent, _ nameLength: Int, _ bytes: Span<UInt8>) {
    let start = line.start + nameLength
    // The usual line: a colon, the name, the end.
    if bytes[start] == 0x3A {
      let kind = ComponentKind(bytes, start + 1, line.contentEnd)
      if kind != .other {
        (self.kind, other) = (kind, [])
        return
      }
    }
    let name = Self.read(line, start, bytes)
    kind = ComponentKind(name.span, 0, name.count)
    other = kind == .other ? name : []
  }

  private static func read(_ line: LineEnds.Extent, _ start: Int, _ bytes: Span<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    var index = start
    while index < line.contentEnd, bytes[index] != 0x3A { index += 1 }
    index += 1
    while index < line.contentEnd {
      ComponentKind.append(bytes[index], toName: &name)
      index += 1
    }
    return name
  }

  /// As a message may show it.
  var text: String { kind == .other ? Self.text(other) : kind.name }

  static func text(_ name: [UInt8]) -> String { String(decoding: name.prefix(40), as: UTF8.self) }
}
