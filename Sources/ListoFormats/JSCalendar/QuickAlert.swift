internal import ICalendar
internal import ListoModel

/// Writes a VALARM in the common case as ``JSAlert`` does, with its identifier before it, and leaves any other to it: see ``QuickTask``.
struct QuickAlert: Sendable {
  private var own = QuickLines()

  /// Appends the identifier, a colon and the object; false in any case but the common one: then what was appended means nothing.
  ///
  /// - Parameters:
  ///   - alarm: one without components.
  ///   - heads: ``JCal/plainHeads``.
  mutating func write(
    _ alarm: Component, _ heads: [ShortText?], _ place: inout ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let bytes = alarm.bytes
    guard own.take(alarm, bytes) else { return false }
    for index in own.lines.indices {
      switch own.lines[index].id {
      case .trigger, .action, .acknowledged, .uid:
        guard own.first(own.lines[index].id) == index else { return false }
      case .relatedTo, .other: return false
      default: break
      }
    }
    if own.unfolded.isEmpty { return write(bytes.span, alarm, heads, &place, to: &output) }
    let unfolded = own.unfolded
    return write(unfolded.span, alarm, heads, &place, to: &output)
  }

  private mutating func write(
    _ bytes: Span<UInt8>, _ alarm: Component, _ heads: [ShortText?], _ place: inout ReminderPlace,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let uid = own.first(.uid)
    guard uid >= 0, own.lines[uid].parameters.isEmpty, !own.lines[uid].value.isEmpty,
      output.putString(bytes, own.lines[uid].value, isText: true)
    else { return false }
    output.put(Self.begin)
    guard trigger(bytes, alarm, &place, &output), action(bytes, &output), acknowledged(bytes, &output) else {
      return false
    }
    output.put(Self.rest)
    var isFirst = true
    for index in own.lines.indices where !own.isPlaced(index) {
      if !isFirst { output.put(0x2C) }
      isFirst = false
      let line = own.lines[index]
      guard line.parameters.isEmpty, JCal.write(line.id, heads, bytes, line.value, to: &output) else {
        return false
      }
    }
    output.put(Self.end)
    return true
  }

  private static let begin = Array(":{\"@type\":\"Alert\"".utf8)
  private static let rest = Array(",\"iCalendar\":{\"name\":\"valarm\",\"properties\":[".utf8)
  private static let end = Array("]}}".utf8)

  private mutating func trigger(
    _ bytes: Span<UInt8>, _ alarm: Component, _ place: inout ReminderPlace,
    _ output: inout OutputSpan<UInt8>
  ) -> Bool {
    let index = own.first(.trigger)
    guard index >= 0 else { return true }
    let line = own.lines[index]
    var facts = ParameterFacts.none
    if !line.parameters.isEmpty {
      guard let found = place.facts(of: bytes, line.parameters, alarm, line.line) else { return false }
      facts = found
    }
    guard !facts.hasOthers, !facts.hasZone, facts.relation == .none, facts.related != .other else {
      return false
    }
    own.place(index)
    if let moment = DigitMoment(bytes, line.value) {
      guard moment.isUTC, facts.related == .none, facts.value == .none || facts.value == .dateTime else {
        return false
      }
      output.put(Self.absolute)
      output.append(moment.quotedISO)
    } else {
      guard facts.value == .none || facts.value == .duration, bytes[line.value.lowerBound] != 0x2B,
        QuickAlarm.isPlainDuration(bytes, line.value)
      else { return false }
      output.put(Self.offset)
      output.put(0x22)
      output.append(bytes, line.value)
      output.put(0x22)
      if facts.related != .none { output.put(facts.related == .start ? Self.toStart : Self.toEnd) }
    }
    output.put(0x7D)
    return true
  }

  private static let absolute = Array(",\"trigger\":{\"@type\":\"AbsoluteTrigger\",\"when\":".utf8)
  private static let offset = Array(",\"trigger\":{\"@type\":\"OffsetTrigger\",\"offset\":".utf8)
  private static let toStart = Array(",\"relativeTo\":\"start\"".utf8)
  private static let toEnd = Array(",\"relativeTo\":\"end\"".utf8)

  /// DISPLAY and EMAIL, and any other as it is.
  private mutating func action(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    let index = own.first(.action)
    guard index >= 0 else { return true }
    guard own.lines[index].parameters.isEmpty else { return false }
    let value = own.lines[index].value
    for (word, json) in Self.actions where word.count == value.count {
      guard bytes.holds(word, at: value.lowerBound) else { continue }
      own.place(index)
      output.put(json)
    }
    return true
  }

  private static let actions = [("DISPLAY", "display"), ("EMAIL", "email")].map {
    (Array($0.utf8), Array(",\"action\":\"\($1)\"".utf8))
  }

  private mutating func acknowledged(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    let index = own.first(.acknowledged)
    guard index >= 0 else { return true }
    guard own.lines[index].parameters.isEmpty, let moment = DigitMoment(bytes, own.lines[index].value),
      moment.isUTC
    else { return false }
    own.place(index)
    output.put(Self.acknowledged)
    output.append(moment.quotedISO)
    return true
  }

  private static let acknowledged = Array(",\"acknowledged\":".utf8)
}
