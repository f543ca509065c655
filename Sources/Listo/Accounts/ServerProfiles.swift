internal import ListoRepairs

/// Whose rules say what a server may have had against an item.
struct ServerProfiles: Sendable {
  /// The one that the server is; where it does not say, as most do not, all that are known.
  let profiles: [Profile]

  private static let servers: [Profile] = [
    .caldav, .radicale, .xandikos, .cyrus, .sabre, .davical, .nextcloud,
  ]

  /// - Parameter name: what the server calls itself in the header Server; empty for nothing.
  init(server name: String) {
    let name = name.lowercased()
    profiles = Self.servers.first { name.contains($0.rawValue) }.map { [$0] } ?? Self.servers
  }

  /// The proposals for an item that the server did not accept, one a line; empty if the server's rules find
  /// nothing.
  ///
  /// - Parameter item: a VCALENDAR of one UID.
  func proposals(for item: [UInt8]) -> [String] {
    let repair = CalendarRepair(item, for: profiles, isLossy: true)
    let found = (repair.repaired + repair.remaining).map { "line \($0.line): \($0.message)" }
    guard !repair.repaired.isEmpty else { return found }
    let names = profiles.map(\.rawValue).joined(separator: ",")
    let lossy = repair.repaired.contains { $0.kind == .lossy } ? " --lossy" : ""
    return found + ["to repair: listo check --for \(names) --fix\(lossy) --in-place; then sync again"]
  }
}
