internal import ICalendar

extension Diagnostic {
  /// Something goes beyond a limit, and has this consequence; the message names the option that moves the
  /// limit.
  init(beyond limit: Limit, _ limits: ReadingLimits, line: Int, _ consequence: String) {
    self.init(
      .warning, limit.row.code ?? .tooLarge, line: line,
      "beyond the limit \(limit.name)=\(limit.text(limits[limit])): \(consequence)")
  }
}
