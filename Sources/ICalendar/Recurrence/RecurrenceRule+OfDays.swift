extension RecurrenceRule {
  /// The rule without BYHOUR, BYMINUTE and BYSECOND, which a rule that starts on a DATE must not have and
  /// which are ignored there (RFC 5545 §3.3.10).
  package var ofDays: RecurrenceRule {
    guard !(byHour.isEmpty && byMinute.isEmpty && bySecond.isEmpty) else { return self }
    let parts = text.split(separator: ";").filter { part in
      !["BYHOUR=", "BYMINUTE=", "BYSECOND="].contains { part.uppercased().hasPrefix($0) }
    }
    return (try? Self.parse(Array(parts.joined(separator: ";").utf8)[...])) ?? self
  }
}
