/// How long ago something was fetched, for people.
struct PublishedAge {
  /// Below zero where the clock was put back.
  let seconds: Int64

  /// `3 hours ago`.
  var words: String {
    switch seconds {
    case ..<0: "earlier, by a clock that was ahead of this one"
    case ..<60: "less than a minute ago"
    case ..<3600: Self.count(seconds / 60, "minute")
    case ..<86_400: Self.count(seconds / 3600, "hour")
    default: Self.count(seconds / 86_400, "day")
    }
  }

  private static func count(_ number: Int64, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s") ago"
  }
}
