internal import ICalendar
internal import ListoModel

/// The fields of a reminder as values: what the formats of lines, cells and attributes write, and what their
/// readers find.
///
/// Alarms are texts in the form of ``AlarmText``; a field that is not there has no value.
struct ReminderFields: Sendable, Hashable {
  /// Those that are there, in the order of ``FieldID/position``: of twenty-three a reminder has ten.
  private var values: [FieldValue] = []
  /// A bit for each that is there, by its position.
  private var present: UInt32 = 0

  subscript(id: FieldID) -> FieldValue? {
    get { has(id) ? values[place(of: id)] : nil }
    set {
      let place = place(of: id)
      switch (newValue, has(id)) {
      case (let value?, true): values[place] = value
      case (let value?, false):
        if values.isEmpty { values.reserveCapacity(16) }
        values.insert(value, at: place)
        present |= Self.bit(id)
      case (nil, true):
        values.remove(at: place)
        present &= ~Self.bit(id)
      case (nil, false): break
      }
    }
  }

  var isEmpty: Bool { present == 0 }

  func has(_ id: FieldID) -> Bool { present & Self.bit(id) != 0 }

  /// Where its value stands, or would stand.
  private func place(of id: FieldID) -> Int { (present & (Self.bit(id) - 1)).nonzeroBitCount }

  private static func bit(_ id: FieldID) -> UInt32 { 1 << UInt32(id.position) }

  func text(_ id: FieldID) -> String? {
    guard case .text(let text)? = self[id] else { return nil }
    return text
  }

  func integer(_ id: FieldID) -> Int? {
    guard case .integer(let number)? = self[id] else { return nil }
    return number
  }

  func moment(_ id: FieldID) -> Moment? {
    guard case .moment(let moment)? = self[id] else { return nil }
    return moment
  }

  func texts(_ id: FieldID) -> [String] {
    guard case .texts(let texts)? = self[id] else { return [] }
    return texts
  }

  /// Sets a text; an empty one, which says nothing, is none.
  mutating func set(_ id: FieldID, _ text: String?) {
    self[id] = text.flatMap { $0.isEmpty ? nil : .text($0) }
  }

  /// Sets texts, each once; no texts are none.
  mutating func set(_ id: FieldID, texts: [String]) {
    guard !texts.isEmpty else { return self[id] = nil }
    var seen: Set<String> = []
    let distinct = texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    self[id] = distinct.isEmpty ? nil : .texts(distinct)
  }

  /// STATUS as it is written, by its word.
  var writtenStatus: Status? { text(.status).map { Status(Array($0.utf8)[...]) } }

  /// The status that the other fields imply where there is no STATUS.
  var impliedStatus: Status {
    Quirks.status(hasCompleted: has(.completed), percent: integer(.percent))
  }

  /// The DTSTAMP that a new component gets where none is given (RFC 5545 §3.8.7.2): modified, else created,
  /// where that is UTC.
  var impliedStamp: Moment? {
    for id in [FieldID.modified, .created] {
      if case .utc? = moment(id) { return moment(id) }
    }
    return nil
  }
}

// MARK: As a component

extension ReminderFields {
  /// A VTODO of these fields: see ``FieldPlaces/component(_:line:exact:)``.
  func component(line: Int = 0, exact: [FieldID: [Property]] = [:]) -> ComponentText {
    var places = FieldPlaces()
    places.take(self, status: .needsAction)
    let own = places.own
    return places.component(own.span, line: line, exact: exact)
  }

  /// Of type TEXT, and decoded in the model; the other texts are raw octets there.
  static func isDecoded(_ id: FieldID) -> Bool {
    switch id {
    case .uid, .title, .notes, .location, .parent: true
    default: false
    }
  }
}

extension FieldID {
  /// The field that is read from a property.
  static func of(_ property: PropertyID) -> FieldID? { byProperty[Int(property.rawValue)] }
  private static let byProperty: [FieldID?] = PropertyID.allCases.map { property in
    property == .trigger ? nil : Field.all.first { $0.property == property }?.id
  }

  /// As ``Field`` has it, which is a row of more to copy.
  var property: PropertyID { Self.properties[position] }
  private static let properties = allCases.map { Field[$0].property }

  /// The same.
  var type: FieldType { Self.types[position] }
  private static let types = allCases.map { Field[$0].type }
}

extension FieldPlaces {
  /// The fields as values, for what is asked of few reminders.
  ///
  /// - Parameter bytes: in which they stand.
  func values(_ bytes: Span<UInt8>) -> ReminderFields {
    var values = ReminderFields()
    for id in FieldID.allCases where has(id) {
      switch id {
      case .status: values[id] = .text(status.word)
      case .tags: values[id] = .texts(tags.map { Self.text(bytes, $0) })
      case .alarms: values[id] = .texts(alarms.map { Self.text(own.span, $0) })
      default: values[id] = value(id, bytes)
      }
    }
    return values
  }

  private func value(_ id: FieldID, _ bytes: Span<UInt8>) -> FieldValue? {
    switch id.type {
    case .moment:
      guard let moment = moment(id), let local = moment.local else { return nil }
      guard moment.hasTime else { return .moment(.date(local.day)) }
      guard !moment.isUTC else { return .moment(.utc(local)) }
      let zone = zone(id)
      return .moment(zone.isEmpty ? .floating(local) : .zoned(local, tzid: Self.text(own.span, zone)))
    case .integer: return Int(bytes.text(self[id], isText: false)).map { .integer($0) }
    default: return text(id, bytes).map { .text($0) }
    }
  }
}
