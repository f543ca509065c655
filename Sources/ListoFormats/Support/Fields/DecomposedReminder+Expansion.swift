internal import ICalendar
internal import ListoModel

extension DecomposedReminder {
  /// The occurrences from the one that the reminder stands at, each as a reminder without the rule: for
  /// formats that have no place for it, where ``FormatOptions/Recurrence/expand(_:)`` is asked for.
  ///
  /// The first keeps its UID; each other has one that follows from that and its own day. EXDATE, EXRULE and
  /// UNTIL are obeyed; what RDATE adds is not among them.
  ///
  /// - Returns: nil where there is no rule, or none whose occurrences can be found.
  func occurrences(_ count: Int, in calendar: CalendarContext) -> [ReminderFields]? {
    guard let text = fields.text(.recurrence), let rule = try? RecurrenceRule.parse(Array(text.utf8)[...]),
      let anchor = fields.moment(.start) ?? fields.moment(.due)
    else { return nil }
    let recurrence = Recurrence(
      from: anchor, rules: [rule], exceptions: exceptions, exceptingRules: exceptingRules,
      zones: calendar.zones)
    return recurrence.days(count)?.map { occurrence(at: $0, from: recurrence.start) }
  }

  private func occurrence(at local: LocalDateTime, from start: LocalDateTime) -> ReminderFields {
    var fields = self.fields
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

  private var exceptingRules: [RecurrenceRule] {
    rest.filter { $0.property.id == .exrule }.compactMap { try? RecurrenceRule.parse($0.property.value) }
  }

  /// The values of EXDATE.
  private var exceptions: [Moment] {
    rest.filter { $0.property.id == .exdate }.flatMap { (try? $0.property.moments()) ?? [] }
  }
}
