internal import ICalendar
internal import ListoModel

extension FieldReader {
  /// The occurrences from the one that the reminder stands at, each as a reminder without the rule: for
  /// formats that have no place for it, where ``FormatOptions/Recurrence/expand(_:)`` is asked for.
  ///
  /// The first keeps its UID; each other has one that follows from that and its own day. EXDATE, EXRULE and
  /// UNTIL are obeyed; what RDATE adds is not among them.
  ///
  /// - Parameter fields: those of the reminder that was read.
  /// - Returns: nil where there is no rule, or none whose occurrences can be found.
  mutating func occurrences(
    _ count: Int, of component: Component, _ fields: ReminderFields, in calendar: CalendarContext
  ) -> [ReminderFields]? {
    guard let text = fields.text(.recurrence), let rule = try? RecurrenceRule.parse(Array(text.utf8)[...]),
      let anchor = fields.moment(.start) ?? fields.moment(.due)
    else { return nil }
    let recurrence = Recurrence(
      from: anchor, rules: [rule], exceptions: exceptions(of: component),
      exceptingRules: exceptingRules(of: component),
      zones: calendar.zones)
    return recurrence.days(count)?.map { Self.occurrence(of: fields, at: $0, from: recurrence.start) }
  }

  private static func occurrence(
    of fields: ReminderFields, at local: LocalDateTime, from start: LocalDateTime
  ) -> ReminderFields {
    var fields = fields
    fields[.recurrence] = nil
    let days = local.day.daysSince1970 - start.day.daysSince1970
    guard days != 0 else { return fields }
    for id in [FieldID.start, .due] {
      guard let moment = fields.moment(id) else { continue }
      fields[id] = .moment(moment.adding(days: days))
    }
    if let uid = fields.text(.uid) {
      fields.set(.uid, Recurrence.uid(of: uid, at: local))
    }
    return fields
  }

  private mutating func exceptingRules(of component: Component) -> [RecurrenceRule] {
    properties(.exrule, of: component).compactMap { try? RecurrenceRule.parse($0.value) }
  }

  /// The values of EXDATE.
  private mutating func exceptions(of component: Component) -> [Moment] {
    properties(.exdate, of: component).flatMap { (try? $0.moments()) ?? [] }
  }

  private mutating func properties(_ id: PropertyID, of component: Component) -> [Property] {
    rest.filter { $0.line.id == id }.map { property($0.line, of: component) }
  }
}
