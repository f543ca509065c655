/// A day of the week, Sunday first as in RFC 5545's list.
public enum Weekday: String, Sendable, Hashable, CaseIterable {
  case sunday = "SU"
  case monday = "MO"
  case tuesday = "TU"
  case wednesday = "WE"
  case thursday = "TH"
  case friday = "FR"
  case
    saturday = "SA"
}

extension Weekday {
  /// From 0 to 6: how many days it is behind another, which is its place in a week that begins with that.
  package func days(since other: Weekday) -> Int {
    func index(_ weekday: Weekday) -> Int { Self.allCases.firstIndex(of: weekday) ?? 0 }
    return (index(self) - index(other) + 7) % 7
  }
}
