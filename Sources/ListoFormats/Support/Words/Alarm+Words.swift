internal import ICalendar
package import ListoModel

extension Alarm {
  /// When it rings, for people: `15 minutes before it starts`, `when it is due`, `on arriving at Parcel
  /// locker`; nil for one at a time, for Apple's "none", and for one whose trigger cannot be read.
  package var words: String? {
    if let proximity { return words(of: proximity) }
    guard case .relative(let duration)? = trigger else { return nil }
    let event = isRelatedToEnd ? "it is due" : "it starts"
    let length = Self.length(duration)
    guard !length.isEmpty else { return "when \(event)" }
    return "\(length) \(duration.isNegative ? "before" : "after") \(event)"
  }

  private func words(of proximity: String) -> String {
    switch proximity {
    case "ARRIVE": "on arriving" + (place.map { " at \($0)" } ?? "")
    case "DEPART": "on leaving" + (place.map { " \($0)" } ?? "")
    case "CONNECT": "on getting into the car"
    case "DISCONNECT": "on getting out of the car"
    default: ([proximity.lowercased()] + (place.map { [$0] } ?? [])).joined(separator: " ")
    }
  }

  /// The title of the place, or the address in it.
  private var place: String? {
    guard let location = component.first(.xAppleStructuredLocation) else { return nil }
    return (location.parameter("X-TITLE") ?? location.parameter("X-ADDRESS"))?.value
  }

  /// `1 hour 30 minutes`; empty for no time at all.
  private static func length(_ duration: CalendarDuration) -> String {
    let parts = [
      (duration.weeks, "week"), (duration.days, "day"), (duration.hours, "hour"),
      (duration.minutes, "minute"), (duration.seconds, "second"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " ")
  }
}
