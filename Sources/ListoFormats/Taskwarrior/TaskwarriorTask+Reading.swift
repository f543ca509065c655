internal import ICalendar
internal import ListoModel

/// The fields of a task.
extension TaskwarriorTask {
  /// Reads the task as a reminder.
  ///
  /// - Parameter problems: gets what cannot be understood, in words; it is kept as ``TaskwarriorExtra``.
  func reminder(problems: inout [String]) -> TaskwarriorReminder {
    var result = TaskwarriorReminder(room: room)
    var absent = text(.listo_absent).map { TaskwarriorAbsence($0) } ?? []
    readText(&result.fields, absent)
    readOwn(&result.fields)
    readIdentity(&result)
    let isImplied = absent.contains(.status)
    let status = status(isImplied: isImplied)
    readDates(&result.fields, status, &absent, &problems)
    readStatus(&result.fields, status, isImplied: isImplied)
    readTags(&result.fields)
    result.project = text(.project)
    result.fields.addImpliedStamp()
    readRest(&result, status, &problems)
    return result
  }

  // MARK: Texts and numbers

  /// Sets a field to the text of an attribute, where that has one.
  private func read(_ id: FieldID, _ attribute: TaskwarriorAttribute, _ fields: inout FieldPlaces) {
    guard let place = place(attribute) else { return }
    json.withBytes(place) { fields.set(id, fields.keep($0, $1)) }
  }

  private func readText(_ fields: inout FieldPlaces, _ absent: TaskwarriorAbsence) {
    if !(absent.contains(.title) && says(.description, Self.untitled)) {
      read(.title, .description, &fields)
    }
    readNotes(&fields)
    let letter = text(.priority)
    if let number = text(.listo_priority).flatMap({ Int($0) }), Self.letter(number) == letter {
      fields.set(.priority, .integer(number)) { $0.keep($1) }
    } else if let number = Self.priority(letter) {
      fields.set(.priority, .integer(number)) { $0.keep($1) }
    }
  }

  private func readNotes(_ fields: inout FieldPlaces) {
    if withText(.listo_notes, { areAnnotations($0, $1) }) == true {
      return read(.notes, .listo_notes, &fields)
    }
    let start = fields.own.count
    for (number, annotation) in annotations.enumerated() {
      if number > 0 { _ = fields.keep(CollectionOfOne(0x0A)) }
      json.withBytes(annotation.text) { _ = fields.keep($0, $1) }
    }
    if fields.own.count > start { fields.set(.notes, start..<fields.own.count) }
  }

  /// The annotations are still those that these notes were written as.
  private func areAnnotations(_ bytes: Span<UInt8>, _ notes: Range<Int>) -> Bool? {
    var (lines, count) = (TaskwarriorNotes(notes, isEscaped: false), 0)
    while let line = lines.next(bytes) {
      guard count < annotations.count, json.isText(annotations[count].text, bytes, line) else { return false }
      count += 1
    }
    return count == annotations.count
  }

  private func readOwn(_ fields: inout FieldPlaces) {
    let isInstance = instance != nil
    for (id, attribute) in TaskwarriorAttribute.own where has(attribute) {
      // Taskwarrior copied it from the template.
      if isInstance, id == .recurrence { continue }
      switch id.type {
      case .text: read(id, attribute, &fields)
      case .integer: readNumber(id, attribute, &fields)
      case .moment: if let time = time(attribute) { Self.set(id, time, &fields) }
      case .texts: continue
      }
    }
  }

  private func readNumber(_ id: FieldID, _ attribute: TaskwarriorAttribute, _ fields: inout FieldPlaces) {
    if withText(attribute, { $0.isPlainInteger($1) }) == true { return read(id, attribute, &fields) }
    guard let number = text(attribute).flatMap({ Int($0) }) else { return }
    fields.set(id, .integer(number)) { $0.keep($1) }
  }

  // MARK: Identity

  private func readIdentity(_ result: inout TaskwarriorReminder) {
    if place(.uuid) == nil || isUIDOwn(result.fields) { return read(.uid, .listo_uid, &result.fields) }
    guard withText(.uuid, { Self.isLower($0, $1) }) != true else { return read(.uid, .uuid, &result.fields) }
    result.set(.uid, text(.uuid)?.lowercased() ?? "")
  }

  private static func isLower(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool? {
    for index in text where bytes[index] &- 0x41 < 26 || bytes[index] >= 0x80 { return false }
    return true
  }

  /// The exact UID counts for the task that it was written for: `task duplicate` copies it.
  private func isUIDOwn(_ fields: FieldPlaces) -> Bool {
    guard place(.listo_uid) != nil else { return false }
    if let written = text(.listo_uuid), written == text(.uuid)?.lowercased() { return true }
    guard let uuid = withText(.uuid, { TaskwarriorUUID.number($0, $1) }) else { return false }
    let occurrence = fields.moment(.recurrenceID).map { moment in
      let zone = fields.zone(.recurrenceID)
      return moment.iso.text + (zone.isEmpty ? "" : " " + FieldPlaces.text(fields.own.span, zone))
    }
    return uuid == withText(.listo_uid) { TaskwarriorUUID.number($0, $1, occurrence: occurrence) }
  }

  // MARK: Status

  private func status(isImplied: Bool) -> Status {
    let word = text(.status) ?? "pending"
    if !isImplied, let status = withText(.listo_status, { Status($0, $1) }), Self.word(for: status) == word {
      return status
    }
    switch word {
    case "completed": return .completed
    case "deleted": return .cancelled
    default: return place(.start) == nil ? .needsAction : .inProcess
    }
  }

  /// A STATUS that was not there stays away for as long as the task and the other fields say what they said.
  private func readStatus(_ fields: inout FieldPlaces, _ status: Status, isImplied: Bool) {
    let own = fields.own
    let isGone = isImplied && says(.listo_status, status.word) && fields.impliedStatus(own.span) == status
    fields.set(status, isWritten: !isGone)
  }

  // MARK: Dates

  /// A time as ``TaskwarriorDate`` writes it exactly.
  private typealias Time = (moment: DigitMoment, zone: String?)

  private static func set(_ id: FieldID, _ time: Time, _ fields: inout FieldPlaces) {
    fields.set(id, time.moment)
    if let zone = time.zone { fields.set(id, zone: zone) }
  }

  private func time(_ attribute: TaskwarriorAttribute) -> Time? {
    withText(attribute) { (bytes, text) -> Time? in
      if let (moment, zone) = CSVCell.moment(bytes, text) {
        return (moment, zone.isEmpty ? nil : FieldPlaces.text(bytes, zone))
      }
      guard let moment = CSVCell.moment(FieldPlaces.text(bytes, text)) else { return nil }
      guard case .zoned(_, let tzid) = moment else { return (DigitMoment(moment), nil) }
      return (DigitMoment(moment), tzid)
    }
  }

  private func readDates(
    _ fields: inout FieldPlaces, _ status: Status, _ absent: inout TaskwarriorAbsence,
    _ problems: inout [String]
  ) {
    // Dates filled in when the task was written are not the reminder's, unless they were changed since.
    if absent.contains(.created) && absent.contains(.modified) {
      if !isFirst(.entry) { absent.remove(.created) }
      if !isFirst(.modified) { absent.remove(.modified) }
    } else if !areSame(.entry, .modified) {
      absent.subtract([.created, .modified])
    }
    if !areSame(.end, .modified) && !isFirst(.end) { absent.remove(.completed) }
    for date in TaskwarriorAttribute.dates where absent.isDisjoint(with: date.absence) {
      let exact = time(date.exact)
      guard place(date.plain) != nil else {
        // An open task has no end; that of a reminder that was opened again stands beside it.
        if date.field == .completed, let exact { Self.set(date.field, exact, &fields) }
        continue
      }
      if let exact, isWritten(exact, as: date) {
        Self.set(date.field, exact, &fields)
      } else if let moment = plainTime(date.plain) {
        fields.set(date.field, moment)
      } else {
        problems.append(
          "\(date.plain.name) is not a date such as 20261201T101500Z: \(text(date.plain) ?? "")")
      }
    }
  }

  /// It is that of who has none.
  private func isFirst(_ attribute: TaskwarriorAttribute) -> Bool {
    withText(attribute) { DigitMoment($0, $1) } == TaskwarriorDate.first
  }

  /// The plain date is still what the exact one was written as, so that no one changed it.
  private func isWritten(_ exact: Time, as date: TaskwarriorAttribute.Date) -> Bool {
    if place(date.written) != nil { return areSame(date.plain, date.written) }
    // Only tzdata can tell.
    let zone = exact.zone.flatMap { ZoneTable.empty.zone($0) }
    return withText(date.plain) { DigitMoment($0, $1) } == TaskwarriorDate.utc(exact.moment, in: zone)
  }

  /// A time as Taskwarrior writes it; a date alone, and ISO 8601, as other programs do.
  func plainTime(_ attribute: TaskwarriorAttribute) -> DigitMoment? {
    withText(attribute) { (bytes, text) -> DigitMoment? in
      if let moment = DigitMoment(bytes, text) { return moment }
      let octets = bytes.copy(text)[...]
      return ((try? Moment.decode(octets)) ?? Moment(droppingFractionOf: octets)).map { DigitMoment($0) }
    }
  }

  // MARK: Tags

  private func readTags(_ fields: inout FieldPlaces) {
    guard has(.tags) else { return }
    guard place(.tags) == nil else { return readTags(texts(.tags), &fields) }
    let plain = elements(.tags).filter { json.size($0) > 0 }
    guard !plain.isEmpty else { return }
    guard has(.listo_tags) else {
      for tag in plain { json.withBytes(tag) { fields.add(tag: fields.keep($0, $1)) } }
      return
    }
    let isRead = withText(.listo_tags) { (bytes, cell) -> Bool? in
      guard let tags = CSVCell.texts(bytes, cell), isSame(tags, as: plain, bytes) else { return nil }
      for index in 0..<tags.count { fields.add(tag: fields.keep(bytes, tags[index])) }
      return true
    }
    if isRead == nil { readTags(plain.map { json.text($0) }, &fields) }
  }

  /// The plain tags are still those that these were written as, in whatever order.
  private func isSame(_ tags: QuickTexts, as plain: [Int], _ bytes: Span<UInt8>) -> Bool {
    var found: UInt32 = 0
    for place in plain {
      var same: UInt32 = 0
      for index in 0..<tags.count where isPlain(place, of: bytes, tags[index]) { same |= 1 << UInt32(index) }
      guard same != 0 else { return false }
      found |= same
    }
    return found.nonzeroBitCount == tags.count
  }

  /// The text at a place is the name that ``plainTags(_:)`` makes of a tag: one of ``CSVCell/texts(_:_:)``
  /// has nothing beyond ASCII that breaks it.
  private func isPlain(_ place: Int, of bytes: Span<UInt8>, _ tag: Range<Int>) -> Bool {
    json.withBytes(place) { own, range in
      guard range.count == tag.count else { return false }
      for offset in 0..<range.count {
        let byte = bytes[tag.lowerBound + offset]
        guard own[range.lowerBound + offset] == Self.plain(byte) else { return false }
      }
      return true
    }
  }

  private func readTags(_ given: [String], _ fields: inout FieldPlaces) {
    let plain = given.filter { !$0.isEmpty }
    guard !plain.isEmpty else { return }
    var tags = plain
    // 2.6.2 keeps both a tag with a comma and its parts; ours have none.
    if let exact = text(.listo_tags), case .texts(let found)? = CSVCell.value(exact, of: .tags),
      Set(Self.plainTags(found)) == Set(plain)
    {
      tags = found
    }
    fields.set(.tags, .texts(tags)) { $0.keep($1) }
  }
}
