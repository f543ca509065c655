extension Zone {
  /// Returns the zone that a person means by a name, such as `Europe/Berlin`, `europe/berlin` or
  /// `W. Europe Standard Time`; nil if no zone has it.
  public static func named(_ name: String) -> Zone? { resolve(tzid: name)?.zone }
}

extension Zone {
  /// The way in which a TZID was resolved.
  public enum Origin: String, Sendable, CaseIterable {
    /// A VTIMEZONE of the file.
    case file
    /// A name of the system's time zone data.
    case system
    /// A system name after a vendor's prefix.
    case vendor
    /// A Windows name.
    case windows
  }

  /// A zone and the way in which it was found.
  public struct Resolution: Sendable {
    /// The zone that the TZID means.
    public let zone: Zone
    /// The way in which the TZID was resolved.
    public let origin: Origin
  }

  /// Resolves a TZID. It is looked up in this order:
  /// - a VTIMEZONE of the file;
  /// - the exact name in the system's time zone data;
  /// - that name after a vendor's prefix (`/freeassociation.sourceforge.net/Europe/Berlin`,
  ///   `/mozilla.org/20050126_1/Europe/Berlin`);
  /// - a Windows name (`W. Europe Standard Time`), also numbered as by Outlook (`W. Europe Standard Time 1`)
  ///   or as Outlook displays it (`(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`);
  /// - a system name in another case or with blanks (`europe/berlin`, `America/New York`).
  ///
  /// RFC 5545 §3.2.19 reserves names with a leading slash for registries, which were never set up. Such names
  /// are split for the look-up only and stay unchanged in the file.
  ///
  /// - Parameter inFile: the zone that a VTIMEZONE of the file defines under a TZID.
  /// - Returns: `nil` for a TZID that matches none of these, such as `Customized Time Zone 1`.
  public static func resolve(tzid: String, inFile: (String) -> Zone? = { _ in nil }) -> Resolution? {
    if let zone = inFile(tzid) { return Resolution(zone: zone, origin: .file) }
    if let zone = system(named: tzid) { return Resolution(zone: zone, origin: .system) }
    if let zone = withoutVendor(tzid) { return Resolution(zone: zone, origin: .vendor) }
    guard tzid.utf8.count <= 200 else { return nil }
    if let name = windowsName(of: tzid).flatMap({ windowsZones[$0] }), let zone = system(named: name) {
      return Resolution(zone: zone, origin: .windows)
    }
    return looselyNamed(tzid).map { Resolution(zone: $0, origin: .system) }
  }

  /// The name in the table of Windows for a TZID that programs of Microsoft write.
  private static func windowsName(of tzid: String) -> String? {
    if windowsZones[tzid] != nil { return tzid }
    if tzid == "tzone://Microsoft/Utc" { return "UTC" }
    if let name = windowsName(displayed: tzid) { return name }
    // Outlook numbers zones of one name in a file.
    guard let space = tzid.lastIndex(of: " ") else { return nil }
    let number = tzid[tzid.index(after: space)...]
    guard (1...3).contains(number.utf8.count), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let name = String(tzid[..<space])
    return windowsZones[name] == nil ? nil : name
  }

  /// The system's names by their small letters.
  private static let namesInSmallLetters = Dictionary(
    systemNames.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)

  /// A name of the system's in another case, with blanks around it, or in the place of its underscores.
  private static func looselyNamed(_ tzid: String) -> Zone? {
    let words = tzid.split(separator: " ")
    guard !words.isEmpty else { return nil }
    return namesInSmallLetters[words.joined(separator: "_").lowercased()].flatMap(system(named:))
  }

  /// The zone of the longest end of a TZID that is a known name of at least area and city, or is `UTC` or
  /// `GMT`. The TZID has to begin with a slash or a vendor's domain.
  private static func withoutVendor(_ tzid: String) -> Zone? {
    let segments = tzid.split(separator: "/", maxSplits: 16, omittingEmptySubsequences: false)
    guard segments.count >= 3, tzid.utf8.count <= 200, segments[0].isEmpty || segments[0].contains("."),
      segments.dropFirst().allSatisfy({ !$0.isEmpty }), segments.allSatisfy({ $0.first != "." })
    else { return nil }
    for start in 1..<segments.count {
      let isSingle = start == segments.count - 1
      if isSingle, segments[start] != "UTC", segments[start] != "GMT" { return nil }
      if let zone = system(named: segments[start...].joined(separator: "/")) { return zone }
    }
    return nil
  }
}
