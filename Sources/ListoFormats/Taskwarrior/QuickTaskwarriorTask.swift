internal import ICalendar
internal import ListoModel

/// Writes a reminder in the common case as ``TaskwarriorTask`` does, byte for byte, in two fifths of the time: from the places of its lines,
/// each attribute in its turn, with no value made of it.
///
/// The common case has no line that cannot be read, none of a name that Listo does not know, each field in the type and with the
/// parameters that are usual, UTC times where they are usual, years that Taskwarrior takes, tags that it takes, no zone that must ride
/// along, no dependency, no occurrence, and only UTF-8; any other is left to ``TaskwarriorTask``. A test holds the two to be the same.
struct QuickTaskwarriorTask: Sendable {
  private var own = QuickLines()
  private var inner = QuickLines()
  private var calendar: Survey.Calendar?
  private var place: ReminderPlace?
  /// `,"project":"Home"`; empty where there is none.
  private var project: [UInt8] = []
  /// The uuid of the task that was written last.
  private(set) var uuid: UInt128 = 0
  /// A bit for each of ``absentWords``.
  private var absent: UInt8 = 0
  private var words: [Range<Int>] = []

  /// The attributes in the order in which they are written.
  private enum Key: Int, CaseIterable {
    case listo_uid, description, status, listo_status, priority, listo_priority, due, scheduled, entry
    case modified, end, start, listo_due, listo_due_utc, listo_start, listo_start_utc, listo_completed, tags
    case listo_tags, annotations, listo_notes, listo_location, listo_url, listo_recurrence, listo_parent
    case listo_percent, listo_order, listo_sequence, listo_classification, listo_stamp, listo_absent
    case listo_rest
  }

  /// `,"description":`
  private let keys = Key.allCases.compactMap { ShortText(Array(",\"\($0)\":".utf8)) }

  /// Appends the object; false in any case but the common one: then what was appended means nothing.
  mutating func write(
    _ component: Component, in calendar: Survey.Calendar, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let bytes = component.bytes
    guard own.take(component, bytes) else { return false }
    for line in own.lines where Self.isLeft[Int(line.id.rawValue)] { return false }
    if self.calendar !== calendar { enter(calendar) }
    absent = 0
    if own.unfolded.isEmpty { return write(bytes.span, component, to: &output) && !output.isFull }
    let unfolded = own.unfolded
    return write(unfolded.span, component, to: &output) && !output.isFull
  }

  private mutating func enter(_ calendar: Survey.Calendar) {
    self.calendar = calendar
    let title = calendar.place.listTitle
    place = ReminderPlace(
      calendar.context, source: calendar.place.source, list: calendar.list, listTitle: title)
    var json = JSONText()
    if !title.isEmpty {
      json.raw(",\"project\":")
      json.string(title)
    }
    project = json.bytes
  }

  /// By id, the properties that are left to ``TaskwarriorTask`` wherever they stand.
  private static let isLeft: [Bool] = PropertyID.allCases.map {
    $0 == .other || $0 == .malformed || $0 == .duration || $0 == .geo || $0 == .recurrenceID
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ component: Component, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard identity(bytes, &output) else { return false }
    if own.first(.summary) < 0 {
      key(.description, &output)
      output.put(Self.untitled)
      absent |= 1 << 0
    } else if !text(.description, .summary, isText: true, bytes, &output) {
      return false
    }
    guard let created = utc(.created, bytes), let modified = utc(.lastModified, bytes),
      let completed = utc(.completed, bytes), let stamp = utc(.dtstamp, bytes),
      let status = status(hasCompleted: !completed.isEmpty, bytes, &output)
    else { return false }
    output.put(project)
    guard priority(bytes, &output),
      dates(bytes, component, created, modified, completed, status, &output), tags(bytes, &output),
      notes(bytes, from: created.isEmpty ? modified : created, &output),
      text(.listo_location, .location, isText: true, bytes, &output),
      text(.listo_url, .url, isText: false, bytes, &output), rule(bytes, &output),
      parent(bytes, component, &output), integer(.listo_percent, .percentComplete, bytes, &output),
      integer(.listo_order, .xAppleSortOrder, bytes, &output),
      integer(.listo_sequence, .sequence, bytes, &output),
      text(.listo_classification, .class, isText: false, bytes, &output)
    else { return false }
    if !stamp.isEmpty, !Self.areSame(bytes, stamp, modified.isEmpty ? created : modified),
      let moment = DigitMoment(bytes, stamp)
    {
      key(.listo_stamp, &output)
      output.append(moment.quotedISO)
    }
    putAbsent(&output)
    guard rest(bytes, component, &output) else { return false }
    output.put(0x7D)
    return true
  }

  private static let untitled = Array("\"\(TaskwarriorTask.untitled)\"".utf8)

  @inline(__always)
  private func key(_ key: Key, _ output: inout OutputSpan<UInt8>) { output.append(keys[key.rawValue]) }

  private static let absentWords = [FieldID.title, .status, .created, .modified, .completed].map {
    Array($0.rawValue.utf8)
  }

  /// Fields that are not there though Taskwarrior wants their attribute.
  private func putAbsent(_ output: inout OutputSpan<UInt8>) {
    guard absent != 0 else { return }
    key(.listo_absent, &output)
    var next: UInt8 = 0x22
    for (bit, word) in Self.absentWords.enumerated() where absent & 1 << UInt8(bit) != 0 {
      output.put(next)
      output.put(word)
      next = 0x20
    }
    output.put(0x22)
  }

  // MARK: Kinds of fields: each false, or nil, where the reminder is left to TaskwarriorTask

  /// The first line of a property that has no parameters, and a value; -1 for none, nil where it is otherwise.
  @inline(__always)
  private mutating func plain(_ id: PropertyID) -> Int? {
    let index = own.first(id)
    guard index >= 0 else { return -1 }
    guard own.lines[index].parameters.isEmpty, !own.lines[index].value.isEmpty else { return nil }
    own.place(index)
    return index
  }

  private mutating func text(
    _ key: Key, _ id: PropertyID, isText: Bool, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let index = plain(id) else { return false }
    guard index >= 0 else { return true }
    self.key(key, &output)
    return output.putString(bytes, own.lines[index].value, isText: isText)
  }

  private mutating func integer(
    _ key: Key, _ id: PropertyID, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let index = plain(id) else { return false }
    guard index >= 0 else { return true }
    guard QuickReminder.isPlainInteger(bytes, own.lines[index].value) else { return false }
    self.key(key, &output)
    output.put(0x22)
    output.append(bytes, own.lines[index].value)
    output.put(0x22)
    return true
  }

  private mutating func rule(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    let index = own.first(.rrule)
    guard index < 0 || bytes.isRecurrence(own.lines[index].value) else { return false }
    return text(.listo_recurrence, .rrule, isText: false, bytes, &output)
  }

  private mutating func parent(
    _ bytes: Span<UInt8>, _ component: Component, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let first = own.first(.relatedTo)
    guard first >= 0 else { return true }
    for index in first..<own.lines.count where own.lines[index].id == .relatedTo {
      let line = own.lines[index]
      guard let facts = facts(of: line, bytes, component), facts.relation != .other, !facts.hasOthers,
        !facts.hasZone
      else { return false }
    }
    let value = own.lines[first].value
    guard !value.isEmpty else { return false }
    own.place(first)
    key(.listo_parent, &output)
    return output.putString(bytes, value, isText: true)
  }

  @inline(__always)
  private mutating func facts(
    of line: LineParts, _ bytes: Span<UInt8>, _ component: Component
  ) -> ParameterFacts? {
    guard !line.parameters.isEmpty else { return ParameterFacts.none }
    return place?.facts(of: bytes, line.parameters, component, line.line)
  }

  private static func areSame(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    for offset in 0..<left.count
    where bytes[left.lowerBound + offset] != bytes[right.lowerBound + offset] {
      return false
    }
    return true
  }

  // MARK: Identity

  /// `{"uuid":`, and the UID where that is not the uuid.
  private mutating func identity(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    guard let index = plain(.uid), index >= 0 else { return false }
    let value = own.lines[index].value
    output.put(Self.begin)
    var isSame = true
    if let number = Self.uuid(bytes, value) {
      uuid = number
      for place in value {
        let byte = bytes[place]
        let isCapital = byte >= 0x41 && byte <= 0x46
        isSame = isSame && !isCapital
        output.put(isCapital ? byte | 0x20 : byte)
      }
    } else {
      var name: [UInt8] = []
      for place in value {
        // An escape is decoded first.
        guard bytes[place] != 0x5C else { return false }
        name.append(bytes[place])
      }
      let text = Array(UUIDv5.string(name: name).utf8)
      uuid = Self.uuid(text.span, 0..<text.count) ?? 0
      output.put(text)
      isSame = false
    }
    output.put(0x22)
    guard !isSame else { return true }
    key(.listo_uid, &output)
    return output.putString(bytes, value, isText: true)
  }

  private static let begin = Array("{\"uuid\":\"".utf8)

  /// A UUID as a number; nil for what is none.
  static func uuid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt128? {
    guard range.count == 36 else { return nil }
    var number: UInt128 = 0
    for (offset, place) in range.enumerated() {
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard bytes[place] == 0x2D else { return nil }
      } else {
        guard let digit = bytes[place].hexadecimalDigit else { return nil }
        number = number << 4 | UInt128(digit)
      }
    }
    return number
  }

  // MARK: Status and priority

  /// STATUS, or what other fields say where there is none.
  private mutating func status(
    hasCompleted: Bool, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Status? {
    guard let index = plain(.status) else { return nil }
    let status: Status
    if index < 0 {
      let percent = own.first(.percentComplete)
      var number: Int?
      if percent >= 0 {
        guard QuickReminder.isPlainInteger(bytes, own.lines[percent].value) else { return nil }
        number = own.lines[percent].value.reduce(0) { $0 * 10 + Int(bytes[$1] & 15) }
      }
      status = Quirks.status(hasCompleted: hasCompleted, percent: number)
      absent |= 1 << 1
    } else {
      let value = own.lines[index].value
      guard
        let known = Self.statuses.first(where: { word, _ in
          word.count == value.count && bytes.holds(word, at: value.lowerBound)
        })
      else { return nil }
      status = known.status
    }
    key(.status, &output)
    output.put(0x22)
    Self.put(TaskwarriorTask.word(for: status), &output)
    output.put(0x22)
    guard index < 0 else { return status }
    key(.listo_status, &output)
    output.put(0x22)
    Self.put(status.word, &output)
    output.put(0x22)
    return status
  }

  private static func put(_ text: String, _ output: inout OutputSpan<UInt8>) {
    for byte in text.utf8 { output.put(byte) }
  }

  private static let statuses: [(word: [UInt8], status: Status)] = [
    (Array("NEEDS-ACTION".utf8), .needsAction), (Array("COMPLETED".utf8), .completed),
    (Array("IN-PROCESS".utf8), .inProcess), (Array("CANCELLED".utf8), .cancelled),
  ]

  private mutating func priority(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    guard let index = plain(.priority) else { return false }
    guard index >= 0 else { return true }
    let value = own.lines[index].value
    guard value.count == 1, case let digit = bytes[value.lowerBound], digit &- 0x30 < 10 else { return false }
    let number = Int(digit & 15)
    if let letter = TaskwarriorTask.letter(number) {
      key(.priority, &output)
      output.put(0x22)
      for byte in letter.utf8 { output.put(byte) }
      output.put(0x22)
    }
    guard !TaskwarriorTask.isSaid(byItsLetter: number) else { return true }
    key(.listo_priority, &output)
    output.put(0x22)
    output.put(digit)
    output.put(0x22)
    return true
  }

  // MARK: Dates

  /// Where a UTC time of a year that Taskwarrior takes stands; empty where there is none.
  private mutating func utc(_ id: PropertyID, _ bytes: Span<UInt8>) -> Range<Int>? {
    guard let index = plain(id) else { return nil }
    guard index >= 0 else { return 0..<0 }
    let value = own.lines[index].value
    guard let moment = DigitMoment(bytes, value), moment.isUTC, Self.isInRange(bytes, value) else {
      return nil
    }
    return value
  }

  /// From 1980 to 9998.
  private static func isInRange(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let year = value.prefix(4).reduce(0) { $0 * 10 + Int(bytes[$1] & 15) }
    return year >= 1980 && year < 9999
  }

  /// A due date or a start.
  private struct Date {
    let value: Range<Int>
    let moment: DigitMoment
    /// That of its zone; nil where it has none.
    var utc: LocalDateTime?
    var zone = -1
  }

  /// - Returns: `.some(nil)` where there is none.
  private mutating func date(_ id: PropertyID, _ bytes: Span<UInt8>, _ component: Component) -> Date?? {
    let index = own.first(id)
    guard index >= 0 else { return .some(nil) }
    let line = own.lines[index]
    guard let facts = facts(of: line, bytes, component), facts.isOfMoment,
      let moment = DigitMoment(bytes, line.value), Self.isInRange(bytes, line.value),
      facts.value == .none || (facts.value == .date) != moment.hasTime
    else { return nil }
    own.place(index)
    var date = Date(value: line.value, moment: moment)
    guard facts.hasZone else { return date }
    guard facts.zone >= 0, moment.hasTime, !moment.isUTC, let local = moment.local, let place,
      case let zone = place.zones[facts.zone], let known = zone.zone,
      !zone.isNeeded(for: local, recurs: own.first(.rrule) >= 0)
    else { return nil }
    let utc = known.instant(of: local).utc
    guard utc.day.year >= 1980, utc.day.year < 9999 else { return nil }
    (date.utc, date.zone) = (utc, facts.zone)
    return date
  }

  private mutating func dates(
    _ bytes: Span<UInt8>, _ component: Component, _ created: Range<Int>, _ modified: Range<Int>,
    _ completed: Range<Int>, _ status: Status, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let due = date(.due, bytes, component), let start = date(.dtstart, bytes, component) else {
      return false
    }
    if let due { put(.due, due, bytes, &output) }
    if let start { put(.scheduled, start, bytes, &output) }
    let other = created.isEmpty ? modified : created
    put(.entry, other, bytes, &output)
    let last = modified.isEmpty ? other : modified
    put(.modified, last, bytes, &output)
    if created.isEmpty { absent |= 1 << 2 }
    if modified.isEmpty { absent |= 1 << 3 }
    let isOver = status == .completed || status == .cancelled
    if isOver {
      put(.end, completed.isEmpty ? last : completed, bytes, &output)
      if completed.isEmpty { absent |= 1 << 4 }
    } else if status == .inProcess {
      put(.start, last, bytes, &output)
    }
    if let due { putExact(.listo_due, .listo_due_utc, due, bytes, &output) }
    if let start { putExact(.listo_start, .listo_start_utc, start, bytes, &output) }
    if !isOver, let moment = DigitMoment(bytes, completed) {
      key(.listo_completed, &output)
      output.append(moment.quotedISO)
    }
    return true
  }

  /// A UTC time; the first that Taskwarrior takes where there is none.
  private func put(
    _ key: Key, _ utc: Range<Int>, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    self.key(key, &output)
    output.put(0x22)
    if utc.isEmpty { output.put(Self.first) } else { output.append(bytes, utc) }
    output.put(0x22)
  }

  private static let first = Array(TaskwarriorDates.first.utf8)

  private func put(_ key: Key, _ date: Date, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    self.key(key, &output)
    output.put(0x22)
    if let utc = date.utc {
      Self.put(utc, &output)
    } else {
      output.append(bytes, date.value)
      if !date.moment.hasTime { output.put(Self.midnight) } else if !date.moment.isUTC { output.put(0x5A) }
    }
    output.put(0x22)
  }

  private static let midnight = Array("T000000Z".utf8)

  /// `20261201T101500Z`
  private static func put(_ utc: LocalDateTime, _ output: inout OutputSpan<UInt8>) {
    func put(_ number: Int) {
      output.put(0x30 + UInt8(truncatingIfNeeded: number / 10))
      output.put(0x30 + UInt8(truncatingIfNeeded: number % 10))
    }
    put(utc.day.year / 100)
    put(utc.day.year % 100)
    put(utc.day.month)
    put(utc.day.day)
    output.put(0x54)
    put(utc.hour)
    put(utc.minute)
    put(utc.second)
    output.put(0x5A)
  }

  /// What the date is where that is no UTC time.
  private func putExact(
    _ key: Key, _ written: Key, _ date: Date, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    guard !date.moment.isUTC else { return }
    self.key(key, &output)
    guard date.zone >= 0, let place else { return output.append(date.moment.quotedISO) }
    output.put(0x22)
    for (offset, index) in date.value.enumerated() {
      if offset == 4 || offset == 6 { output.put(0x2D) }
      if offset == 11 || offset == 13 { output.put(0x3A) }
      output.put(bytes[index])
    }
    output.put(0x20)
    // With the quotation mark at its end.
    for byte in place.zones[date.zone].name.dropFirst() { output.put(byte) }
    put(written, date, bytes, &output)
  }

  // MARK: Tags and notes

  /// CATEGORIES of all lines, whose words Taskwarrior takes as they are.
  private mutating func tags(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    let first = own.first(.categories)
    guard first >= 0 else { return true }
    words.removeAll(keepingCapacity: true)
    for index in first..<own.lines.count where own.lines[index].id == .categories {
      guard own.lines[index].parameters.isEmpty else { return false }
      let value = own.lines[index].value
      var start = value.lowerBound
      for place in value {
        if bytes[place] == 0x2C {
          words.append(start..<place)
          start = place + 1
        } else if !Self.isOfTag(bytes[place]) {
          return false
        }
      }
      words.append(start..<value.upperBound)
      own.place(index)
    }
    guard words.count <= 16 else { return false }
    var isSorted = true
    for (number, word) in words.enumerated() {
      guard !word.isEmpty else { return false }
      for other in words[..<number] where Self.areSame(bytes, word, other) { return false }
      if number > 0, !Self.precedes(bytes, words[number - 1], word) { isSorted = false }
    }
    key(.tags, &output)
    for (number, word) in words.enumerated() {
      output.put(number == 0 ? 0x5B : 0x2C)
      output.put(0x22)
      output.append(bytes, word)
      output.put(0x22)
    }
    output.put(0x5D)
    guard !isSorted else { return true }
    key(.listo_tags, &output)
    for (number, word) in words.enumerated() {
      if number == 0 { output.put(0x22) } else { output.put(Self.comma) }
      output.append(bytes, word)
    }
    output.put(0x22)
    return true
  }

  private static let comma = Array(", ".utf8)

  private static func isOfTag(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x2D
  }

  private static func precedes(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    for offset in 0..<min(left.count, right.count) {
      let (one, other) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
      if one != other { return one < other }
    }
    return left.count < right.count
  }

  /// DESCRIPTION: each line an annotation, a second after the one before it.
  private mutating func notes(
    _ bytes: Span<UInt8>, from entry: Range<Int>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard let index = plain(.description) else { return false }
    guard index >= 0 else { return true }
    let value = own.lines[index].value
    let first = DigitMoment(bytes, entry)?.local ?? LocalDateTime(startOf: Day(daysSince1970: 3652))
    let seconds = Instant(utc: first).seconds
    var (count, isWhole) = (0, true)
    var start = value.lowerBound
    var place = start
    while place <= value.upperBound {
      let isEscape = place + 1 < value.upperBound && bytes[place] == 0x5C
      let isEnd = place >= value.upperBound || isEscape && bytes[place + 1] | 0x20 == 0x6E
      guard isEnd else {
        place += isEscape ? 2 : 1
        continue
      }
      let line = start..<min(place, value.upperBound)
      if line.isEmpty {
        isWhole = false
      } else {
        guard Self.isShown(bytes, line) else { return false }
        if count == 0 { key(.annotations, &output) }
        output.put(count == 0 ? 0x5B : 0x2C)
        output.put(Self.noteBegin)
        let (second, next) = (first.second + count, seconds + Int64(count))
        if second < 60,
          let local = LocalDateTime(day: first.day, hour: first.hour, minute: first.minute, second: second)
        {
          Self.put(local, &output)
        } else {
          Self.put(Instant(seconds: next).utc, &output)
        }
        output.put(Self.noteMiddle)
        guard output.putString(bytes, line, isText: true) else { return false }
        output.put(0x7D)
        count += 1
      }
      start = place + 2
      place = start
    }
    if count > 0 { output.put(0x5D) }
    guard !isWhole else { return true }
    key(.listo_notes, &output)
    return output.putString(bytes, value, isText: true)
  }

  private static let noteBegin = Array("{\"entry\":\"".utf8)
  private static let noteMiddle = Array("\",\"description\":".utf8)

  /// Something stands there that is surely no white space.
  private static func isShown(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    for place in line {
      switch bytes[place] {
      case 0x21..<0x7F, 0xC3...0xE0, 0xE4...: return true
      default: continue
      }
    }
    return false
  }

  // MARK: The rest

  /// The lines that no attribute has, and the components.
  private mutating func rest(
    _ bytes: Span<UInt8>, _ component: Component, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    var isFirst = true
    for index in own.lines.indices where !own.isPlaced(index) {
      begin(&isFirst, &output)
      guard Self.put(own.lines[index], bytes, &output) else { return false }
    }
    if component.hasChildren {
      for child in component.children {
        begin(&isFirst, &output)
        guard put(child, &output) else { return false }
      }
    }
    if !isFirst { output.put(0x22) }
    return true
  }

  private func begin(_ isFirst: inout Bool, _ output: inout OutputSpan<UInt8>) {
    if isFirst {
      key(.listo_rest, &output)
      output.put(0x22)
    } else {
      output.put(Self.lineFeed)
    }
    isFirst = false
  }

  private static let lineFeed = Array("\\n".utf8)

  /// A whole line.
  private static func put(
    _ line: LineParts, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let start = line.nameEnd - nameCounts[Int(line.id.rawValue)]
    return output.putPart(bytes, start..<line.value.upperBound, isText: false)
  }

  private static let nameCounts = PropertyID.allCases.map { $0.name.utf8.count }

  /// A component without others.
  private mutating func put(_ child: Component, _ output: inout OutputSpan<UInt8>) -> Bool {
    let bytes = child.bytes
    guard child.kind == .valarm, !child.hasChildren, inner.take(child, bytes) else { return false }
    output.put(Self.alarmBegin)
    let unfolded = inner.unfolded
    for line in inner.lines {
      guard line.id != .other, line.id != .malformed else { return false }
      output.put(Self.lineFeed)
      guard Self.put(line, unfolded.isEmpty ? bytes.span : unfolded.span, &output) else { return false }
    }
    output.put(Self.alarmEnd)
    return true
  }

  private static let alarmBegin = Array("BEGIN:VALARM".utf8)
  private static let alarmEnd = Array("\\nEND:VALARM".utf8)
}
