internal import ICalendar

/// Writes a VALARM as an object, by the rules of ``ReminderJSON``: `action` in lower case where it is one of
/// the standards', `trigger` a duration as it is written or a UTC time, `related` (`start`, `end`) only where
/// it is written.
struct AlarmJSON: Sendable {
  private var lines = ObjectLines()
  /// Nothing of the object was appended yet.
  private var isEmpty = true
  /// A zone may be named in it, where no typed key says it.
  private(set) var namesZones = false

  /// How many strings of the alarm held bytes that are not UTF-8.
  var replacements: Int { lines.replacements }

  /// Appends the object.
  mutating func write(
    _ alarm: Component, _ place: inout ReminderPlace, to output: inout OutputSpan<UInt8>
  ) {
    lines.take(alarm)
    isEmpty = true
    let bytes = alarm.bytes
    if lines.own.unfolded.isEmpty {
      write(bytes.span, alarm, &place, &output)
    } else {
      let unfolded = lines.own.unfolded
      write(unfolded.span, alarm, &place, &output)
    }
    namesZones = lines.restHasParameters || alarm.hasChildren
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ alarm: Component, _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) {
    text(.uid, .uid, bytes, alarm, &place, &output)
    action(bytes, alarm, &place, &output)
    trigger(bytes, alarm, &place, &output)
    acknowledged(bytes, alarm, &place, &output)
    text(.description, .description, bytes, alarm, &place, &output)
    if !lines.own.areAllPlaced {
      key(.properties, &output)
      lines.writeRest(bytes, alarm, to: &output)
    }
    if alarm.hasChildren || !lines.own.malformed.isEmpty { writeEnd(alarm, &output) }
    if isEmpty { output.put(0x7B) }
    output.put(0x7D)
  }

  @inline(__always)
  private mutating func key(_ key: AlarmKey, _ output: inout OutputSpan<UInt8>) {
    output.put(isEmpty ? 0x7B : 0x2C)
    isEmpty = false
    output.put(AlarmKey.json[key.rawValue])
  }

  private mutating func text(
    _ key: AlarmKey, _ id: PropertyID, _ bytes: Span<UInt8>, _ alarm: Component,
    _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(id)
    guard index >= 0, lines.facts(index, bytes, alarm, &place).isPlain(.text) else { return }
    lines.place(index)
    self.key(key, &output)
    lines.write(lines.own.lines[index].value, isText: true, bytes, to: &output)
  }

  private mutating func action(
    _ bytes: Span<UInt8>, _ alarm: Component, _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(.action)
    guard index >= 0, lines.facts(index, bytes, alarm, &place).isPlain(.text) else { return }
    lines.place(index)
    key(.action, &output)
    let value = lines.own.lines[index].value
    for action in Self.actions
    where action.name.count == value.count && bytes.holds(action.name, foldedAt: value.lowerBound) {
      return output.put(action.json)
    }
    lines.write(value, isText: false, bytes, to: &output)
  }

  /// RFC 5545 §3.8.6.1; PROCEDURE is RFC 2445's, NONE Apple's.
  private static let actions = ["display", "audio", "email", "procedure", "none"].map {
    (word: Array($0.utf8), name: Array($0.uppercased().utf8), json: Array("\"\($0)\"".utf8))
  }

  /// An action that is written in lower case, as iCalendar has it; nil for others.
  static func standard(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let bytes = word.span
    for action in actions where action.word.count == bytes.count && bytes.holds(action.word, at: 0) {
      return action.name[...]
    }
    let upper = Array(String(decoding: word, as: UTF8.self).uppercased().utf8)
    return actions.contains { $0.name == upper } ? upper[...] : nil
  }

  private mutating func trigger(
    _ bytes: Span<UInt8>, _ alarm: Component, _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(.trigger)
    guard index >= 0 else { return }
    let facts = lines.facts(index, bytes, alarm, &place)
    guard !facts.hasOthers, !facts.hasZone, facts.relation == .none, facts.related != .other else { return }
    if facts.value == .none || facts.value == .dateTime,
      let time = DigitMoment(bytes, lines.own.lines[index].value, lastSecond: 60), time.hasTime
    {
      key(.trigger, &output)
      output.append(time.quotedISO)
    } else {
      let value = lines.own.lines[index].value
      guard facts.value == .none || facts.value == .duration,
        bytes.isPlainDuration(value)
          || (try? CalendarDuration.parse(lines.octets(index, of: alarm))) != nil
      else { return }
      key(.trigger, &output)
      lines.write(value, isText: false, bytes, to: &output)
    }
    lines.place(index)
    switch facts.related {
    case .start: output.put(Self.relatedToStart)
    case .end: output.put(Self.relatedToEnd)
    case .none, .other: break
    }
  }

  private static let relatedToStart = Array(",\"related\":\"start\"".utf8)
  private static let relatedToEnd = Array(",\"related\":\"end\"".utf8)

  private mutating func acknowledged(
    _ bytes: Span<UInt8>, _ alarm: Component, _ place: inout ReminderPlace, _ output: inout OutputSpan<UInt8>
  ) {
    let index = lines.own.first(.acknowledged)
    guard index >= 0 else { return }
    let facts = lines.facts(index, bytes, alarm, &place)
    guard !facts.hasZone,
      let time = facts.moment(bytes, lines.own.lines[index].value, lastSecond: 60)
    else { return }
    lines.place(index)
    key(.acknowledged, &output)
    output.append(time.quotedISO)
  }

  private mutating func writeEnd(_ alarm: Component, _ output: inout OutputSpan<UInt8>) {
    var unparsed = lines.unparsed(of: alarm)
    let children = alarm.children
    if !children.isEmpty {
      key(.components, &output)
      lines.append(to: &output) { $0.array(children) { JCal.write($1, to: &$0, unparsed: &unparsed) } }
    }
    if !unparsed.isEmpty {
      key(.unparsed, &output)
      lines.append(to: &output) { $0.array(unparsed) { $0.string($1) } }
    }
  }
}
