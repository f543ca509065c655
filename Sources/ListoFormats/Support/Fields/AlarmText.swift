internal import ICalendar
internal import ListoModel

/// An alarm in one word: its TRIGGER as RFC 5545 §3.8.6.3 writes it, `/end` behind one that counts from the end: `-PT15M`,
/// `-P1D/end`, `20261201T090000Z`.
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

  /// The VALARM; nil for a word that is no alarm.
  ///
  /// - Parameter title: of the reminder, since a DISPLAY alarm needs a text (RFC 5545 §3.6.6).
  static func component(_ text: String, title: String?) -> ComponentText? {
    guard let (trigger, isEnd) = parse(text) else { return nil }
    var parameters = isEnd ? [Parameter(name: "RELATED", values: ["END"])] : []
    if case .absolute = trigger { parameters.append(Parameter(name: "VALUE", values: ["DATE-TIME"])) }
    var alarm = ComponentText("VALARM")
    alarm.raw(.action, "DISPLAY".utf8)
    alarm.text(.description, title ?? defaultText)
    alarm.raw(.trigger, trigger.description.utf8, parameters: parameters)
    return alarm
  }

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

  /// What apps show where a reminder has no title.
  static let defaultText = "Reminder"
}
