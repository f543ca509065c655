internal import ICalendar
internal import ListoModel

/// The losses of one reminder in a format that holds some properties: everything is lost that the format does
/// not say it has placed.
struct ReminderLosses {
  private let reminder: PlacedReminder
  private let file: String
  private var placed: LineNumbers
  private var whole: LineNumbers
  /// The losses of lines that are placed: the kind, and the name.
  private var found: [(kind: String, name: String)] = []
  private var placedChildren: LineNumbers

  init(_ reminder: PlacedReminder, file: String) {
    (self.reminder, self.file) = (reminder, file)
    let none = LineNumbers(from: reminder.component.lineNumber)
    (placed, whole, placedChildren) = (none, none, none)
  }

  /// The first property with this id is written, with all that it says.
  mutating func place(_ id: PropertyID) {
    if let place = reminder.place(of: id) { placed.insert(place.lineNumber) }
  }

  /// The first property of each of these is written, with all that it says.
  mutating func place(_ ids: PropertySet) {
    var open = ids
    for place in reminder.places where open.remove(place.id) { placed.insert(place.lineNumber) }
  }

  /// A property is written, with all that it says.
  mutating func place(_ property: Property) { placed.insert(property.lineNumber) }

  /// A line of it is written, with all that it says.
  mutating func place(_ line: LinePlace) { placed.insert(line.lineNumber) }

  /// A line of it is written with its parameters.
  mutating func placeWhole(_ line: LinePlace) {
    placed.insert(line.lineNumber)
    whole.insert(line.lineNumber)
  }

  /// It has parameters beside those that belong to its value.
  private static func saysMore(_ property: Property) -> Bool {
    property.parameters.contains {
      !["VALUE", "TZID", "RELTYPE", "RELATED", "X-KEY"].contains($0.name) && !OriginParameter.isOne($0)
    }
  }

  /// Every property with this id is written.
  mutating func placeAll(_ id: PropertyID) {
    guard reminder.has(id) else { return }
    for place in reminder.places where place.id == id { placed.insert(place.lineNumber) }
  }

  /// Every component of this kind inside it is written.
  mutating func placeChildren(_ kind: ComponentKind) {
    guard reminder.component.hasChildren else { return }
    for child in reminder.component.children where child.kind == kind {
      placedChildren.insert(child.lineNumber)
    }
  }

  /// The first property with this id is written, but for one thing: `clock time`, `time zone`.
  mutating func place(_ id: PropertyID, without kind: String) {
    place(id)
    lose(kind, id.name)
  }

  mutating func lose(_ kind: String, _ name: String) { found.append((kind, name)) }

  /// Adds what is lost.
  func finish(_ losses: inout Losses) {
    let component = reminder.component
    func add(_ kind: String, _ name: @autoclosure () -> String) {
      losses.add(kind) {
        Losses.Entry(kind: $0, file: file, uid: component.first(.uid)?.rawText, name: name())
      }
    }
    for entry in found { add(entry.kind, entry.name) }
    let bytes = component.placedBytes
    // A fold may stand inside a character: only then the lines are looked at one by one.
    let isText = component.bytes.span.isUTF8
    // The other properties say what a line of todo.txt says.
    for place in reminder.places where place.id != .xTodotxtLine {
      let isWhole = whole.contains(place.lineNumber)
      // A property without content stands nowhere, except where whole lines do.
      let isEmpty = !isWhole && !place.saysSomething(in: bytes.span) && property(place).value.isEmpty
      if isEmpty || !placed.contains(place.lineNumber) {
        if place.id == .dtstamp || place.id == .uid, Losses.isMade(property(place), of: component) {
          continue
        }
        add(
          isValue(place, in: bytes.span) ? Losses.word(for: place.id) : "unreadable value",
          property(place).name)
      } else if !isWhole, !isText, Losses.isReplaced(property(place)) {
        add("non-UTF-8 text", property(place).name)
      } else if !isWhole, place.hasParameters, place.valueOfMoment(in: bytes.span) == nil,
        Self.saysMore(property(place))
      {
        add("parameter", property(place).name)
      }
    }
    guard component.hasChildren else { return }
    for child in component.children where !placedChildren.contains(child.lineNumber) {
      add(Losses.word(for: child.kind), child.name)
    }
  }

  private func property(_ place: LinePlace) -> Property { reminder.component.property(at: place) }

  /// Its value is one that the property can have.
  private func isValue(_ place: LinePlace, in bytes: Span<UInt8>) -> Bool {
    let shape = JCalShape.of(place.id)
    guard ContentValue.isChecked(shape) else { return true }
    if let value = place.plainValue {
      if ContentValue.isPlain(place.id, bytes, value) { return true }
    } else if shape.type == .dateTime, shape.structure == .single, place.hasParameters,
      let value = place.valueOfMoment(in: bytes), DigitMoment(bytes, value) != nil
    {
      // A time of a zone, or a day that is said to be one.
      return true
    }
    let property = property(place)
    return ContentValue.wanted(by: property.id, property.value, property.parameters) == nil
  }
}

extension LinePlace {
  /// Something stands behind its colon, for sure.
  fileprivate func saysSomething(in bytes: Span<UInt8>) -> Bool {
    if let plainValue { return !plainValue.isEmpty }
    guard !hasParameters, nameLength > 0 else { return valueOfMoment(in: bytes) != nil }
    let start = content.lowerBound + nameLength + 1
    return start < content.upperBound && bytes[start] > 0x20
  }
}

/// Lines of one component, by their numbers.
private struct LineNumbers {
  private let first: Int
  /// The first 128 of them, and those behind.
  private var bits: UInt128 = 0
  private var more: [UInt64] = []

  /// - Parameter first: the lowest that may be among them.
  init(from first: Int) { self.first = first }

  mutating func insert(_ number: Int) {
    let place = max(0, number - first)
    guard place >= 128 else { return bits |= 1 << UInt128(place) }
    let word = place >> 6 - 2
    while more.count <= word { more.append(0) }
    more[word] |= 1 << UInt64(place & 63)
  }

  func contains(_ number: Int) -> Bool {
    let place = max(0, number - first)
    guard place >= 128 else { return bits & (1 << UInt128(place)) != 0 }
    let word = place >> 6 - 2
    return word < more.count && more[word] & (1 << UInt64(place & 63)) != 0
  }
}

extension Losses {
  /// A property for people, in the singular, in the words of its field.
  static func word(for id: PropertyID) -> String {
    switch id {
    case .malformed: "unreadable line"
    case .attach: "attachment"
    default: fields[id].map { word(for: $0) } ?? "property"
    }
  }

  private static let fields: [PropertyID: FieldID] = {
    var fields: [PropertyID: FieldID] = [.duration: .due]
    for field in Field.all where field.id != .alarms { fields[field.property] = field.id }
    return fields
  }()
}
