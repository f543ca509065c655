package import ICalendar

/// By what a collection is taken apart. Each component goes to one part, but by ``origin``: to each that it
/// came from.
package enum SplitWay: String, Sendable, Hashable, CaseIterable {
  /// Its list.
  case list
  /// The source of its list.
  case source
  /// The first of its categories.
  case tag
  /// Its UID: a master and its overrides are one part.
  case uid
  /// The year in which it is due, else begins, else was done, else was made, as it is written.
  case year
  /// The input of a merge that it came from (``ComponentOrigin``).
  case origin

  /// Overrides stay with their master by every way; by these, subtasks stay with what they are a part of,
  /// too.
  var keepsFamilies: Bool { self == .tag || self == .year }

  /// The part's name where a component does not say it.
  var lacking: String {
    switch self {
    case .tag: "untagged"
    case .year: "undated"
    case .origin: "unknown"
    case .list, .source, .uid: ""
    }
  }

  /// The label that a component gives by its properties; nil where it gives none.
  func label(of component: Component) -> String? {
    switch self {
    case .tag: component.all(.categories).lazy.flatMap(\.texts).first
    case .year: Self.year(of: component)
    case .list, .source, .uid, .origin: nil
    }
  }

  private static func year(of component: Component) -> String? {
    for id in [PropertyID.due, .dtstart, .completed, .created] {
      guard let moment = component.first(id).flatMap({ try? $0.moment() }) else { continue }
      let day: Day =
        switch moment {
        case .date(let day): day
        case .floating(let local), .utc(let local), .zoned(let local, _): local.day
        }
      let digits = String(day.year)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    return nil
  }
}

/// The origin of a component of a merged collection: a line for each input that had it
/// (``MergeOptions/keepsOrigin``). A split by origin restores the inputs.
package enum ComponentOrigin {
  /// `X-LISTO-ORIGIN:laptop.ics`; the value is TEXT.
  public static let propertyName = MergeOrigins.name

  /// The inputs that a component says it came from, in its order.
  public static func names(of component: Component) -> [String] {
    component.all(named: propertyName).map(\.text).filter { !$0.isEmpty }
  }
}
