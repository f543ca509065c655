internal import ICalendar
internal import ListoModel

/// Fields that are set, added to and taken from.
extension Editing {
  mutating func set(
    _ field: FieldID, _ value: FieldValue?, of identifier: ModelIdentifier
  ) throws(EditError) {
    let reminder = try editable(identifier)
    var component = reminder.component
    switch field {
    case .title, .notes, .location, .classification, .url, .geo:
      try setText(field, value, &component, identifier)
    case .status, .percent, .completed: return try setStatus(field, value, of: identifier)
    case .due: return try setDates(of: identifier, due: .some(try moment(.due, value)))
    case .start: return try setDates(of: identifier, start: .some(try moment(.start, value)))
    case .recurrence: return try setRule(try text(.recurrence, value), of: identifier)
    case .priority: try setPriority(value, &component, identifier)
    case .tags: try setTags(value, &component)
    case .parent: return try setParent(of: identifier, toUID: try text(.parent, value))
    case .alarms: return try setAlarms(value, of: identifier)
    case .order: component.put(.xAppleSortOrder, try integer(.order, value, Int.min...Int.max))
    case .sequence: component.put(.sequence, try integer(.sequence, value, 0...Int(Int32.max)))
    case .created: component.put(.created, try utc(.created, value, reminder))
    case .modified, .stamp:
      guard let moment = try utc(field, value, reminder) else {
        throw .wrongValue(field, reason: "it records the last change and cannot be cleared")
      }
      component.put(field == .modified ? .lastModified : .dtstamp, moment)
      return put(component, as: identifier, stamps: false)
    case .uid, .recurrenceID:
      throw .refused(
        identifier, reason: "its \(Field[field].property.name) identifies it and cannot be changed",
        repairs: ["copy it: the copy gets a new UID"])
    }
    put(component, as: identifier)
  }

  mutating func add(
    _ texts: [String], to field: FieldID, of identifier: ModelIdentifier
  ) throws(EditError) {
    guard field == .tags else {
      throw .wrongValue(field, reason: "it has only one value; set it instead")
    }
    var component = try editable(identifier).component
    try checkTags(texts)
    component.addTags(texts)
    put(component, as: identifier)
  }

  mutating func remove(
    _ texts: [String], from field: FieldID, of identifier: ModelIdentifier
  ) throws(EditError) {
    guard field == .tags else {
      throw .wrongValue(field, reason: "it has only one value; clear it instead")
    }
    var component = try editable(identifier).component
    component.removeTags(Set(texts))
    put(component, as: identifier)
  }

  mutating func attach(_ address: String, to identifier: ModelIdentifier) throws(EditError) {
    var component = try editable(identifier).component
    guard !component.all(.attach).contains(where: { $0.rawText == address }) else { return }
    guard Self.isAddress(address) else {
      throw .refused(
        identifier, reason: "an attachment needs a URI such as https://… or file:///…",
        repairs: ["write its address, without spaces"])
    }
    component.append("ATTACH", Array(address.utf8))
    put(component, as: identifier)
  }

  mutating func detach(_ address: String, from identifier: ModelIdentifier) throws(EditError) {
    let component = try editable(identifier).component
    let lines = component.all(.attach).filter { $0.rawText == address }
    put(component.edited(lines.map { .remove($0) }), as: identifier)
  }

  /// As the list's producer marks what is important: by the highest priority.
  mutating func flag(_ identifier: ModelIdentifier, _ isFlagged: Bool) throws(EditError) {
    let reminder = try editable(identifier)
    guard isFlagged != (reminder.priorityBucket == .high) else { return }
    var component = reminder.component
    component.put(.priority, isFlagged ? Array("1".utf8) : nil)
    put(component, as: identifier)
  }

  // MARK: Values

  func text(_ field: FieldID, _ value: FieldValue?) throws(EditError) -> String? {
    guard let value else { return nil }
    guard case .text(let text) = value else { throw .wrongValue(field, reason: "a text is needed") }
    return text
  }

  func moment(_ field: FieldID, _ value: FieldValue?) throws(EditError) -> Moment? {
    guard let value else { return nil }
    guard case .moment(let moment) = value else {
      throw .wrongValue(field, reason: "a date, or a date and time, is needed")
    }
    return moment
  }

  func integer(
    _ field: FieldID, _ value: FieldValue?, _ range: ClosedRange<Int>
  ) throws(EditError) -> [UInt8]? {
    guard let value else { return nil }
    guard case .integer(let number) = value, range.contains(number) else {
      throw .wrongValue(
        field, reason: "a whole number from \(range.lowerBound) to \(range.upperBound) is needed")
    }
    return Array(String(number).utf8)
  }

  /// A time of change, which is UTC (RFC 5545 §3.8.7): what is none is read in its zone, or the viewer's.
  func utc(_ field: FieldID, _ value: FieldValue?, _ reminder: Reminder) throws(EditError) -> Moment? {
    guard let moment = try moment(field, value) else { return nil }
    return .utc(context.view.instant(of: moment, zones: reminder.calendar.zones).utc)
  }

  private mutating func setText(
    _ field: FieldID, _ value: FieldValue?, _ component: inout Component, _ identifier: ModelIdentifier
  ) throws(EditError) {
    let text = try text(field, value)
    let id = Field[field].property
    if let text { try check(text, field) }
    switch field {
    case .title, .notes, .location:
      let hadOtherForm = component.put(id, text: text)
      let other = id == .description && component.bytes != self[identifier]?.component.bytes
      let forms = other ? component.all(.xAltDesc) + component.all(.styledDescription) : []
      component = component.edited(forms.map { .remove($0) })
      if hadOtherForm || !forms.isEmpty {
        note(
          identifier,
          "the other form of its \(field.rawValue) (such as HTML) was removed, because it had the old text")
      }
    default: component.put(id, text.map { Array($0.utf8) })
    }
  }

  /// Refuses a text that a line cannot hold, or that would not be read again as it was meant.
  private func check(_ text: String, _ field: FieldID) throws(EditError) {
    if text.isEmpty { throw .wrongValue(field, reason: "the text is empty; clear the field instead") }
    let isText = field == .title || field == .notes || field == .location
    let isControl = text.unicodeScalars.contains { scalar in
      scalar.value < 0x20 ? !(isText && [0x09, 0x0A, 0x0D].contains(scalar.value)) : scalar.value == 0x7F
    }
    if isControl { throw .wrongValue(field, reason: "it has a control character") }
    switch field {
    case .geo:
      do throws(ValueError) {
        _ = try GeoPosition.parse(Array(text.utf8)[...])
      } catch {
        throw .wrongValue(field, reason: "latitude;longitude is needed, such as 52.52;13.4")
      }
    case .classification:
      guard text.utf8.allSatisfy(Self.isTokenByte) else {
        throw .wrongValue(field, reason: "PUBLIC, PRIVATE or CONFIDENTIAL is needed")
      }
    case .url:
      guard Self.isAddress(text) else {
        throw .wrongValue(field, reason: "an address such as https://… is needed, without spaces")
      }
    default: return
    }
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    byte == 0x2D || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  /// A scheme and something behind it (RFC 3986 §3), without blanks.
  static func isAddress(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: 0x3A) else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    guard scheme.allSatisfy({ Self.isTokenByte($0) || $0 == 0x2B || $0 == 0x2E }) else { return false }
    let rest = text.utf8[text.utf8.index(after: colon)...]
    return !rest.isEmpty && rest.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  private mutating func setPriority(
    _ value: FieldValue?, _ component: inout Component, _ identifier: ModelIdentifier
  ) throws(EditError) {
    guard let bytes = try integer(.priority, value, 0...9) else { return component.drop(.priority) }
    guard let number = Int(String(decoding: bytes, as: UTF8.self)) else { return }
    let reminder = Reminder(component, in: .none)
    if reminder.priority == number || (number == 0 && component.first(.priority) == nil) { return }
    let producer = producer(of: list(of: identifier))
    let written = producer.hasThreePriorities ? Producer.priority(like: number) : number
    if written != number {
      note(identifier, "its priority was written as \(written), \(producer.name)'s value for \(number)")
    }
    component.put(.priority, Array(String(written).utf8))
  }

  // MARK: Tags

  private func checkTags(_ tags: [String]) throws(EditError) {
    for tag in tags {
      let isEmpty = tag.allSatisfy(\.isWhitespace)
      if isEmpty || tag.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
        throw .wrongValue(.tags, reason: "a tag is one or more words, without line ends")
      }
    }
  }

  /// Takes out those that are not wanted and adds those that are missing, so that as few lines as can be
  /// change; all go in one line where that would leave them in another order.
  private func setTags(_ value: FieldValue?, _ component: inout Component) throws(EditError) {
    var wanted: [String] = []
    switch value {
    case nil: break
    case .texts(let texts): for text in texts where !wanted.contains(text) { wanted.append(text) }
    default: throw .wrongValue(.tags, reason: "texts are needed")
    }
    try checkTags(wanted)
    let present = Reminder(component, in: .none).tags
    guard wanted != present else { return }
    if wanted.isEmpty { return component.drop(.categories) }
    var changed = component
    changed.removeTags(Set(present).subtracting(wanted))
    changed.addTags(wanted)
    if Reminder(changed, in: .none).tags != wanted {
      changed = component.edited(component.all(.categories).dropFirst().map { .remove($0) })
      changed.put(.categories, TextValue.encodeList(wanted))
    }
    component = changed
  }
}

extension Producer {
  /// The number that one with three priorities writes for each (RFC 5545 §3.8.1.9 has the buckets).
  static func priority(like number: Int) -> Int {
    switch number {
    case 1...4: 1
    case 5: 5
    case 6...9: 9
    default: number
    }
  }
}

extension Component {
  /// Adds those that are missing: to the last line, or, where each has a line of its own, in lines of their
  /// own.
  fileprivate mutating func addTags(_ tags: [String]) {
    let lines = all(.categories)
    var present = Set(lines.flatMap(\.texts))
    let missing = tags.filter { present.insert($0).inserted }
    guard !missing.isEmpty else { return }
    if lines.count > 1, lines.allSatisfy({ TextValue.split($0.value).count == 1 }) {
      for tag in missing { append("CATEGORIES", TextValue.encode(tag)) }
      return
    }
    let added = TextValue.encodeList(missing)
    guard let last = lines.last else { return append("CATEGORIES", added) }
    replace(last, last.value.isEmpty ? added : Array(last.value) + [0x2C] + added)
  }

  fileprivate mutating func removeTags(_ tags: Set<String>) {
    let style = LineStyle(self)
    var edits: [Edit] = []
    for line in all(.categories) {
      let values = TextValue.split(line.value)
      let kept = values.filter { !tags.contains(TextValue.decode($0)) }
      guard kept.count < values.count else { continue }
      if kept.isEmpty {
        edits.append(.remove(line))
      } else {
        let value = kept.joined(separator: [0x2C])
        edits.append(.replace(line, style.line(like: line, value, returnsEndLines: returnsEndLines)))
      }
    }
    self = edited(edits)
  }
}
