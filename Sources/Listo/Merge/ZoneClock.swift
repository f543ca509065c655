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

  /// A name for the zone that does not depend on who else had its name: that which it had before it was renamed, and the hash.
  func identity(named tzid: String) -> String {
    var name = Array(tzid.utf8)[...]
    while name.count > suffix.count, name.suffix(suffix.count).elementsEqual(suffix) {
      name = name.dropLast(suffix.count)
    }
    return String(decoding: name, as: UTF8.self) + "-\(digest)"
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
