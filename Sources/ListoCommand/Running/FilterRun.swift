internal import ICalendar
internal import Listo
internal import ListoStores

/// Decides what of each input is kept, then copies it: in one pass where that is enough, after a survey where it is not.
struct FilterRun {
  private let filter: Filter
  private let conditions: ConditionOptions
  private let reporter: Reporter

  /// An input, and the offsets of what is kept of it.
  struct Decided {
    let input: Input
    /// Of the bytes that were decided about.
    let version: Input.Version?
    var ranges: [Range<Int>] = []
    var kept = 0
    var dropped = 0
    /// Other components but time zones that are kept.
    var others = 0
    var size = 0

    /// Every byte is kept.
    var keepsAll: Bool { ranges.count == 1 && ranges[0] == 0..<size }
    /// Something was dropped, and nothing is left but the calendar itself.
    var keepsNothing: Bool { dropped > 0 && kept == 0 && others == 0 }
  }

  init(_ filter: Filter, _ conditions: ConditionOptions, _ reporter: Reporter) {
    (self.filter, self.conditions, self.reporter) = (filter, conditions, reporter)
  }

  /// Decides about every input that holds a calendar; what cannot be read is reported, and left out.
  ///
  /// - Throws: ``Failure``, where no input holds a calendar, or a list that was asked for does not exist.
  func decide(_ inputs: [Input]) throws(Failure) -> [Decided] {
    if !conditions.list.isEmpty || !conditions.source.isEmpty { return try decideBySurvey(inputs) }
    var result: [Decided] = []
    for input in inputs {
      let version = input.version
      switch scan(input) {
      case .success(nil): result += try decideBySurvey([input])
      case .success(let scan?):
        guard scan.calendars > 0 else {
          reporter.report(scan.problems.filter { !$0.isAboutText })
          reporter.report(.noCalendar(in: input, isEmpty: scan.isEmpty))
          continue
        }
        reporter.report(scan.problems)
        result.append(
          Decided(
            input: input, version: version, ranges: scan.ranges, kept: scan.kept, dropped: scan.dropped,
            others: scan.others,
            size: scan.size))
      case .failure(let error): reporter.report(error)
      }
    }
    try requireCalendars(result.isEmpty, hadInputs: !inputs.isEmpty)
    return result
  }

  /// Hands on what is kept of an input.
  func copy(_ item: Decided, write: (ArraySlice<UInt8>) throws(StoreError) -> Void) throws(Failure) {
    var bytes: [UInt8] = []
    try Writing.attempt(reporter) { () throws(StoreError) in
      // The offsets are those of the bytes that were decided about.
      try item.input.requireUnchanged(since: item.version)
      let reader = try item.input.randomAccess()
      for range in item.ranges {
        var position = range.lowerBound
        while position < range.upperBound {
          bytes.removeAll(keepingCapacity: true)
          let count = min(range.upperBound - position, 1 << 20)
          try reader.read(count, at: position, into: &bytes)
          guard bytes.count == count else {
            throw StoreError(
              .unreadable, path: item.input.name, reason: "it became shorter while it was read")
          }
          position += count
          try write(bytes[...])
        }
      }
      try item.input.requireUnchanged(since: item.version)
    }
  }

  private func scan(_ input: Input) -> Result<Filter.Scan?, StoreError> {
    do throws(StoreError) {
      let source = try input.open()
      do throws(ICalendarError) {
        return .success(
          try filter.scan(
            source, file: input.name, in: input.folder, on: ThreadPipeline(), limits: input.limits))
      } catch {
        throw StoreError(input.name, error)
      }
    } catch {
      return .failure(error)
    }
  }

  // MARK: After a survey

  private func decideBySurvey(_ inputs: [Input]) throws(Failure) -> [Decided] {
    let surveyed = SurveyedInput.all(inputs, reporter)
    try NameCheck(surveyed.flatMap { $0.survey.calendars.map(\.place) }).check(conditions)
    let whole = surveyed.filter { !$0.survey.calendars.isEmpty }
    try requireCalendars(whole.isEmpty, hadInputs: !inputs.isEmpty)
    var result: [Decided] = []
    for item in whole { result.append(try decide(item)) }
    return result
  }

  private func decide(_ item: SurveyedInput) throws(Failure) -> Decided {
    var groups = Filter.Groups()
    if !item.survey.overriddenUIDs.isEmpty && filter.query != .all {
      var reader = try Reading.items(item, reporter)
      while let batch = try Reading.next(&reader, item, reporter) { filter.learn(batch, into: &groups) }
    }
    var decided = Decided(input: item.input, version: item.version, size: item.survey.size)
    var reader = try Reading.items(item, reporter)
    while let batch = try Reading.next(&reader, item, reporter) {
      let result = filter.apply(batch, groups: groups)
      decided.kept += result.kept
      decided.dropped += result.dropped
      decided.others += result.others
      decided.ranges.appendJoining(result.ranges)
    }
    return decided
  }

  private func requireCalendars(_ isMissing: Bool, hadInputs: Bool) throws(Failure) {
    guard isMissing else { return }
    if reporter.status == .noInput { throw Failure(.noInput) }
    throw Failure(.noCalendar, hadInputs ? "" : "there is no calendar in any input.")
  }
}
