internal import ICalendar
internal import ListoModel

/// What one reminder loses in a format that holds some properties: everything is lost that the format does not say it
/// has placed.
struct ReminderLosses {
  private let component: Component
  private let file: String
  private let uid: String?
  private var placed: LineNumbers
  private var whole: LineNumbers
  private var found: [Losses.Entry] = []
  private var placedChildren: LineNumbers

  init(_ component: Component, file: String) {
    (self.component, self.file) = (component, file)
    let none = LineNumbers(from: component.lineNumber)
    (placed, whole, placedChildren) = (none, none, none)
    uid = component.first(.uid)?.rawText
  }

  /// The first property with this id is written, with all that it says.
  mutating func place(_ id: PropertyID) {
    if let property = component.first(id) { place(property) }
  }

  /// The first property of each of these is written, with all that it says.
  mutating func place(_ ids: PropertySet) {
    var open = ids
    for property in component.properties where open.remove(property.id) { place(property) }
  }

  /// A property is written, with all that it says.
  mutating func place(_ property: Property) { placed.insert(property.lineNumber) }

  /// A property is written with its parameters.
  mutating func placeWhole(_ property: Property) {
    place(property)
    whole.insert(property.lineNumber)
  }

  /// It has parameters beside those that belong to its value.
  private static func saysMore(_ property: Property) -> Bool {
    property.parameters.contains { !["VALUE", "TZID", "RELTYPE", "RELATED", "X-KEY"].contains($0.name) }
  }

  /// Every property with this id is written.
  mutating func placeAll(_ id: PropertyID) { component.all(id).forEach { place($0) } }

  /// Every component of this kind inside it is written.
  mutating func placeChildren(_ kind: ComponentKind) {
    for child in component.children where child.kind == kind { placedChildren.insert(child.lineNumber) }
  }

  /// The first property with this id is written, but for one thing: `clock time`, `time zone`.
  mutating func place(_ id: PropertyID, without kind: String) {
    place(id)
    lose(kind, id.name)
  }

  mutating func lose(_ kind: String, _ name: String) {
    found.append(Losses.Entry(kind: kind, file: file, uid: uid, name: name))
  }

  /// Adds what is lost.
  func finish(_ losses: inout Losses) {
    for entry in found { losses.add(entry) }
    for property in component.properties {
      // What says nothing stands nowhere, but where whole lines do.
      let isEmpty = property.value.isEmpty && !whole.contains(property.lineNumber)
      if isEmpty || !placed.contains(property.lineNumber) {
        if Losses.isMade(property, of: component) { continue }
        let isValue = ContentValue.wanted(by: property.id, property.value, property.parameters) == nil
        losses.add(
          Losses.Entry(
            kind: isValue ? Losses.word(for: property.id) : "unreadable value", file: file, uid: uid,
            name: property.name))
      } else if !whole.contains(property.lineNumber), Losses.isReplaced(property) {
        losses.add(Losses.Entry(kind: "non-UTF-8 text", file: file, uid: uid, name: property.name))
      } else if !whole.contains(property.lineNumber), Self.saysMore(property) {
        losses.add(Losses.Entry(kind: "parameter", file: file, uid: uid, name: property.name))
      }
    }
    for child in component.children where !placedChildren.contains(child.lineNumber) {
      losses.add(Losses.Entry(kind: Losses.word(for: child.kind), file: file, uid: uid, name: child.name))
    }
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
