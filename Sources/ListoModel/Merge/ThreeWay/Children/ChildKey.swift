internal import ICalendar

/// What tells a component inside of another from its neighbours.
struct ChildKey: Hashable {
  let name: String
  /// UID (RFC 9074), else X-WR-ALARMUID, else a hash: of an alarm what makes it ring, of any other all of it.
  let value: [UInt8]
  /// Its place among the children of this name and value.
  let ordinal: Int

  /// The components inside, in their order.
  static func all(in component: Component) -> [(key: ChildKey, child: Component)] {
    var counts: [ChildKey: Int] = [:]
    return component.children.map { child in
      let first = content(of: child)
      let ordinal = counts[first, default: 0]
      counts[first] = ordinal + 1
      return (ChildKey(name: first.name, value: first.value, ordinal: ordinal), child)
    }
  }

  /// What tells it from those that are unlike it: the key of the first of its kind.
  static func content(of child: Component) -> ChildKey {
    ChildKey(name: child.name, value: value(child), ordinal: 0)
  }

  private static let ringing: Set<PropertyID> = [
    .action, .trigger, .proximity, .xAppleProximity, .xAppleStructuredLocation, .location,
  ]

  private static func value(_ child: Component) -> [UInt8] {
    for id in [PropertyID.uid, .xWrAlarmuid] {
      if let uid = child.first(id)?.value, !uid.isEmpty { return Array(uid) }
    }
    guard child.kind == .valarm else { return [0] + CanonicalContent(nested: child).digest.bytes }
    let lines = child.properties.filter { ringing.contains($0.id) }.map(CanonicalLine.bytes(of:))
    let places = child.children.map { CanonicalContent(nested: $0).digest.bytes }
    let parts = (lines + places).sorted { $0.lexicographicallyPrecedes($1) }
    return [0] + CanonicalDigest(hashing: Array(parts.joined(separator: [0x0A]))).bytes
  }
}

extension MergeVersion {
  /// A component inside of it, which has its rank.
  func with(_ child: Component) -> MergeVersion {
    MergeVersion(number: number, component: child, rank: rank, isPreferred: isPreferred)
  }
}

extension MergeDecision.Line {
  func inside(_ path: [String]) -> MergeDecision.Line {
    MergeDecision.Line(path: path + self.path, octets: octets)
  }
}

extension FieldDecision {
  func inside(_ path: [String]) -> FieldDecision {
    FieldDecision(
      path: path + self.path, field: field, rule: rule, isConflict: isConflict, chosen: chosen,
      losers: losers.map { Loser(version: $0.version, lines: $0.lines.map { $0.inside(path) }) },
      instead: instead.map { $0.inside(path) })
  }
}
