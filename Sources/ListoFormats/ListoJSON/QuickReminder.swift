internal import ICalendar
internal import ListoModel

/// Writes a reminder in the common case as ``ReminderJSON`` does, byte for byte, in a third of the time: from the places of its lines,
/// with digits copied and nothing counted by reference.
///
/// The common case has no line that cannot be read, no parameter that no typed key holds, no zone that must ride along, no component but
/// plain alarms, and only UTF-8; any other is left to ``ReminderJSON``. A test holds the two to be the same.
struct QuickReminder: Sendable {
  private var own = QuickLines()
  private var alarm = QuickAlarm()
  /// ``ReminderKey/json``, and ``JCal/plainHeads``, as they are appended.
  private let keys = ReminderKey.json.compactMap { ShortText($0) }
  private let heads = JCal.plainHeads.map { ShortText($0) }
  /// Of each byte, whether it stands for itself in an identifier.
  private let identifiers = InlineArray<256, Bool> { ModelIdentifier.standsForItself(UInt8($0)) }
  private let statuses = ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"].map { Array($0.utf8) }

  /// Appends the object of a reminder; false in any case but the common one: then what was appended means nothing.
  mutating func write(
    _ component: Component, _ place: inout ReminderPlace, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let bytes = component.bytes
    guard own.take(component, bytes) else { return false }
    let children = component.hasChildren ? component.children : []
    guard children.allSatisfy({ $0.kind == .valarm }) else { return false }
    if own.unfolded.isEmpty {
      return write(bytes.span, component, children, &place, to: &output) && !output.isFull
    }
    let unfolded = own.unfolded
    return write(unfolded.span, component, children, &place, to: &output) && !output.isFull
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ component: Component, _ children: [Component], _ place: inout ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard writeIdentifier(bytes, place, to: &output),
      string(.uid, .uid, .text, bytes, component, &place, &output),
      string(.title, .summary, .text, bytes, component, &place, &output),
      string(.notes, .description, .text, bytes, component, &place, &output),
      status(bytes, component, &place, &output),
      moment(.completed, .completed, bytes, component, &place, &output),
      moment(.due, .due, zone: .dueZone, instant: .dueInstant, bytes, component, &place, &output),
      moment(.start, .dtstart, zone: .startZone, instant: .startInstant, bytes, component, &place, &output),
      integer(.priority, .priority, bytes, component, &place, &output),
      integer(.percent, .percentComplete, bytes, component, &place, &output),
      tags(bytes, component, &place, &output), parent(bytes, component, &place, &output),
      string(.url, .url, .uri, bytes, component, &place, &output),
      string(.recurrence, .rrule, .recur, bytes, component, &place, &output),
      alarms(children, &place, &output),
      integer(.order, .xAppleSortOrder, bytes, component, &place, &output),
      moment(.created, .created, bytes, component, &place, &output),
      moment(.modified, .lastModified, bytes, component, &place, &output),
      rest(bytes, component, &place, &output)
    else { return false }
    output.put(0x7D)
    return true
  }

  /// A master with a UID that stands for itself in an identifier.
  private mutating func writeIdentifier(
    _ bytes: Span<UInt8>, _ place: ReminderPlace, to output: inout OutputSpan<UInt8>
  )
    -> Bool
  {
    let uid = own.first(.uid)
    guard uid >= 0, own.first(.recurrenceID) < 0 else { return false }
    let value = own.lines[uid].value
    guard !value.isEmpty else { return false }
    for index in value where !identifiers[Int(bytes[index])] { return false }
    output.put(place.head)
    output.append(bytes, value)
    output.put(0x22)
    output.put(place.titles)
    return true
  }

  @inline(__always)
  private mutating func key(_ key: ReminderKey, _ output: inout OutputSpan<UInt8>) {
    output.append(keys[key.rawValue])
  }

  @inline(__always)
  private mutating func facts(
    _ line: LineParts, _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace
  ) -> ParameterFacts? {
    guard !line.parameters.isEmpty else { return ParameterFacts.none }
    return place.facts(of: bytes, line.parameters, component, line.line)
  }

  // MARK: Kinds of keys: each false where the line is left to ReminderJSON

  private mutating func string(
    _ key: ReminderKey, _ id: PropertyID, _ type: ParameterFacts.Value, _ bytes: Span<UInt8>,
    _ component: Component, _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let index = own.first(id)
    guard index >= 0 else { return true }
    guard let facts = facts(own.lines[index], bytes, component, &place), facts.isPlain(type) else {
      return false
    }
    guard type != .recur || bytes.isRecurrence(own.lines[index].value) else { return false }
    own.place(index)
    self.key(key, &output)
    return output.putString(bytes, own.lines[index].value, isText: type == .text)
  }

  private mutating func integer(
    _ key: ReminderKey, _ id: PropertyID, _ bytes: Span<UInt8>, _ component: Component,
    _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let index = own.first(id)
    guard index >= 0 else { return true }
    guard let facts = facts(own.lines[index], bytes, component, &place), facts.isPlain(.integer),
      QuickReminder.isPlainInteger(bytes, own.lines[index].value)
    else { return false }
    own.place(index)
    self.key(key, &output)
    output.append(bytes, own.lines[index].value)
    return true
  }

  /// Digits that are written as they stand: at most nine, without sign or leading zero.
  @inline(__always)
  static func isPlainInteger(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count >= 1, value.count <= 9, value.count == 1 || bytes[value.lowerBound] != 0x30 else {
      return false
    }
    for index in value where bytes[index] &- 0x30 >= 10 { return false }
    return true
  }

  private mutating func status(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let index = own.first(.status)
    guard index >= 0 else { return true }
    let line = own.lines[index]
    guard line.parameters.isEmpty else { return false }
    for word in statuses where word.count == line.value.count {
      guard bytes.holds(word, at: line.value.lowerBound) else { continue }
      own.place(index)
      self.key(.status, &output)
      output.put(0x22)
      for byte in word { output.put(byte == 0x2D ? byte : byte | 0x20) }
      output.put(0x22)
      return true
    }
    return false
  }

  /// A time that has no key for its zone.
  private mutating func moment(
    _ key: ReminderKey, _ id: PropertyID, _ bytes: Span<UInt8>, _ component: Component,
    _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let index = own.first(id)
    guard index >= 0 else { return true }
    guard let facts = facts(own.lines[index], bytes, component, &place), facts.isOfMoment, !facts.hasZone,
      let moment = DigitMoment(bytes, own.lines[index].value),
      facts.value == .none || (facts.value == .date) != moment.hasTime
    else { return false }
    own.place(index)
    self.key(key, &output)
    output.append(moment.quotedISO)
    return true
  }

  private mutating func moment(
    _ key: ReminderKey, _ id: PropertyID, zone zoneKey: ReminderKey, instant instantKey: ReminderKey,
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let index = own.first(id)
    guard index >= 0 else { return true }
    guard let facts = facts(own.lines[index], bytes, component, &place), facts.isOfMoment,
      let moment = DigitMoment(bytes, own.lines[index].value),
      facts.value == .none || (facts.value == .date) != moment.hasTime
    else { return false }
    own.place(index)
    self.key(key, &output)
    output.append(moment.quotedISO)
    guard facts.hasZone else { return true }
    guard facts.zone >= 0, moment.hasTime, !moment.isUTC, let local = moment.local else {
      return false
    }
    self.key(zoneKey, &output)
    output.put(place.zones[facts.zone].name)
    let recurs = own.first(.rrule) >= 0
    guard !place.zones[facts.zone].isNeeded(for: local, recurs: recurs),
      let known = place.zones[facts.zone].zone
    else { return false }
    self.key(instantKey, &output)
    output.append(known.instant(of: local).quotedISO)
    return true
  }

  /// CATEGORIES of all lines. One with an empty category says more than texts can.
  private mutating func tags(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let first = own.first(.categories)
    guard first >= 0 else { return true }
    self.key(.tags, &output)
    var isFirst = true
    for index in first..<own.lines.count where own.lines[index].id == .categories {
      guard own.lines[index].parameters.isEmpty else { return false }
      let value = own.lines[index].value
      var start = value.lowerBound
      var position = start
      while position <= value.upperBound {
        if position < value.upperBound && bytes[position] == 0x5C {
          position += 2
          continue
        }
        if position == value.upperBound || bytes[position] == 0x2C {
          guard position > start else { return false }
          output.put(isFirst ? 0x5B : 0x2C)
          isFirst = false
          guard output.putString(bytes, start..<position, isText: true) else { return false }
          start = position + 1
        }
        position += 1
      }
      // A backslash at the end took the end with it.
      guard start == value.upperBound + 1 else { return false }
      own.place(index)
    }
    output.put(0x5D)
    return true
  }

  /// The first RELATED-TO whose RELTYPE is PARENT, which is the default (RFC 5545 §3.2.15).
  private mutating func parent(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let first = own.first(.relatedTo)
    guard first >= 0 else { return true }
    for index in first..<own.lines.count where own.lines[index].id == .relatedTo {
      guard let facts = facts(own.lines[index], bytes, component, &place) else { return false }
      guard facts.relation != .other else { continue }
      guard !facts.hasOthers, !facts.hasZone, facts.related == .none,
        facts.value == .none || facts.value == .text
      else { return false }
      own.place(index)
      self.key(.parent, &output)
      return output.putString(bytes, own.lines[index].value, isText: true)
    }
    return true
  }

  private mutating func alarms(
    _ children: [Component], _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    guard !children.isEmpty else { return true }
    self.key(.alarms, &output)
    var isFirst = true
    for child in children {
      output.put(isFirst ? 0x5B : 0x2C)
      isFirst = false
      guard alarm.write(child, heads, &place, to: &output) else { return false }
    }
    output.put(0x5D)
    return true
  }

  /// `properties`: what stands under no typed key.
  private mutating func rest(
    _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    var isFirst = true
    for index in own.lines.indices where !own.isPlaced(index) {
      if isFirst { self.key(.properties, &output) }
      output.put(isFirst ? 0x5B : 0x2C)
      isFirst = false
      let line = own.lines[index]
      guard line.parameters.isEmpty, line.id != .other,
        JCal.write(line.id, heads, bytes, line.value, to: &output)
      else { return false }
    }
    if !isFirst { output.put(0x5D) }
    return true
  }
}
