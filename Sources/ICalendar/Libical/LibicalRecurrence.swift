import CLibical

/// The owner of libical's reading of one rule.
@safe struct LibicalRecurrence: ~Copyable {
  private let rule: UnsafeMutablePointer<listo_recur>

  /// Reads a rule's bytes with libical; `nil` if libical refuses them.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard case let made?? = unsafe Libical.withCString(bytes, limit: 8192, { unsafe listo_recur_new($0) })
    else {
      return nil
    }
    unsafe rule = made
  }

  deinit { unsafe listo_recur_free(rule) }

  var frequency: icalrecurrencetype_frequency { unsafe rule.pointee.freq }
  var interval: Int { Int(unsafe rule.pointee.interval) }
  var count: Int { Int(unsafe rule.pointee.count) }
  var until: icaltimetype { unsafe rule.pointee.until }
  var weekStart: icalrecurrencetype_weekday { unsafe rule.pointee.week_start }
  var skip: icalrecurrencetype_skip { unsafe rule.pointee.skip }
  var rscale: String? { unsafe rule.pointee.rscale.map { unsafe String(cString: $0) } }

  var bySecond: [Int] { unsafe list(listo_recur_by_second) }
  var byMinute: [Int] { unsafe list(listo_recur_by_minute) }
  var byHour: [Int] { unsafe list(listo_recur_by_hour) }
  var byMonthDay: [Int] { unsafe list(listo_recur_by_month_day) }
  var byYearDay: [Int] { unsafe list(listo_recur_by_year_day) }
  var byWeekNumber: [Int] { unsafe list(listo_recur_by_week_no) }
  var bySetPosition: [Int] { unsafe list(listo_recur_by_set_pos) }

  var byDay: [RecurrenceRule.WeekdayNumber] {
    unsafe list(listo_recur_by_day).map { encoded in
      let day = Int16(truncatingIfNeeded: encoded)
      let ordinal = Int(icalrecurrencetype_day_position(day))
      // libical counts the days of the week from 1, Sunday.
      let index = Int(icalrecurrencetype_day_day_of_week(day).rawValue) - 1
      let weekday = Weekday.allCases.indices.contains(index) ? Weekday.allCases[index] : .sunday
      return .init(weekday, ordinal: ordinal == 0 ? nil : ordinal)
    }
  }

  var byMonth: [RecurrenceRule.Month] {
    unsafe list(listo_recur_by_month).map { encoded in
      let month = Int16(truncatingIfNeeded: encoded)
      return .init(
        Int(icalrecurrencetype_month_month(month)),
        isLeap: listo_month_is_leap(month) != 0)
    }
  }

  private func list(
    _ read: (UnsafePointer<listo_recur>?, UnsafeMutablePointer<UnsafePointer<Int16>?>?) -> Int32
  ) -> [Int] {
    var values: UnsafePointer<Int16>?
    let count = unsafe Int(read(rule, &values))
    guard let values = unsafe values else { return [] }
    return unsafe UnsafeBufferPointer(start: values, count: count).map { Int($0) }
  }

  /// Calls `body` with the start times of the rule on a floating clock, in order, until it answers false or
  /// there are no more. UNTIL is lifted beforehand: libical compares it as if the clock were UTC, so callers
  /// compare it.
  ///
  /// The caller has made sure that the rule has occurrences: libical cannot be interrupted in its search for
  /// one.
  func occurrences(from start: LocalDateTime, _ body: (LocalDateTime) -> Bool) {
    let saved = unsafe rule.pointee.until
    unsafe rule.pointee.until = icaltime_null_time()
    defer { unsafe rule.pointee.until = saved }
    var first = unsafe icaltime_null_time()
    unsafe first.year = Int32(start.day.year)
    unsafe first.month = Int32(start.day.month)
    unsafe first.day = Int32(start.day.day)
    unsafe first.hour = Int32(start.hour)
    unsafe first.minute = Int32(start.minute)
    unsafe first.second = Int32(start.second)
    guard let iterator = unsafe listo_recur_iterator(rule, first) else { return }
    defer { unsafe icalrecur_iterator_free(iterator) }
    while true {
      let next = unsafe icalrecur_iterator_next(iterator)
      guard
        let day = unsafe Day(year: Int(next.year), month: Int(next.month), day: Int(next.day)),
        let local = unsafe LocalDateTime(
          day: day, hour: Int(next.hour), minute: Int(next.minute), second: Int(next.second)), body(local)
      else { return }
    }
  }
}
