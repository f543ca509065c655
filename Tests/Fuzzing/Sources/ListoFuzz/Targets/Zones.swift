@testable import ICalendar

/// A zone from any bytes is one whose clock goes on: changes in order, and a wall clock that leads back. The
/// first byte says whether the rest is a VTIMEZONE, a file of the system's time zone data, the rule at its
/// end, or the name of a zone.
@Sendable func fuzzZones(_ input: [UInt8]) {
  let rest = input.dropFirst()
  switch (input.first ?? 0) % 8 {
  case 0: if let zone = TZif.zone(name: "Z", Array(rest)) { examine(zone) }
  case 1:
    if let rule = POSIXZone(rest) {
      examine(Zone(name: "Z", initialOffset: 0, initialAbbreviation: "", changes: rule.changes(after: nil)))
    }
  case 2: if let found = Zone.resolve(tzid: String(decoding: rest, as: UTF8.self)) { examine(found.zone) }
  default:
    for component in components(items(Array(rest))) where component.kind == .vtimezone {
      if let zone = try? Zone(vtimezone: component) { examine(zone) }
    }
  }
}

private func examine(_ zone: Zone) {
  expect(zone.equivalentOffsets(to: zone), "a zone is not itself")
  var last = Int64.min
  for transition in zone.transitions {
    let seconds = transition.instant.seconds
    expect(seconds > last, "changes are not in the order of time")
    last = seconds
    for moment in [seconds - 1, seconds, seconds + 1] {
      let instant = Instant(seconds: moment)
      let local = zone.local(of: instant)
      let back = zone.instant(of: local)
      // A wall clock that comes twice is its first time; it is the same wall clock.
      expect(
        back <= instant || zone.local(of: back) != local, "a wall clock leads beyond its instant", "\(local)")
    }
    _ = zone.abbreviation(at: transition.instant)
  }
}
