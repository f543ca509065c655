internal import ICalendar
internal import ListoModel

/// A reminder taken apart in the common case as ``DecomposedReminder`` does it: by the places of its lines,
/// without a text, a property or a value for any of them.
///
/// The common case has no parameter that a field does not say, no value that is not one of its property, no
/// zone whose definition is lost, no component but plain alarms, and only UTF-8; any other is left to
/// ``DecomposedReminder``.
struct FieldLines: Sendable {
  private var own = PlacedLines()
  private var alarm = PlacedLines()
  /// Lines that no field is read from, and those of a field that has its value.
  private(set) var rest: [LineParts] = []
  /// A field came again, whose further lines are in the rest: what is lost of them ``DecomposedReminder``
  /// tells.
  private var hasRepetitions = false
  /// Lines of alarms that their words do not say.
  private var alarmDetails = 0
  /// The times that have a zone, with its index in ``ReminderPlace/zones``.
  private(set) var zoned: [(id: FieldID, zone: Int)] = []
  /// The tags, or the words of alarms, that were met.
  private var known = QuickTexts()

  /// Takes a component in, but for its alarms, in the place of the last one.
  ///
  /// - Returns: false in any case but the common one: then what was taken in means nothing.
  mutating func take(
    _ component: Component, _ place: inout ReminderPlace, into fields: inout FieldPlaces
  ) -> Bool {
    guard component.kind == .vtodo, component.bytes.span.isUTF8, own.take(component, component.bytes) else {
      return false
    }
    let bytes = bytes(of: component)
    return take(bytes.span, component, &place, &fields)
  }

  /// Takes the alarms of a component in that was taken in.
  ///
  /// - Returns: the same.
  mutating func takeAlarms(
    of component: Component, _ place: inout ReminderPlace, into fields: inout FieldPlaces
  ) -> Bool {
    guard component.hasChildren else { return true }
    let bytes = bytes(of: component)
    for child in component.children {
      guard child.kind == .valarm, !child.hasChildren, takeAlarm(child, bytes.span, &place, &fields) else {
        return false
      }
    }
    return true
  }

  /// The bytes in which the places lie.
  func bytes(of component: Component) -> ArraySlice<UInt8> {
    own.bytes(of: component)
  }

  // MARK: What is lost

  /// Counts what has no place among the fields, as ``Losses/add(restOf:without:areLeftOut:in:)`` does.
  ///
  /// - Parameters:
  ///   - bytes: in which the lines stand.
  ///   - missing: the fields that have no place in the format.
  ///   - areLeftOut: the format has places for these, which were not asked for.
  /// - Returns: false, and nothing is counted, where the lines alone do not say what is lost.
  func count(
    _ fields: FieldPlaces, _ bytes: Span<UInt8>, without missing: [FieldID], areLeftOut: Bool,
    in losses: inout Losses
  ) -> Bool {
    guard !hasRepetitions else { return false }
    let isWhole = rest.isEmpty && alarmDetails == 0 && !missing.contains(where: fields.has)
    guard !isWhole else { return true }
    // Of each thing that is kept its name is told.
    guard !losses.keepsEntries, missing.isEmpty || !isMadePerhaps(fields, bytes, missing) else {
      return false
    }
    for id in missing where fields.has(id) {
      let count = id == .alarms ? fields.alarms.count : 1
      losses.add(Losses.word(for: id), count: count, areLeftOut: areLeftOut)
    }
    for line in rest where line.id != .xTodotxtLine {
      losses.add(Losses.word(forForeign: line.id), count: 1)
    }
    if alarmDetails > 0, !missing.contains(.alarms) { losses.add("alarm detail", count: alarmDetails) }
    return true
  }

  /// One of these may be what a reader put there: see ``Losses/isMade(_:of:)``.
  private func isMadePerhaps(_ fields: FieldPlaces, _ bytes: Span<UInt8>, _ missing: [FieldID]) -> Bool {
    let uid = fields[.uid]
    return missing.contains(.uid) && UUIDv5.isLike(bytes, uid)
      || missing.contains(.stamp) && fields.moment(.stamp) == Self.epoch
  }

  private static let epoch = DigitMoment(.utc(LocalDateTime(startOf: Day(daysSince1970: 0))))

  // MARK: Taking in

  private mutating func take(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace, _ fields: inout FieldPlaces
  ) -> Bool {
    rest.removeAll(keepingCapacity: true)
    hasRepetitions = false
    zoned.removeAll(keepingCapacity: true)
    alarmDetails = 0
    fields.removeAll(isEscaped: true)
    for index in own.lines.indices {
      guard take(index, bytes, component, &place, &fields) else { return false }
    }
    guard zoned.isEmpty || takeZones(place, &fields) else { return false }
    if !fields.has(.status) { fields.set(fields.impliedStatus(bytes), isWritten: false) }
    return true
  }

  private mutating func take(
    _ index: Int, _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ fields: inout FieldPlaces
  ) -> Bool {
    let line = own.lines[index]
    guard let id = DecomposedReminder.field(of: line.id) else {
      rest.append(line)
      return line.id != .duration
    }
    let facts = place.facts(of: line, bytes, component)
    guard id == .tags || !fields.has(id) else {
      rest.append(line)
      hasRepetitions = true
      return id != .parent || facts.isOfParent
    }
    guard !line.value.isEmpty else { return false }
    switch id {
    case .tags: return facts.isPlain(.text) && takeTags(bytes, line.value, &fields)
    case .status:
      fields.set(Status(bytes, line.value), isWritten: true)
      return line.parameters.isEmpty
    case .stamp, .created, .modified, .completed, .recurrenceID, .due, .start:
      return take(id, bytes, line.value, facts, &fields)
    default: fields.set(id, line.value)
    }
    switch id {
    case .uid, .title, .notes, .location, .classification: return facts.isPlain(.text)
    case .url: return facts.isPlain(.uri)
    case .recurrence, .geo:
      return (line.parameters.isEmpty || id == .recurrence && facts.isPlain(.recur))
        && FieldPlaces.isRaw(line.id, bytes, line.value)
    case .parent: return facts.isOfParent
    case .sequence, .percent, .priority, .order:
      return facts.isPlain(.integer) && bytes.isPlainInteger(line.value)
    default: return false
    }
  }

  /// A time.
  private mutating func take(
    _ id: FieldID, _ bytes: Span<UInt8>, _ value: Range<Int>, _ facts: ParameterFacts,
    _ fields: inout FieldPlaces
  ) -> Bool {
    guard let moment = facts.moment(bytes, value) else { return false }
    fields.set(id, moment)
    guard facts.hasZone else { return true }
    guard facts.zone >= 0, moment.hasTime, !moment.isUTC else { return false }
    zoned.append((id, facts.zone))
    return true
  }

  /// The names of zones; false where one of them does not say what its definition says.
  private func takeZones(_ place: ReminderPlace, _ fields: inout FieldPlaces) -> Bool {
    for (id, index) in zoned {
      let zone = place.zones[index]
      guard let local = fields.moment(id)?.local,
        !zone.isNeeded(for: local, recurs: fields.has(.recurrence))
      else { return false }
      fields.set(id, zone: zone.tzid)
    }
    return true
  }

  /// The texts of a line of CATEGORIES, without escapes, none of them empty or there already.
  private mutating func takeTags(
    _ bytes: Span<UInt8>, _ value: Range<Int>, _ fields: inout FieldPlaces
  ) -> Bool {
    if fields.tags.isEmpty { known = QuickTexts() }
    var start = value.lowerBound
    while start <= value.upperBound {
      var end = start
      while end < value.upperBound, bytes[end] != 0x2C {
        guard bytes[end] != 0x5C else { return false }
        end += 1
      }
      guard start < end, known.add(bytes, start..<end), known.count > fields.tags.count else { return false }
      fields.add(tag: start..<end)
      start = end + 1
    }
    return true
  }

  // MARK: Alarms

  private mutating func takeAlarm(
    _ component: Component, _ own: Span<UInt8>, _ place: inout ReminderPlace, _ fields: inout FieldPlaces
  ) -> Bool {
    let bytes = component.bytes
    guard alarm.take(component, bytes) else { return false }
    if alarm.unfolded.isEmpty { return takeAlarm(bytes.span, component, own, &place, &fields) }
    let unfolded = alarm.unfolded
    return takeAlarm(unfolded.span, component, own, &place, &fields)
  }

  private mutating func takeAlarm(
    _ bytes: Span<UInt8>, _ component: Component, _ own: Span<UInt8>, _ place: inout ReminderPlace,
    _ fields: inout FieldPlaces
  ) -> Bool {
    let index = alarm.first(.trigger)
    guard index >= 0, alarm.first(.proximity) < 0, alarm.first(.xAppleProximity) < 0 else { return false }
    let line = alarm.lines[index]
    let facts = place.facts(of: line, bytes, component)
    guard !facts.hasOthers, !facts.hasZone, facts.relation == .none, facts.related != .other else {
      return false
    }
    if facts.value == .dateTime || facts.value == .none, let moment = DigitMoment(bytes, line.value) {
      guard moment.isUTC, !bytes.holds(Self.noAlarm, at: line.value.lowerBound) else { return false }
    } else {
      guard facts.value == .none || facts.value == .duration,
        AlarmText.isPlainDuration(bytes, line.value)
      else { return false }
    }
    if fields.alarms.isEmpty { known = QuickTexts() }
    var word = fields.keep(bytes, line.value)
    if facts.related == .end { word = word.lowerBound..<fields.keep(Self.end).upperBound }
    guard known.add(fields.own.span, word), known.count > fields.alarms.count else { return false }
    fields.add(alarm: word)
    return countDetails(bytes, own, title: fields.has(.title) ? fields[.title] : nil)
  }

  private static let noAlarm = Array(Quirks.appleNoAlarm.iCalendarText.utf8)
  private static let end = Array("/end".utf8)
  private static let display = Array("DISPLAY".utf8)
  private static let defaultTitle = Array(AlarmText.defaultText.utf8)

  /// Those lines of an alarm that ``AlarmText/lost(of:title:)`` finds; false where it must be asked.
  private mutating func countDetails(
    _ bytes: Span<UInt8>, _ own: Span<UInt8>, title: Range<Int>?
  ) -> Bool {
    for line in alarm.lines {
      switch line.id {
      case .trigger: continue
      case .action:
        // What is no letter in upper case may mean the same.
        guard line.value.count == Self.display.count, bytes.holds(Self.display, at: line.value.lowerBound)
        else { return false }
      case .description:
        let isSame =
          if let title {
            Self.isSame(bytes, line.value, own, title)
          } else {
            Self.isSame(bytes, line.value, Self.defaultTitle.span, 0..<Self.defaultTitle.count)
          }
        guard let isSame else { return false }
        if !isSame { alarmDetails += 1 }
      default: alarmDetails += 1
      }
    }
    return true
  }

  /// Two values are the same TEXT; nil where only the texts tell.
  private static func isSame(
    _ left: Span<UInt8>, _ leftRange: Range<Int>, _ right: Span<UInt8>, _ rightRange: Range<Int>
  ) -> Bool? {
    if leftRange.count == rightRange.count,
      left.isSame(leftRange.count, from: leftRange.lowerBound, as: right, from: rightRange.lowerBound)
    {
      return true
    }
    // No other text is equal to one of letters and blanks alone, and with an escape it has another sign.
    return isOfLetters(left, leftRange) || isOfLetters(right, rightRange) ? false : nil
  }

  private static func isOfLetters(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range {
      let byte = bytes[index]
      // The sign of kelvin is a K.
      guard byte == 0x20 || (byte | 0x20) &- 0x61 < 26 && byte != 0x4B else { return false }
    }
    return true
  }
}
