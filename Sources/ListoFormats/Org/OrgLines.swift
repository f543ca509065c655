internal import ICalendar
internal import ListoModel

/// The facts about all lines of a reminder that are needed to write one of them in Org, found once: it may
/// have thousands.
struct OrgLines {
  /// The properties that are there, and those that are there more than once.
  private var once: PropertySet = []
  private var more: PropertySet = []
  /// The lines of the first DESCRIPTION, and of the RELATED-TO that names the parent.
  private(set) var description, parent: Int?
  /// Where the ends of stamps stand, in the order of ``OrgRange``: the first line of each, and how many there
  /// are.
  private var ends: [(first: LinePlace, count: Int)?] = []

  /// The first line that keeps the cookies of stamps, and how many there are.
  private(set) var cookies: (first: LinePlace, count: Int)?

  /// The same of the headline's keyword, and of its cookie.
  private(set) var keyword, cookie: (first: LinePlace, count: Int)?

  /// Planning that is no date.
  private(set) var undated: [LinePlace] = []

  static func isKeyword(_ place: LinePlace, of reminder: PlacedReminder) -> Bool {
    isNamed(OrgKeywords.property, place, of: reminder)
  }

  static func isNamed(_ name: String, _ place: LinePlace, of reminder: PlacedReminder) -> Bool {
    place.nameLength == name.utf8.count && reminder.component.property(at: place).name == name
  }

  init(_ reminder: PlacedReminder) {
    for place in reminder.places {
      if once.contains(place.id) { more.insert(place.id) }
      once.insert(place.id)
      switch place.id {
      case .description where description == nil: description = place.lineNumber
      case .relatedTo where parent == nil:
        if reminder.component.property(at: place).namesParent { parent = place.lineNumber }
      case .other where Self.isKeyword(place, of: reminder):
        keyword = (keyword?.first ?? place, (keyword?.count ?? 0) + 1)
      case .other where Self.isNamed(OrgPriorities.property, place, of: reminder):
        cookie = (cookie?.first ?? place, (cookie?.count ?? 0) + 1)
      case .other where Self.isNamed(OrgPlanningText.property, place, of: reminder): undated.append(place)
      case .other where OrgCookies.areIn(place, of: reminder):
        cookies = (cookies?.first ?? place, (cookies?.count ?? 0) + 1)
      case .other: if let range = Self.range(place, of: reminder) { noteEnd(range, place) }
      default: continue
      }
    }
  }

  private mutating func noteEnd(_ range: OrgRange, _ place: LinePlace) {
    if ends.isEmpty { ends = OrgRange.allCases.map { _ in nil } }
    let known = ends[range.rawValue]
    ends[range.rawValue] = (known?.first ?? place, (known?.count ?? 0) + 1)
  }

  func hasOne(_ id: PropertyID) -> Bool { once.contains(id) && !more.contains(id) }

  /// The first line that keeps the end of a stamp.
  func end(_ range: OrgRange) -> LinePlace? { ends.isEmpty ? nil : ends[range.rawValue]?.first }

  func hasOne(_ range: OrgRange) -> Bool { !ends.isEmpty && ends[range.rawValue]?.count == 1 }

  /// The stamp of which a line keeps the end.
  static func range(_ place: LinePlace, of reminder: PlacedReminder) -> OrgRange? {
    guard place.id == .other, place.nameLength >= OrgRange.shortestName else { return nil }
    let name = reminder.component.property(at: place).name
    return OrgRange.allCases.first { $0.name == name }
  }
}
