internal import ICalendar

/// What the definition of a zone says apart from its name: two definitions with one clock are the same zone.
struct ZoneClock {
  /// The hash of all offsets from 1970 to 2100.
  let digest: CanonicalDigest
  /// Nil for a definition that cannot be read, which is only equal to itself.
  let zone: Zone?

  init(_ definition: Component) {
    zone = try? Zone(vtimezone: definition)
    digest = zone.map(Self.digest) ?? CanonicalContent(definition.withoutZoneName).digest
  }

  init(_ zone: Zone) { (self.zone, digest) = (zone, Self.digest(zone)) }

  private static func digest(_ zone: Zone) -> CanonicalDigest {
    let words = zone.canonicalOffsets.map { "\($0.instant.seconds) \($0.offset)" }
    return CanonicalDigest(hashing: Array(words.joined(separator: "\n").utf8))
  }

  /// What the name has behind it where another clock keeps it: a hyphen and the first eight digits of the hash.
  var suffix: [UInt8] { Array("-\(digest.description.prefix(8))".utf8) }

  /// The name that a zone of this clock had before it got the ``suffix``; nil for one that has none.
  func originalName(of tzid: String) -> String? {
    let (name, suffix) = (tzid.utf8, suffix)
    guard name.count > suffix.count, name.suffix(suffix.count).elementsEqual(suffix) else { return nil }
    return String(decoding: name.dropLast(suffix.count), as: UTF8.self)
  }

  /// A name may have a ``suffix`` behind it: most show without a clock, for which a definition is worked out, that they have none.
  static func mayBeRenamed(_ tzid: String) -> Bool {
    tzid.utf8.count > 9 && tzid.utf8.suffix(9).first == 0x2D
  }

  /// A name for the zone that does not depend on who else had its name: that which it had before it was renamed, and the hash.
  func identity(named tzid: String) -> String {
    var name = tzid
    while let original = originalName(of: name) { name = original }
    return name + "-\(digest)"
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
