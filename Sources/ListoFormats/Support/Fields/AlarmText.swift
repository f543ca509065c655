internal import ICalendar
internal import ListoModel

/// An alarm in one word: its TRIGGER as RFC 5545 §3.8.6.3 writes it, `/end` behind one that counts from the
/// end: `-PT15M`, `-P1D/end`, `20261201T090000Z`.
enum AlarmText {
  /// Nil for an alarm that no time rings: at a place, or none at all.
  static func text(of alarm: Alarm) -> String? {
    guard let trigger = alarm.trigger, alarm.proximity == nil, !alarm.isPlaceholder else { return nil }
    return trigger.description + (alarm.isRelatedToEnd ? "/end" : "")
  }

  /// Nil for a word that is no alarm.
  static func parse(_ text: String) -> (trigger: Trigger, isRelatedToEnd: Bool)? {
    let isEnd = text.hasSuffix("/end")
    let value = Array((isEnd ? text.dropLast(4) : text[...]).utf8)
    guard let trigger = try? Trigger.parse(value[...]) else { return nil }
    return (trigger, isEnd)
  }

  /// Appends the VALARM; nothing for a word that is no alarm.
  ///
  /// - Parameters:
  ///   - bytes: in which the word stands.
  ///   - title: of the reminder, since a DISPLAY alarm needs a text (RFC 5545 §3.6.6); nil for none.
  ///   - texts: in which that stands.
  static func append(
    _ bytes: Span<UInt8>, _ word: Range<Int>, title: Range<Int>?, in texts: Span<UInt8>,
    to component: inout ComponentText
  ) {
    if let (place, isEnd, isTime) = plain(bytes, word) {
      return append(bytes, place, isEnd: isEnd, isTime: isTime, title: title, in: texts, to: &component)
    }
    guard let (trigger, isEnd) = parse(bytes.text(word, isText: false)) else { return }
    var isTime = false
    if case .absolute = trigger { isTime = true }
    let written = Array(trigger.description.utf8)
    append(
      written.span, 0..<written.count, isEnd: isEnd, isTime: isTime, title: title, in: texts, to: &component)
  }

  private static func append(
    _ bytes: Span<UInt8>, _ trigger: Range<Int>, isEnd: Bool, isTime: Bool, title: Range<Int>?,
    in texts: Span<UInt8>, to component: inout ComponentText
  ) {
    component.appendAlarm(room: (title?.count ?? 0) * 5 / 2 + 260) { output in
      output.put(head)
      let start = output.count
      output.put(description)
      if let title { output.appendText(texts, title) } else { output.put(defaultTitle) }
      output.endLine(from: start)
      output.put(triggerName)
      if isEnd { output.put(relatedToEnd) }
      if isTime { output.put(valueIsTime) }
      output.put(0x3A)
      output.append(bytes, trigger)
      output.put(tail)
    }
  }

  /// The parts of a word that is written as ``Trigger`` writes it; nil for any other, and what is no alarm.
  static func plain(
    _ bytes: Span<UInt8>, _ word: Range<Int>
  ) -> (trigger: Range<Int>, isEnd: Bool, isTime: Bool)? {
    let isEnd = word.count > 4 && bytes.holds(end, at: word.upperBound - 4)
    let trigger = isEnd ? word.lowerBound..<word.upperBound - 4 : word
    let isTime = DigitMoment(bytes, trigger).map { $0.isUTC } ?? false
    guard isTime || isPlainDuration(bytes, trigger) else { return nil }
    return (trigger, isEnd, isTime)
  }

  /// A duration of one number and its unit that is written as ``Trigger`` writes it.
  static func isPlainDuration(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count <= 9, bytes.isPlainDuration(value), bytes[value.lowerBound] != 0x2B else {
      return false
    }
    // Without a zero at the beginning.
    return bytes[value.first { bytes[$0] &- 0x30 < 10 } ?? value.lowerBound] != 0x30
  }

  private static let end = Array("/end".utf8)
  private static let head = Array("BEGIN:VALARM\r\nACTION:DISPLAY\r\n".utf8)
  private static let description = Array("DESCRIPTION:".utf8)
  private static let defaultTitle = Array(defaultText.utf8)
  private static let triggerName = Array("TRIGGER".utf8)
  private static let relatedToEnd = Array(";RELATED=END".utf8)
  private static let valueIsTime = Array(";VALUE=DATE-TIME".utf8)
  private static let tail = Array("\r\nEND:VALARM\r\n".utf8)

  /// The lines of an alarm that its word does not say.
  static func lost(of alarm: Alarm, title: String?) -> [Property] {
    alarm.component.properties.filter { property in
      switch property.id {
      case .trigger: false
      case .action: alarm.action != "DISPLAY"
      case .description: property.text != title ?? defaultText
      default: true
      }
    }
  }

  /// The text that apps show for a reminder without a title.
  static let defaultText = "Reminder"
}
