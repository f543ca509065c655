/// Days of the week and months as English pages, messages and HTTP (RFC 9110 §5.6.7) write them.
package enum EnglishNames {
  /// `Jan` to `Dec`.
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The name of a month, 1 to 12; the number of any other.
  package static func name(month: Int) -> String {
    months.indices.contains(month - 1) ? months[month - 1] : "month \(month)"
  }

  /// `Sun` to `Sat`.
  package static func name(_ weekday: Weekday) -> String {
    switch weekday {
    case .sunday: "Sun"
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    }
  }
}
