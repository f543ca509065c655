internal import ICalendar
internal import ListoModel

/// A reminder taken apart: its fields, and what no field holds.
///
/// - Complexity: one walk over the component's lines.
struct DecomposedReminder: Sendable {
  /// Why a line is in no field.
  enum Reason: Sendable {
    /// No field is read from such a property.
    case foreign
    /// The field has a value already.
    case repeated
    /// The value is not of the field's type.
    case unreadable
    /// There is no value.
    case empty
  }

  let component: Component
  private(set) var fields = ReminderFields()
  /// Lines whose value a field has, and that have parameters which no field holds.
  private(set) var parameterized: [Property] = []
  private(set) var rest: [(property: Property, reason: Reason)] = []
  /// The alarms that the fields have.
  private(set) var alarms: [Alarm] = []
  /// The DURATION from which the due date follows: that of the fields says when it is due, and not that it
  /// was said so.
  private(set) var duration: Property?
  /// Lines of CATEGORIES that name a tag a second time.
  private(set) var doubledTags: [Property] = []
  /// A bit for each field whose first property was met, by its position: further ones are repeated, whatever
  /// that one says.
  private var met: UInt32 = 0
  private var tags: [String] = []
  private var seenTags: Set<String> = []
  /// Every other component inside it.
  private(set) var components: [Component] = []

  init(_ component: Component, in calendar: CalendarContext) {
    self.component = component
    var duration: Property?
    for property in component.properties {
      guard property.id != .duration || duration != nil else {
        duration = property
        continue
      }
      take(property)
    }
    if let duration { takeDuration(duration, calendar) }
    if !tags.isEmpty { fields[.tags] = .texts(tags) }
    if component.hasChildren { take(component.children) }
  }

  /// STATUS, else what other lines say, those too that no field has.
  func status(in calendar: CalendarContext) -> Status {
    fields.writtenStatus ?? Reminder(component, in: calendar).status
  }

  /// Takes the values out of the fields that would not come back as they are: see ``FieldCodec``.
  mutating func dropUnfit() {
    let implied = fields.impliedStatus
    defer {
      // If a number is dropped, a status says what followed from it.
      if fields[.status] == nil, !met(.status), fields.impliedStatus != implied {
        fields[.status] = .text(implied.word)
      }
    }
    for id in [FieldID.status, .priority, .percent, .sequence] {
      let isUnfit =
        switch fields[id] {
        case .text(let word)?: !Status(Array(word.utf8)[...]).isStandard
        case .integer(let number)?: !FieldCodec.fits(id, number)
        default: false
        }
      guard isUnfit, let property = component.first(id.property) else { continue }
      fields[id] = nil
      parameterized.removeAll { $0.id == id.property }
      rest.append((property, .unreadable))
    }
  }

  private mutating func take(_ children: [Component]) {
    var texts: [String] = []
    var seen: Set<String> = []
    for child in children {
      let alarm = Alarm(child)
      if child.kind == .valarm, let text = AlarmText.text(of: alarm), seen.insert(text).inserted {
        texts.append(text)
        alarms.append(alarm)
      } else {
        components.append(child)
      }
    }
    if !texts.isEmpty { fields[.alarms] = .texts(texts) }
  }

  /// Takes properties out of the rest that a format has a place for.
  mutating func takeRest(where isTaken: (Property) -> Bool) -> [Property] {
    let taken = rest.map { $0.reason == .foreign && isTaken($0.property) }
    defer { rest = zip(rest, taken).compactMap { $1 ? nil : $0 } }
    return zip(rest, taken).compactMap { $1 ? $0.property : nil }
  }

  /// The fields by the property they are read from.
  private static let fieldsByProperty: [FieldID?] = PropertyID.allCases.map { property in
    property == .trigger ? nil : Field.all.first { $0.property == property }?.id
  }

  /// The field that a property belongs to.
  static func field(of property: PropertyID) -> FieldID? { fieldsByProperty[Int(property.rawValue)] }

  private mutating func take(_ property: Property) {
    guard let id = Self.field(of: property.id) else { return rest.append((property, .foreign)) }
    let all = property.parameters
    let parameters = all.isEmpty ? .empty : ParameterSection(all)
    if id == .tags { return takeTags(property, parameters) }
    if id == .parent, let type = parameters.reltype, type != "PARENT" {
      return rest.append((property, .foreign))
    }
    guard meets(id) else { return rest.append((property, .repeated)) }
    let value: FieldValue?
    let isPlain: Bool
    switch id.type {
    case .moment:
      value = parameters.moment(of: property).map(FieldValue.moment)
      isPlain = parameters.isOfMoment
    case .integer:
      value = (try? IntegerValue.parse(property.value)).map(FieldValue.integer)
      isPlain = parameters.isPlain("INTEGER")
    case .text, .texts:
      let text = id == .status ? Status(property.value).word : text(property, id)
      if text.isEmpty && all.isEmpty { return rest.append((property, .empty)) }
      value =
        text.isEmpty || ContentValue.wanted(by: property.id, property.value, []) != nil ? nil : .text(text)
      isPlain =
        id == .parent ? parameters.facts.isOfParent : parameters.isPlain(Self.type(of: id))
    }
    guard let value else { return rest.append((property, .unreadable)) }
    fields[id] = value
    if !isPlain { parameterized.append(property) }
  }

  private func met(_ id: FieldID) -> Bool { met & 1 << UInt32(id.position) != 0 }

  /// Notes that a field is there; false where it was there before.
  private mutating func meets(_ id: FieldID) -> Bool {
    let bit: UInt32 = 1 << UInt32(id.position)
    defer { met |= bit }
    return met & bit == 0
  }

  private func text(_ property: Property, _ id: FieldID) -> String {
    ReminderFields.isDecoded(id) ? property.text : property.rawText
  }

  /// The type that VALUE may name.
  private static func type(of id: FieldID) -> String {
    switch id {
    case .url: "URI"
    case .recurrence: "RECUR"
    case .geo: "FLOAT"
    default: "TEXT"
    }
  }

  private mutating func isNew(_ tag: String) -> Bool {
    if seenTags.isEmpty { seenTags = Set(tags) }
    return seenTags.insert(tag).inserted
  }

  /// The lines of CATEGORIES are one set (RFC 5545 §3.8.1.2).
  private mutating func takeTags(_ property: Property, _ parameters: ParameterSection) {
    let texts = property.texts
    let before = tags.count
    // A set where there may be many.
    for text in texts where tags.count < 8 ? !tags.contains(text) : isNew(text) { tags.append(text) }
    if tags.count - before < texts.count { doubledTags.append(property) }
    if !parameters.isPlain("TEXT") { parameterized.append(property) }
  }

  /// Without DUE, DTSTART and DURATION say when it is due (RFC 5545 §3.8.2.3).
  private mutating func takeDuration(_ property: Property, _ calendar: CalendarContext) {
    guard meets(.due) else { return rest.append((property, .repeated)) }
    guard let due = Reminder(component, in: calendar).due else { return rest.append((property, .unreadable)) }
    fields[.due] = .moment(due)
    duration = property
    if !property.parameters.isEmpty { parameterized.append(property) }
  }
}
