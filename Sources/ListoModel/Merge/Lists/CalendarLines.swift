internal import ICalendar

/// A content line of a calendar's own, apart from the block that it was read from.
struct CalendarLine {
  let id: PropertyID
  /// In upper case.
  let name: String
  /// Its canonical form: equal for equal content.
  let canonical: [UInt8]
  /// As it was written, unfolded.
  let unfolded: [UInt8]
  let value: [UInt8]
  /// Parameters other than a VALUE that says the default.
  let hasParameters: Bool

  init(_ property: Property) {
    (id, name) = (property.id, property.name)
    canonical = CanonicalLine.bytes(of: property)
    unfolded = Array(property.unfolded)
    value = Array(property.value)
    hasParameters = property.parameters.contains { $0.name != "VALUE" || $0.value.uppercased() != "TEXT" }
  }

  /// The value as TEXT, decoded.
  var text: [UInt8] {
    var result: [UInt8] = []
    TextValue.append(decoding: value[...], to: &result)
    return result
  }
}

/// The own lines of one VCALENDAR; none for what stands outside of any.
struct CalendarLines {
  private(set) var lines: [CalendarLine] = []

  mutating func add(_ property: Property) { lines.append(CalendarLine(property)) }

  func first(_ id: PropertyID) -> CalendarLine? { lines.first { $0.id == id } }

  /// X-WR-RELCALID, else the calendar's UID (RFC 7986 §5.3); where there are several, the one that a merge
  /// writes, so that its result is the same list again.
  var identifier: String? {
    for id in [PropertyID.xWrRelcalid, .uid] {
      let named = lines.filter { $0.id == id && !$0.value.isEmpty }
      if let line = named.min(by: { $0.canonical.lexicographicallyPrecedes($1.canonical) }) {
        return String(decoding: line.text, as: UTF8.self)
      }
    }
    return nil
  }

  /// NAME or X-WR-CALNAME; of several values the one that a merge writes, and one in a language only if there
  /// is no other. Nil where all are empty.
  var title: String? {
    let named = lines.filter { ($0.id == .name || $0.id == .xWrCalname) && !$0.value.isEmpty }
    let plain = named.filter { !$0.hasParameters }
    let texts = (plain.isEmpty ? named : plain).map(\.text)
    return texts.min { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Why this is no collection of reminders; nil where it is one. A METHOD other than PUBLISH and REQUEST
  /// makes it a message that asks for something (RFC 5546 §1.4).
  var refusal: String? {
    if let version = first(.version), version.text.elementsEqual("1.0".utf8) {
      return "vCalendar 1.0 cannot be merged into iCalendar as it is"
    }
    guard let name = methodName, MergeMessage.methods.contains(name) else { return nil }
    return "a message (METHOD:\(name)), not a collection"
  }

  /// Why nothing is deleted by what it lacks; nil where it is a whole collection
  /// (``MergeMessage/partialMethods``).
  var absenceRefusal: String? {
    if let refusal { return refusal }
    guard let name = methodName, MergeMessage.partialMethods.contains(name) else { return nil }
    return "a message (METHOD:\(name)), not a whole collection"
  }

  private var methodName: String? {
    first(.method).map { String(decoding: $0.text, as: UTF8.self).uppercased() }
  }

  /// The method of a message that can be applied.
  var message: MergeMessage.Method? {
    methodName.flatMap { MergeMessage.Method(rawValue: $0) }
  }

  /// Its colour under both names, as far as the one can be told from the other.
  var color: CalendarColor? {
    let apple = first(.xAppleCalendarColor).map(\.text)
    let name = first(.color).map(\.text)
    guard apple != nil || name != nil else { return nil }
    return CalendarColor(apple: apple, name: name)
  }
}

/// The colour of a calendar: COLOR (a CSS name, RFC 7986 §5.9) and X-APPLE-CALENDAR-COLOR (`#RRGGBB[AA]`) are
/// one value.
struct CalendarColor: Hashable {
  /// As it is written; nil where the name is no CSS name.
  let apple: [UInt8]?
  /// As it is written; nil where no CSS name says exactly this colour.
  let name: [UInt8]?
  /// The value that is compared: `#RRGGBB`, with the opacity where it is not full.
  let value: [UInt8]?

  init(apple: [UInt8]?, name: [UInt8]?) {
    let word = name.map { String(decoding: $0, as: UTF8.self) }
    let hex = apple ?? word.flatMap(ListColor.init).map { Array($0.description.utf8) }
    let color = hex.flatMap { ListColor(String(decoding: $0, as: UTF8.self)) }
    let opacity = hex.map { $0.count == 9 ? $0.suffix(2).map { $0 >= 0x61 ? $0 & 0xDF : $0 } : [] } ?? []
    let isOpaque = opacity.isEmpty || opacity.elementsEqual("FF".utf8)
    value = color.map { Array($0.description.utf8) + (isOpaque ? [] : opacity) } ?? hex
    self.apple = hex
    self.name = name ?? (isOpaque ? color.flatMap(Self.name) : nil)
  }

  private static func name(of color: ListColor) -> [UInt8]? {
    let value = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    return CSSColor.name(of: value).map { Array($0.utf8) }
  }

  /// A total order in which a colour that says more comes first, so that the least of many does not depend on
  /// their order.
  static func precedes(_ left: CalendarColor, _ right: CalendarColor) -> Bool {
    let pairs = [(left.value, right.value), (left.name, right.name), (left.apple, right.apple)]
    for (one, other) in pairs where one != other {
      guard let one else { return false }
      guard let other else { return true }
      return one.lexicographicallyPrecedes(other)
    }
    return false
  }
}
