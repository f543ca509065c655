internal import ListoRepairs

extension Profile {
  /// The server that calls itself so, in the header Server; ``Profile/caldav`` where that names none that is known.
  ///
  /// - Complexity: linear in the name.
  init(server name: String) {
    let name = name.lowercased()
    let servers: [Profile] = [.radicale, .xandikos, .cyrus, .davical, .nextcloud, .sabre]
    self = servers.first { name.contains($0.rawValue) } ?? .caldav
  }

  /// What can be done about an item that a server did not take, a line each; none where its rules find nothing.
  ///
  /// - Parameter item: a VCALENDAR of one UID.
  func proposals(for item: [UInt8]) -> [String] {
    let repair = repairs(of: item, for: self, isLossy: true)
    let found = (repair.repaired + repair.remaining).map { "line \($0.line): \($0.message)" }
    guard !repair.repaired.isEmpty else { return found }
    let lossy = repair.repaired.contains { $0.kind == .lossy } ? " --lossy" : ""
    return found + ["listo check --for \(rawValue) --fix\(lossy) --in-place mends it here; then sync again"]
  }
}
