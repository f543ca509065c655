public import ICalendar

/// A field of a reminder: one row of the table that drives the query language, sort keys, `show`, CSV
/// columns, the manual and the completions. A new field needs a new row and its ``FieldID``.
public struct Field: Sendable {
  /// Its name, for programs.
  public let id: FieldID
  /// The property it is read from, and written to.
  public let property: PropertyID
  /// The type of its values.
  public let type: FieldType
  /// One line for the manual.
  public let summary: String
  /// Returns the value of a reminder; nil if it has none, or none that can be read.
  public let get: @Sendable (Reminder) -> FieldValue?
  /// Sets it, or with nil removes it; nil for a field that is only read. It writes this one line alone:
  /// stamps and fields that depend on it are for `Editing`, which apps use.
  package let set: (@Sendable (inout Reminder, FieldValue?) throws(FieldError) -> Void)?

  /// As queries, JSON and columns have it.
  public var name: String { id.rawValue }

  /// The row of a field.
  public static subscript(id: FieldID) -> Field { table[id.position] }

  /// By ``FieldID/position``.
  private static let table = FieldID.allCases.map { id in all.first { $0.id == id } ?? all[0] }
}

extension Field {
  /// Every field, in the order in which `show` prints them.
  public static let all: [Field] = [
    text(.title, .summary, "the title") { $0.title },
    read(.status, .status, .text, "needs-action, in-process, completed or cancelled") {
      .text($0.status.word)
    } set: { reminder, value throws(FieldError) in
      try setStatus(&reminder, value)
    },
    moment(.due, .due, "the due date", inPlaceOf: .duration) { $0.due },
    moment(.start, .dtstart, "the start date") { $0.start },
    integer(.priority, .priority, 0...9, "1 (highest) to 9; 0 is none") { $0.priority },
    read(.tags, .categories, .texts, "its categories") {
      texts($0.tags)
    } set: { reminder, value throws(FieldError) in
      try setTags(&reminder, value)
    },
    text(.notes, .description, "the notes") { $0.notes },
    text(.location, .location, "where") { $0.location },
    raw(.url, .url, "a link") { $0.url },
    raw(.recurrence, .rrule, "the recurrence rule, as in RFC 5545") { $0.recurrence },
    read(.alarms, .trigger, .texts, "the alarms") { texts($0.alarms.map(\.summary)) },
    read(.parent, .relatedTo, .text, "the UID of the parent") {
      $0.parent.map(FieldValue.text)
    },
    integer(.percent, .percentComplete, 0...100, "the percentage that is completed, 0 to 100") { $0.percent },
    moment(.completed, .completed, "the completion date") { $0.completed },
    moment(.created, .created, "the creation date") { $0.created },
    moment(.modified, .lastModified, "the modification date") { $0.modified },
    moment(.stamp, .dtstamp, "the time when this version was written") { $0.stamp },
    integer(.sequence, .sequence, 0...Int(Int32.max), "the revision number") { $0.sequence },
    integer(.order, .xAppleSortOrder, Int.min...Int.max, "its position in the manual order") {
      $0.order
    },
    raw(.geo, .geo, "latitude;longitude") { $0.raw(.geo) },
    raw(.classification, .class, "PUBLIC, PRIVATE or CONFIDENTIAL") { $0.raw(.class) },
    moment(.recurrenceID, .recurrenceID, "the occurrence that it overrides") { $0.recurrenceID },
    text(.uid, .uid, "the identifier of the program that made it") { $0.uid },
  ]

  /// The field whose name this is.
  public static func named(_ name: String) -> Field? {
    FieldID(rawValue: name.lowercased()).map { Field[$0] }
  }

  // MARK: Kinds of rows

  private static func read(
    _ id: FieldID, _ property: PropertyID, _ type: FieldType, _ summary: String,
    get: @escaping @Sendable (Reminder) -> FieldValue?,
    set: (@Sendable (inout Reminder, FieldValue?) throws(FieldError) -> Void)? = nil
  ) -> Field {
    Field(id: id, property: property, type: type, summary: summary, get: get, set: set)
  }

  private static func text(
    _ id: FieldID, _ property: PropertyID, _ summary: String, _ get: @escaping @Sendable (Reminder) -> String?
  ) -> Field {
    read(id, property, .text, summary) {
      get($0).map(FieldValue.text)
    } set: { reminder, value throws(FieldError) in
      let text = try Field.string(id, value)
      // Other escapes of the same text are no reason to change the line.
      if let text, text == reminder.text(property) { return }
      reminder.component.write(property, text.map(TextValue.encode), inPlaceOf: Component.encodingParameters)
    }
  }

  private static func raw(
    _ id: FieldID, _ property: PropertyID, _ summary: String, _ get: @escaping @Sendable (Reminder) -> String?
  ) -> Field {
    read(id, property, .text, summary) {
      get($0).map(FieldValue.text)
    } set: { reminder, value throws(FieldError) in
      reminder.component.write(property, try Field.string(id, value).map { Array($0.utf8) })
    }
  }

  private static func integer(
    _ id: FieldID, _ property: PropertyID, _ range: ClosedRange<Int>, _ summary: String,
    _ get: @escaping @Sendable (Reminder) -> Int?
  ) -> Field {
    read(id, property, .integer, summary) {
      get($0).map(FieldValue.integer)
    } set: { reminder, value throws(FieldError) in
      guard let value else { return reminder.component.write(property, nil) }
      guard case .integer(let number) = value, range.contains(number) else {
        throw .wrongValue(
          field: id, reason: "a whole number from \(range.lowerBound) to \(range.upperBound) is needed")
      }
      if reminder.integer(property) == number { return }
      reminder.component.write(property, Array(String(number).utf8))
    }
  }

  private static func moment(
    _ id: FieldID, _ property: PropertyID, _ summary: String, inPlaceOf other: PropertyID? = nil,
    _ get: @escaping @Sendable (Reminder) -> Moment?
  ) -> Field {
    read(id, property, .moment, summary) {
      get($0).map(FieldValue.moment)
    } set: { reminder, value throws(FieldError) in
      let moment: Moment?
      switch value {
      case nil: moment = nil
      case .moment(let given)?: moment = given
      default: throw .wrongValue(field: id, reason: "a date, or a date and time, is needed")
      }
      if let other { reminder.component.write(other, nil) }
      guard let moment else { return reminder.component.write(property, nil) }
      if reminder.moment(property) == moment { return }
      reminder.component.write(
        property, Array(moment.iCalendarText.utf8), parameters: moment.parameters,
        inPlaceOf: Property.ofTimes)
    }
  }

  // MARK: Setters of their own

  private static func string(_ id: FieldID, _ value: FieldValue?) throws(FieldError) -> String? {
    switch value {
    case nil: nil
    case .text(let text)?: text
    default: throw .wrongValue(field: id, reason: "a text is needed")
    }
  }

  private static func setStatus(_ reminder: inout Reminder, _ value: FieldValue?) throws(FieldError) {
    let bytes = try string(.status, value).map { Array($0.uppercased().utf8) }
    if let bytes, reminder.writtenStatus == Status(bytes[...]) { return }
    reminder.component.write(.status, bytes)
  }

  private static func setTags(_ reminder: inout Reminder, _ value: FieldValue?) throws(FieldError) {
    let lines = reminder.component.all(.categories)
    guard case .texts(let tags)? = value, !tags.isEmpty else {
      guard value == nil || value == .texts([]) else {
        throw .wrongValue(field: .tags, reason: "texts are needed")
      }
      reminder.component = reminder.component.edited(lines.map { .remove($0) })
      return
    }
    guard tags != reminder.tags else { return }
    let line = ContentLineText.line(
      "CATEGORIES", parameters: lines.first?.parameters ?? [], value: TextValue.encodeList(tags),
      lineEnd: reminder.component.lineEnd)
    var edits = lines.dropFirst().map { Component.Edit.remove($0) }
    edits.append(lines.first.map { .replace($0, line) } ?? .append(line))
    reminder.component = reminder.component.edited(edits)
  }

  private static func texts(_ texts: [String]) -> FieldValue? { texts.isEmpty ? nil : .texts(texts) }
}

extension Moment {
  /// The parameters of the type: VALUE=DATE, or TZID.
  public var parameters: [Parameter] {
    switch self {
    case .date: Self.valueIsDate
    case .zoned(_, let tzid): [Parameter(name: "TZID", values: [tzid])]
    case .floating, .utc: []
    }
  }

  private static let valueIsDate = [Parameter(name: "VALUE", values: ["DATE"])]
}

extension Alarm {
  /// For people: `15 minutes before`, a time, a place.
  public var summary: String {
    if let proximity { return proximity.lowercased() }
    guard !isPlaceholder else { return "none" }
    return trigger?.description ?? component.first(.trigger)?.rawText ?? "none"
  }
}

/// Why a field cannot be set.
package enum FieldError: Error, Sendable, Hashable {
  /// A value of another type than the field's, or one that it cannot hold.
  case wrongValue(field: FieldID, reason: String)
}

extension Component {
  /// Sets the value of the first property with this id, and of its parameters only those that go with the
  /// value; with nil removes every property with this id.
  ///
  /// - Parameters:
  ///   - value: raw octets; TEXT must be encoded.
  ///   - parameters: to be written.
  ///   - names: of the parameters that go, in upper case.
  mutating func write(
    _ id: PropertyID, _ value: [UInt8]?, parameters: [Parameter] = [], inPlaceOf names: [String] = []
  ) {
    guard let value else {
      self = edited(all(id).map { .remove($0) })
      return
    }
    let kept = first(id)?.parameters.filter { !names.contains($0.name) } ?? []
    set(id, parameters: kept + parameters, value: value)
  }

  /// The parameters that say how a text was written: those of vCalendar 1.0, and that of text from Markdown.
  /// Listo writes a new text in plain UTF-8, without these parameters.
  static let encodingParameters = ["ENCODING", "CHARSET", "X-LISTO-MARKUP"]
}
