internal import Listo

/// A date or time on the command line.
enum DateArgument {
  /// `2026-12-01`, which is its midnight, `2026-12-01T09:00:00` (in the viewer's zone), the same with `Z` or an offset; nil for anything
  /// else.
  static func instant(_ text: String, in zone: Zone) -> Instant? {
    if let day = Day(iso: text) { return zone.instant(of: LocalDateTime(startOf: day)) }
    if let local = LocalDateTime(iso: text) { return zone.instant(of: local) }
    return Instant(iso: text)
  }
}
