internal import ICalendar

/// The identity of a zone: the clock that its definition shows. Two definitions with the same clock are the
/// same zone, even if their names differ.
///
/// Clocks are compared from 2000 to 2100, a fixed window: that they agree in it is an equivalence, and real
/// definitions of one zone begin in 1970, 1981 or 1996. Each component is asked by itself about the times
/// before the window: see ``ZoneMeaning``.
struct ZoneIdentity {
  /// 2000-01-01T00:00:00Z.
  static let window = Instant(seconds: 946_684_800)

  /// The hash of all offsets from 2000 to 2100.
  let digest: CanonicalDigest
  /// Nil for a definition that cannot be read, which is only equal to itself.
  let zone: Zone?

  init(_ definition: Component) {
    zone = try? Zone(vtimezone: definition)
    digest =
      zone.map { Self.digest($0.offsets(from: Self.window)) }
      ?? ContentName(definition.withoutZoneName).digest
  }

  /// The hash of everything that its clock shows, or of the definition where it cannot be read.
  var wholeDigest: CanonicalDigest { zone.map { Self.digest($0.allOffsets) } ?? digest }

  static func digest(_ offsets: [Zone.OffsetChange]) -> CanonicalDigest {
    let words = offsets.map { "\($0.instant.seconds) \($0.offset)" }
    return CanonicalDigest(hashing: Array(words.joined(separator: "\n").utf8))
  }

  /// The suffix of the name when another clock keeps the name: a hyphen and the first eight digits of the
  /// hash.
  var suffix: String { Self.suffix(digest) }
  /// The same where a definition with this clock keeps it that says something else of times outside of the
  /// window.
  var wholeSuffix: String { Self.suffix(wholeDigest) }

  static func suffix(_ digest: CanonicalDigest) -> String { "-\(digest.description.prefix(8))" }

  /// The name that a zone of this clock had before it got one of the suffixes; nil for one that has none.
  func originalName(of tzid: String) -> String? {
    guard Self.mayBeRenamed(tzid), tzid.hasSuffix(suffix) || tzid.hasSuffix(wholeSuffix) else { return nil }
    return String(tzid.dropLast(9))
  }

  /// A name may have a suffix behind it: most show without a clock, for which a definition is worked out,
  /// that they have none.
  static func mayBeRenamed(_ tzid: String) -> Bool {
    let end = tzid.utf8.suffix(9)
    return tzid.utf8.count > 9 && end.first == 0x2D
      && end.dropFirst().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The name without all that may be suffixes.
  static func bareName(_ tzid: String) -> String {
    var name = tzid
    while mayBeRenamed(name) { name = String(name.dropLast(9)) }
    return name
  }
}

extension Component {
  /// A VTIMEZONE without what it is called.
  var withoutZoneName: Component {
    var nameless = self
    nameless.set(.tzid, value: [])
    return nameless
  }
}
