package import ICalendar

extension Recurrence {
  /// How many times of a rule come before another; the beginning is one of them, whether or not the rule
  /// names it.
  package func count(of rule: RecurrenceRule, before time: LocalDateTime, zones: ZoneTable) -> Int {
    Recurrence(from: anchor, rules: [rule], zones: zones)
      .times(through: time.adding(seconds: -1), limit: rule.count ?? Self.steps).times.count
  }
}

extension Property {
  /// The value of a rule with another COUNT, its other parts as they are written.
  package func counting(_ count: Int) -> String {
    value.split(separator: 0x3B, omittingEmptySubsequences: false).map { part in
      let text = String(decoding: part, as: UTF8.self)
      return text.uppercased().hasPrefix("COUNT=") ? "\(text.prefix(6))\(count)" : text
    }.joined(separator: ";")
  }
}
