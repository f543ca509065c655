public import ICalendar

extension Moment {
  /// Reads ISO 8601, and RFC 9557 with a zone in brackets: `2026-12-01T09:00[Europe/Berlin]`.
  ///
  /// - Parameter text: in capitals except for the zone's name.
  /// - Throws: ``WordsError/ZoneProblem`` if only the zone is wrong. Other texts give nil.
  public init?(written text: String) throws(WordsError.ZoneProblem) {
    guard let bracket = text.firstIndex(of: "[") else {
      self.init(iso: text)
      return
    }
    let (written, tags) = (String(text[..<bracket]), text[bracket...])
    let zone = try Self.zone(in: tags)
    if let local = LocalDateTime(iso: written) {
      self = zone.map { .zoned(local, tzid: $0.name) } ?? .floating(local)
      return
    }
    guard let instant = Instant(iso: written) else { throw .noDateAndTime }
    // Z says nothing about the zone's own clock (RFC 9557 §2.2); an offset has to be what the zone has
    // (§3.4).
    if !written.hasSuffix("Z"), let zone, let local = LocalDateTime(iso: Self.withoutOffset(written)),
      zone.zone.local(of: instant) != local
    {
      throw .wrongOffset(zone.name)
    }
    self = .utc(instant.utc)
  }

  private static func withoutOffset(_ text: String) -> String {
    // The date's own hyphens stand before the T.
    guard let start = text.firstIndex(of: "T"),
      let sign = text[start...].firstIndex(where: { $0 == "+" || $0 == "-" })
    else { return text }
    return String(text[..<sign])
  }

  /// The zone that the suffix of RFC 9557 names: `[Europe/Berlin]`, and further tags such as
  /// `[u-ca=gregory]`, which must not be critical.
  private static func zone(
    in tags: Substring
  ) throws(WordsError.ZoneProblem) -> (name: String, zone: Zone)? {
    var found: (name: String, zone: Zone)?
    var rest = tags
    while !rest.isEmpty {
      guard rest.first == "[", let end = rest.firstIndex(of: "]") else { throw .noBracket }
      var tag = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      let isCritical = tag.first == "!"
      if isCritical { tag = tag.dropFirst() }
      if tag.contains("=") {
        guard !isCritical else { throw .critical(String(tag)) }
        continue
      }
      guard found == nil else { throw .two }
      guard let zone = Zone.resolve(tzid: String(tag))?.zone else { throw .unknown(String(tag)) }
      found = (String(tag), zone)
    }
    return found
  }
}
