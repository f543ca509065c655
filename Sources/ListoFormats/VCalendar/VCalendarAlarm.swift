internal import ICalendar

/// An alarm of vCalendar 1.0: `DALARM:19960415T235000;PT5M;2;Your taxes are due!`, as a VALARM.
///
/// The parts are when it sounds, how long until it sounds again, how often, and what it shows, plays, runs or
/// sends. iCalendar holds no floating time in a TRIGGER: such an alarm counts from the floating start, or due
/// time, of what holds it, which is the same on every wall clock.
struct VCalendarAlarm {
  let component: ComponentText

  /// - Returns: nil for a time that cannot be held.
  init?(_ line: VCalendarLine, start: Moment?, due: Moment?) {
    let parts = VCalendarLine.parts(line.text ?? "").map { String($0[...].trimmed()) }
    guard let time = parts.first.flatMap(VCalendarDate.moment) else { return nil }
    var alarm = ComponentText("VALARM")
    func part(_ index: Int) -> String? {
      guard parts.indices.contains(index), !parts[index].isEmpty else { return nil }
      return parts[index]
    }
    func address(_ text: String?) -> String? {
      text.flatMap { $0.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? $0 : nil }
    }
    switch line.name {
    case "AALARM":
      alarm.raw(.action, "AUDIO".utf8)
      if let sound = address(part(3)) { alarm.raw(.attach, sound.utf8) }
    case "DALARM":
      alarm.raw(.action, "DISPLAY".utf8)
      alarm.text(.description, part(3) ?? "Reminder")
    case "MALARM":
      alarm.raw(.action, "EMAIL".utf8)
      if let address = address(part(3)) { alarm.raw(.attendee, ("mailto:" + address).utf8) }
      alarm.text(.summary, part(4) ?? "Reminder")
      alarm.text(.description, part(4) ?? "Reminder")
    default:
      alarm.raw(.action, "PROCEDURE".utf8)
      if let program = address(part(3)) { alarm.raw(.attach, program.utf8) }
    }
    guard Self.trigger(time, start, due, &alarm) else { return nil }
    // Only together (RFC 5545 §3.8.6.2).
    if let pause = part(1), let count = part(2).flatMap(Int.init), count > 0,
      (try? CalendarDuration.parse(Array(pause.utf8)[...])) != nil
    {
      alarm.raw(.duration, pause.utf8)
      alarm.integer(.repeat, count)
    }
    component = alarm
  }

  private static func trigger(
    _ time: Moment, _ start: Moment?, _ due: Moment?, _ alarm: inout ComponentText
  ) -> Bool {
    switch (time, start, due) {
    case (.utc, _, _):
      let parameters = [Parameter(name: "VALUE", values: ["DATE-TIME"])]
      alarm.raw(.trigger, time.iCalendarText.utf8, parameters: parameters)
    case (.floating(let local), .floating(let start)?, _):
      alarm.raw(.trigger, distance(from: start, to: local).utf8)
    case (.floating(let local), nil, .floating(let due)?):
      let parameters = [Parameter(name: "RELATED", values: ["END"])]
      alarm.raw(.trigger, distance(from: due, to: local).utf8, parameters: parameters)
    default: return false
    }
    return true
  }

  /// `-P1DT30M`: whole days are days of the wall clock.
  private static func distance(from: LocalDateTime, to: LocalDateTime) -> String {
    let seconds = Instant(utc: to).seconds - Instant(utc: from).seconds
    let length = Int(abs(seconds))
    return CalendarDuration(
      isNegative: seconds < 0, days: length / 86_400, hours: length / 3600 % 24, minutes: length / 60 % 60,
      seconds: length % 60)?.description ?? "PT0S"
  }
}
