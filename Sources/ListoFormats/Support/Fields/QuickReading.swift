internal import ICalendar
internal import ListoModel

/// A reminder taken apart in the common case as ``DecomposedReminder`` does it: by the places of its lines, without a text, a property or
/// a value for any of them.
///
/// The common case has each property of a field once, no parameter that a field does not say, no value that is not one of its property,
/// no zone whose definition is lost, no component but plain alarms, and only UTF-8; any other is left to ``DecomposedReminder``. Tests
/// hold what is written of the two to be the same.
struct QuickReading: Sendable {
  private var own = QuickLines()
  private var alarm = QuickLines()
  /// A bit for each field that is there, by its position.
  private var present: UInt32 = 0
  /// Of each that is there its line.
  private var places = InlineArray<32, UInt8>(repeating: 0)
  /// Lines that no field is read from.
  private var foreign: [PropertyID] = []
  /// The words of the alarms, and where each stands.
  private(set) var alarmBytes: [UInt8] = []
  private(set) var alarmWords = QuickTexts()
  /// Lines of alarms that their words do not say.
  private var alarmDetails = 0
  /// The zones of DUE and DTSTART in ``ReminderPlace/zones``; -1 for none.
  private var (dueZone, startZone) = (-1, -1)
  private(set) var tags = QuickTexts()

  /// Takes a component in, in the place of the last one.
  ///
  /// - Returns: false in any case but the common one: then what was taken in means nothing.
  mutating func take(_ component: Component, _ place: inout ReminderPlace) -> Bool {
    let bytes = component.bytes
    guard component.kind == .vtodo, bytes.span.isUTF8, own.take(component, bytes) else { return false }
    let children = component.hasChildren ? component.children : []
    if own.unfolded.isEmpty { return take(bytes, component, children, &place) }
    let unfolded = own.unfolded
    return take(unfolded[...], component, children, &place)
  }

  /// Calls a closure with the bytes in which the lines stand.
  func withBytes<Result>(of component: Component, _ body: (Span<UInt8>) -> Result) -> Result {
    if own.unfolded.isEmpty {
      let bytes = component.bytes
      return body(bytes.span)
    }
    return body(own.unfolded.span)
  }

  @inline(__always)
  func has(_ id: FieldID) -> Bool { present & 1 << UInt32(id.position) != 0 }

  /// Where the value of a field stands, as raw octets, unfolded; empty for none, and for alarms.
  @inline(__always)
  subscript(id: FieldID) -> Range<Int> {
    has(id) && id != .alarms ? own.lines[Int(places[id.position])].value : 0..<0
  }

  /// The zone of a time.
  func zone(_ id: FieldID, _ place: ReminderPlace) -> TravellingZone? {
    let index = id == .due ? dueZone : id == .start ? startZone : -1
    return index < 0 ? nil : place.zones[index]
  }

  /// All that was taken in has a place among the fields, so that there is nothing to count.
  func isWhole(without missing: [FieldID]) -> Bool {
    foreign.isEmpty && alarmDetails == 0 && !missing.contains(where: has)
  }

  /// Counts what has no place among the fields, as ``Losses/add(restOf:without:areLeftOut:in:)`` does.
  ///
  /// - Parameters:
  ///   - bytes: in which the lines stand.
  ///   - missing: the fields that have no place in the format.
  ///   - areLeftOut: the format has places for these, which were not asked for.
  /// - Returns: false, and nothing is counted, where the lines alone do not say what is lost.
  func count(
    _ bytes: Span<UInt8>, without missing: [FieldID], areLeftOut: Bool = false, in losses: inout Losses
  ) -> Bool {
    guard !losses.keepsEntries || isWhole(without: missing),
      missing.isEmpty || !isMadePerhaps(bytes, missing)
    else { return false }
    for id in missing where has(id) {
      let count = id == .alarms ? alarmWords.count : 1
      losses.add(Losses.word(for: id), count: count, areLeftOut: areLeftOut)
    }
    for id in foreign { losses.add(Losses.word(forForeign: id), count: 1) }
    if alarmDetails > 0, !missing.contains(.alarms) { losses.add("alarm detail", count: alarmDetails) }
    return true
  }

  /// One of these may be what a reader put there: see ``Losses/isMade(_:of:)``.
  private func isMadePerhaps(_ bytes: Span<UInt8>, _ missing: [FieldID]) -> Bool {
    let (uid, stamp) = (self[.uid], self[.stamp])
    return missing.contains(.uid) && uid.count == 36 && bytes[uid.lowerBound + 14] == 0x35
      || missing.contains(.stamp) && stamp.count == 16 && bytes[stamp.lowerBound] == 0x31
        && bytes[stamp.lowerBound + 1] == 0x39
  }

  // MARK: Taking in

  private mutating func take(
    _ bytes: ArraySlice<UInt8>, _ component: Component, _ children: [Component], _ place: inout ReminderPlace
  ) -> Bool {
    foreign.removeAll(keepingCapacity: true)
    (present, dueZone, startZone, tags, alarmDetails) = (0, -1, -1, QuickTexts(), 0)
    for index in own.lines.indices {
      guard take(index, bytes, bytes.span, component, &place) else { return false }
    }
    if tags.count > 0 { present |= 1 << UInt32(FieldID.tags.position) }
    guard areZonesKnown(bytes.span, place) else { return false }
    if alarmWords.count > 0 { alarmWords = QuickTexts() }
    guard !children.isEmpty else { return true }
    alarmBytes.removeAll(keepingCapacity: true)
    for child in children {
      guard child.kind == .valarm, !child.hasChildren, takeAlarm(child, bytes.span, &place) else {
        return false
      }
    }
    present |= 1 << UInt32(FieldID.alarms.position)
    return true
  }

  private mutating func take(
    _ index: Int, _ bytes: ArraySlice<UInt8>, _ span: Span<UInt8>, _ component: Component,
    _ place: inout ReminderPlace
  ) -> Bool {
    let line = own.lines[index]
    guard let id = DecomposedReminder.field(of: line.id) else {
      foreign.append(line.id)
      return line.id != .duration
    }
    let bit: UInt32 = 1 << UInt32(id.position)
    guard present & bit == 0, !line.value.isEmpty else { return false }
    var facts = ParameterFacts.none
    if !line.parameters.isEmpty {
      guard let found = place.facts(of: span, line.parameters, component, line.line) else { return false }
      facts = found
    }
    guard id != .tags else { return facts.isPlain(.text) && takeTags(span, line.value) }
    present |= bit
    places[id.position] = UInt8(truncatingIfNeeded: index)
    switch id {
    case .uid, .title, .notes, .location, .classification: return facts.isPlain(.text)
    case .url: return facts.isPlain(.uri)
    case .recurrence, .geo:
      // Of another array than that in which a component's bytes stand, whose first index is not 0.
      let start = bytes.startIndex
      let value = bytes[start + line.value.lowerBound..<start + line.value.upperBound]
      return (line.parameters.isEmpty || id == .recurrence && facts.isPlain(.recur))
        && ContentValue.wanted(by: line.id, value, as: nil) == nil
    case .parent:
      return facts.relation != .other && !facts.hasOthers && !facts.hasZone && facts.related == .none
        && (facts.value == .none || facts.value == .text)
    case .status:
      return line.parameters.isEmpty
        && Self.statuses.contains {
          $0.count == line.value.count && span.holds($0, at: line.value.lowerBound)
        }
    case .sequence, .percent, .priority, .order:
      return facts.isPlain(.integer) && QuickReminder.isPlainInteger(span, line.value)
    case .stamp, .created, .modified, .completed, .recurrenceID, .due, .start:
      guard facts.isOfMoment, let moment = DigitMoment(span, line.value),
        facts.value == .none || (facts.value == .date) != moment.hasTime
      else { return false }
      guard facts.hasZone else { return true }
      guard facts.zone >= 0, moment.hasTime, !moment.isUTC else { return false }
      if id == .due { dueZone = facts.zone } else if id == .start { startZone = facts.zone }
      return id == .due || id == .start
    case .tags, .alarms: return false
    }
  }

  private static let statuses = ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"].map {
    Array($0.utf8)
  }

  private func areZonesKnown(_ bytes: Span<UInt8>, _ place: ReminderPlace) -> Bool {
    for (zone, id) in [(dueZone, FieldID.due), (startZone, .start)] where zone >= 0 {
      guard let local = DigitMoment(bytes, self[id])?.local,
        !place.zones[zone].isNeeded(for: local, recurs: has(.recurrence))
      else { return false }
    }
    return true
  }

  /// The texts of a line of CATEGORIES, without escapes, none of them empty or there already.
  private mutating func takeTags(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    var start = value.lowerBound
    while start <= value.upperBound {
      var end = start
      while end < value.upperBound, bytes[end] != 0x2C {
        guard bytes[end] != 0x5C else { return false }
        end += 1
      }
      let count = tags.count
      guard start < end, tags.add(bytes, start..<end), tags.count > count else { return false }
      start = end + 1
    }
    return true
  }

  // MARK: Alarms

  private mutating func takeAlarm(
    _ component: Component, _ own: Span<UInt8>, _ place: inout ReminderPlace
  ) -> Bool {
    let bytes = component.bytes
    guard alarm.take(component, bytes) else { return false }
    if alarm.unfolded.isEmpty { return takeAlarm(bytes.span, component, own, &place) }
    let unfolded = alarm.unfolded
    return takeAlarm(unfolded.span, component, own, &place)
  }

  private mutating func takeAlarm(
    _ bytes: Span<UInt8>, _ component: Component, _ own: Span<UInt8>, _ place: inout ReminderPlace
  ) -> Bool {
    let index = alarm.first(.trigger)
    guard index >= 0, alarm.first(.proximity) < 0, alarm.first(.xAppleProximity) < 0 else { return false }
    let line = alarm.lines[index]
    var facts = ParameterFacts.none
    if !line.parameters.isEmpty {
      guard let found = place.facts(of: bytes, line.parameters, component, line.line) else { return false }
      facts = found
    }
    guard !facts.hasOthers, !facts.hasZone, facts.relation == .none, facts.related != .other else {
      return false
    }
    if facts.value == .dateTime || facts.value == .none, let moment = DigitMoment(bytes, line.value) {
      guard moment.isUTC, !bytes.holds(Self.noAlarm, at: line.value.lowerBound) else { return false }
    } else {
      guard facts.value == .none || facts.value == .duration,
        QuickFields.isPlainDuration(bytes, line.value)
      else { return false }
    }
    let (start, count) = (alarmBytes.count, alarmWords.count)
    alarmBytes.append(addingCapacity: line.value.count) { $0.append(bytes, line.value) }
    if facts.related == .end { alarmBytes += Self.end }
    let word = start..<alarmBytes.count
    var words = alarmWords
    guard words.add(alarmBytes.span, word), words.count > count else { return false }
    alarmWords = words
    return countDetails(bytes, own)
  }

  private static let noAlarm = Array(Quirks.appleNoAlarm.iCalendarText.utf8)
  private static let end = Array("/end".utf8)
  private static let display = Array("DISPLAY".utf8)
  private static let defaultTitle = Array(AlarmText.defaultText.utf8)

  /// Those lines of an alarm that ``AlarmText/lost(of:title:)`` finds; false where it must be asked.
  private mutating func countDetails(_ bytes: Span<UInt8>, _ own: Span<UInt8>) -> Bool {
    for line in alarm.lines {
      switch line.id {
      case .trigger: continue
      case .action:
        // What is no letter in upper case may mean the same.
        guard line.value.count == Self.display.count, bytes.holds(Self.display, at: line.value.lowerBound)
        else { return false }
      case .description:
        let isSame =
          has(.title)
          ? Self.isSame(bytes, line.value, own, self[.title])
          : Self.isSame(bytes, line.value, Self.defaultTitle.span, 0..<Self.defaultTitle.count)
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
