internal import Listo

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
    /// The bytes of these, where they were few enough to be held.
    var bytes: [[UInt8]]?
    /// They are written.
    var isWritten = false
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
  /// - Parameter output: where what is kept may be written while it is decided about: for one input alone. Nil where that came to
  ///   nothing, and it must be begun anew.
  /// - Throws: ``Failure``, where no input holds a calendar, a list that was asked for does not exist, or nothing can be written.
  func decide(_ inputs: [Input], writingTo output: inout Output?) throws(Failure) -> [Decided] {
    reporter.progress?.begin("Reading", inputs)
    var names = NamedPlaces(in: filter.query)
    if needsSurvey {
      let result = try decideBySurvey(inputs, areAll: true, &names)
      NameCheck.note(names, reporter)
      return result
    }
    var result: [Decided] = []
    var room = Self.heldBytes
    for input in inputs {
      let version = input.version
      let kept = Kept(room: room, output)
      let scanned = scan(input, kept)
      if let error = kept.error { try Writing.attempt(reporter) { () throws(StoreError) in throw error } }
      switch scanned {
      case .success(nil):
        output = nil
        reporter.progress?.expect(input.size ?? 0)
        result += try decideBySurvey([input], &names)
      case .success(let scan?):
        guard scan.calendars > 0 else {
          reporter.report(scan.problems.filter { !$0.isAboutText })
          reporter.report(.noCalendar(in: input, isEmpty: scan.isEmpty))
          continue
        }
        reporter.report(scan.problems)
        if let seen = scan.names { names.join(seen) }
        if kept.pieces != nil { room = kept.room }
        result.append(
          Decided(
            input: input, version: version, ranges: scan.ranges, bytes: kept.pieces, isWritten: output != nil,
            kept: scan.kept, dropped: scan.dropped, others: scan.others, size: scan.size))
      case .failure(let error): reporter.report(error)
      }
    }
    try requireCalendars(result.isEmpty, hadInputs: !inputs.isEmpty)
    NameCheck.note(names, reporter)
    return result
  }

  /// Whether all inputs must be surveyed before anything can be decided.
  var needsSurvey: Bool {
    !conditions.list.isEmpty || !conditions.source.isEmpty || filter.query.asksForOthers
  }

  /// Hands on what is kept of an input.
  func copy(_ item: Decided, write: (ArraySlice<UInt8>) throws(StoreError) -> Void) throws(Failure) {
    try Writing.attempt(reporter) { () throws(StoreError) in
      // The offsets are those of the bytes that were decided about.
      try item.input.requireUnchanged(since: item.version)
      if item.isWritten { return }
      if let bytes = item.bytes {
        for piece in bytes { try write(piece[...]) }
        return
      }
      let reader = try item.input.randomAccess()
      var bytes: [UInt8] = []
      for passage in Self.passages(item.ranges) {
        bytes.removeAll(keepingCapacity: true)
        let start = passage[0].lowerBound
        let count = passage[passage.count - 1].upperBound - start
        try reader.read(count, at: start, into: &bytes)
        guard bytes.count == count else {
          throw StoreError(
            .unreadable, path: item.input.name, reason: "it became shorter while it was read")
        }
        for range in passage { try write(bytes[range.lowerBound - start..<range.upperBound - start]) }
      }
      try item.input.requireUnchanged(since: item.version)
    }
  }

  /// What is kept, in pieces that are read at once: up to 1 MB, with small gaps, which cost less to read than to ask again.
  private static func passages(_ ranges: [Range<Int>]) -> [[Range<Int>]] {
    var passages: [[Range<Int>]] = []
    for range in ranges {
      var position = range.lowerBound
      while position < range.upperBound {
        let piece = position..<min(range.upperBound, position + passageSize)
        position = piece.upperBound
        if let last = passages.last?.last, let first = passages.last?.first,
          piece.lowerBound - last.upperBound < gapSize, piece.upperBound - first.lowerBound <= passageSize
        {
          passages[passages.count - 1].append(piece)
        } else {
          passages.append([piece])
        }
      }
    }
    return passages
  }

  /// How much of what is kept is held while the rest is read: 16 MB.
  private static let heldBytes = 16 << 20
  private static let passageSize = 1 << 20
  private static let gapSize = 1 << 13

  private func scan(_ input: Input, _ kept: Kept) -> Result<Filter.Scan?, StoreError> {
    do throws(StoreError) {
      let source = try input.open()
      do throws(ICalendarError) {
        return .success(
          try filter.scan(
            source, file: input.name, fileName: input.fileName, in: input.folder,
            on: ThreadPipeline(), limits: input.limits, keep: kept.take))
      } catch {
        throw StoreError(input.name, error)
      }
    } catch {
      return .failure(error)
    }
  }

  // MARK: After a survey

  private func decideBySurvey(
    _ inputs: [Input], areAll: Bool = false, _ names: inout NamedPlaces
  ) throws(Failure) -> [Decided] {
    let surveyed = SurveyedInput.all(inputs, reporter)
    // They are read once more to decide, and before that once to learn what belongs together.
    let bytes = surveyed.reduce(0) { $0 + $1.survey.size * (needsGroups($1) ? 2 : 1) }
    if areAll {
      reporter.progress?.begin("Filtering", bytes: bytes)
    } else {
      reporter.progress?.expect(bytes)
    }
    let places = surveyed.flatMap { $0.survey.calendars.map(\.place) }
    try NameCheck(places).check(conditions)
    for place in places { names.see(place) }
    let whole = surveyed.filter { !$0.survey.calendars.isEmpty }
    // Of one input alone nothing is said: another may hold a calendar.
    if areAll { try requireCalendars(whole.isEmpty, hadInputs: !inputs.isEmpty) }
    let filter = try relating(whole)
    var result: [Decided] = []
    for item in whole { result.append(try decide(item, filter)) }
    return result
  }

  /// The filter, with what it asks of other reminders.
  private func relating(_ inputs: [SurveyedInput]) throws(Failure) -> Filter {
    var filter = self.filter
    var problems: [Diagnostic] = []
    while filter.relations.needsPass {
      for item in inputs {
        reporter.progress?.expect(item.survey.size)
        var reader = try Reading.items(item, reporter)
        while let batch = try Reading.next(&reader, item, reporter) {
          filter.learnRelations(batch, &problems)
        }
      }
      filter.relations.endPass()
    }
    reporter.report(problems)
    return filter
  }

  private func decide(_ item: SurveyedInput, _ filter: Filter) throws(Failure) -> Decided {
    var groups = Filter.Groups()
    if needsGroups(item) {
      var reader = try Reading.items(item, reporter)
      while let batch = try Reading.next(&reader, item, reporter) { filter.learn(batch, into: &groups) }
    }
    var problems = DiagnosticLog(limits: item.input.limits)
    problems.append(contentsOf: groups.problems)
    var decided = Decided(input: item.input, version: item.version, size: item.survey.size)
    var reader = try Reading.items(item, reporter)
    while let batch = try Reading.next(&reader, item, reporter) {
      let result = filter.apply(batch, groups: groups)
      decided.kept += result.kept
      decided.dropped += result.dropped
      decided.others += result.others
      decided.ranges.appendJoining(result.ranges)
      problems.append(contentsOf: result.problems)
    }
    reporter.report(problems.diagnostics)
    return decided
  }

  private func needsGroups(_ item: SurveyedInput) -> Bool {
    !item.survey.overriddenUIDs.isEmpty && filter.query != .all
  }

  private func requireCalendars(_ isMissing: Bool, hadInputs: Bool) throws(Failure) {
    guard isMissing else { return }
    if reporter.status == .noInput { throw Failure(.noInput) }
    throw Failure(.noCalendar, hadInputs ? "" : "there is no calendar in any input.")
  }
}

/// What is kept of an input while it is decided about: written, or held as long as there is room.
private final class Kept {
  private(set) var room: Int
  /// Nil where there was not room enough, or they are written.
  private(set) var pieces: [[UInt8]]?
  private let output: Output?
  private(set) var error: StoreError?

  init(room: Int, _ output: Output?) {
    (self.room, self.output) = (room, output)
    if output == nil { pieces = [] }
  }

  /// - Returns: false where it could not be written.
  func take(_ bytes: [UInt8]) -> Bool {
    guard let output else {
      guard pieces != nil else { return true }
      room -= bytes.count
      if room < 0 { pieces = nil } else { pieces?.append(bytes) }
      return true
    }
    do throws(StoreError) {
      try output.write(bytes[...])
    } catch {
      self.error = error
    }
    return error == nil
  }
}
