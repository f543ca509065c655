internal import Listo

/// A date or time on the command line.
enum DateArgument {
  /// `2026-12-01`, which is its midnight, `2026-12-01T09:00:00` (in the viewer's zone), the same with `Z`, an
  /// offset or a zone in brackets; nil for anything else.
  static func instant(_ text: String, in zone: Zone) -> Instant? {
    guard let moment = try? Moment(written: text) else { return nil }
    return ViewContext(now: Instant(seconds: 0), zone: zone).instant(of: moment, zones: .empty)
  }
}
