internal import ICalendar
internal import ListoModel

/// Writes a VALARM in the common case as ``AlarmJSON`` does, and leaves any other to it: see ``QuickReminder``.
struct QuickAlarm: Sendable {
  private var own = QuickLines()

  /// Appends the object; false in any case but the common one: then what was appended means nothing.
  ///
  /// - Parameter heads: ``JCal/plainHeads``.
  mutating func write(
    _ component: Component, _ heads: [ShortText?], _ place: inout ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let bytes = component.bytes
    guard !component.hasChildren, own.take(component, bytes), own.unfolded.isEmpty else { return false }
    return write(bytes.span, component, heads, &place, to: &output)
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ component: Component, _ heads: [ShortText?], _ place: inout ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    var isFirst = true
    for (key, property) in Self.keys {
      let index = own.first(property)
      guard index >= 0 else { continue }
      own.place(index)
      output.put(isFirst ? 0x7B : 0x2C)
      isFirst = false
      output.put(AlarmKey.json[key.rawValue])
      guard write(own.lines[index], key, bytes, component, &place, to: &output) else { return false }
    }
    var isFirstOther = true
    for index in own.lines.indices where !own.isPlaced(index) {
      let line = own.lines[index]
      if isFirstOther {
        output.put(isFirst ? 0x7B : 0x2C)
        isFirst = false
        output.put(AlarmKey.json[AlarmKey.properties.rawValue])
      }
      output.put(isFirstOther ? 0x5B : 0x2C)
      isFirstOther = false
      guard line.parameters.isEmpty, line.id != .other,
        JCal.write(line.id, heads, bytes, line.value, to: &output)
      else {
        return false
      }
    }
    if !isFirstOther { output.put(0x5D) }
    if isFirst { output.put(0x7B) }
    output.put(0x7D)
    return true
  }

  /// The typed keys in their order.
  private static let keys = [AlarmKey.uid, .action, .trigger, .acknowledged, .description].map {
    ($0, AlarmJSON.property(of: $0))
  }

  private mutating func write(
    _ line: LineParts, _ key: AlarmKey, _ bytes: Span<UInt8>, _ component: Component,
    _ place: inout ReminderPlace, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    if key == .trigger { return writeTrigger(line, bytes, component, &place, to: &output) }
    guard line.parameters.isEmpty else { return false }
    switch key {
    case .action:
      for action in AlarmJSON.actionNames where action.name.count == line.value.count {
        guard bytes.holds(action.name, at: line.value.lowerBound) else { continue }
        output.put(action.json)
        return true
      }
      return false
    case .acknowledged:
      guard let moment = DigitMoment(bytes, line.value) else { return false }
      output.append(moment.quotedISO)
      return true
    default: return output.putString(bytes, line.value, isText: true)
    }
  }

  private mutating func writeTrigger(
    _ line: LineParts, _ bytes: Span<UInt8>, _ component: Component, _ place: inout ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    var facts = ParameterFacts.none
    if !line.parameters.isEmpty {
      guard let found = place.facts(of: bytes, line.parameters, component, line.line) else {
        return false
      }
      facts = found
    }
    guard !facts.hasOthers, !facts.hasZone, facts.relation == .none, facts.related != .other else {
      return false
    }
    if facts.value == .dateTime || facts.value == .none, let moment = DigitMoment(bytes, line.value) {
      guard moment.hasTime else { return false }
      output.append(moment.quotedISO)
    } else {
      guard facts.value == .none || facts.value == .duration, Self.isPlainDuration(bytes, line.value) else {
        return false
      }
      output.put(0x22)
      output.append(bytes, line.value)
      output.put(0x22)
    }
    switch facts.related {
    case .start: output.put(Self.relatedToStart)
    case .end: output.put(Self.relatedToEnd)
    case .none, .other: break
    }
    return true
  }

  private static let relatedToStart = Array(",\"related\":\"start\"".utf8)
  private static let relatedToEnd = Array(",\"related\":\"end\"".utf8)

  /// Digits and one unit, such as `-PT15M` or `P1D` (RFC 5545 §3.3.6).
  static func isPlainDuration(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    var index = value.lowerBound
    guard value.count >= 3, value.count <= 12 else { return false }
    if bytes[index] == 0x2D || bytes[index] == 0x2B { index += 1 }
    guard bytes[index] == 0x50 else { return false }
    index += 1
    let isTime = index < value.upperBound && bytes[index] == 0x54
    if isTime { index += 1 }
    let digits = index
    while index < value.upperBound, bytes[index] &- 0x30 < 10 { index += 1 }
    guard index > digits, index - digits <= 6, index == value.upperBound - 1 else { return false }
    switch bytes[index] {
    case 0x48, 0x4D, 0x53: return isTime
    case 0x44, 0x57: return !isTime
    default: return false
    }
  }
}
