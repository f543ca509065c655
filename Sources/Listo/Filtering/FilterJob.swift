internal import ICalendar
package import ListoModel
package import ListoStores

/// Keeps what matches of each input, bytes as they came: decided about first, then copied, in one pass where
/// that is enough, after a survey where it is not.
package struct FilterJob {
  private let filter: Filter
  private let names: PlaceNames
  private let observer: any WorkObserver

  /// An input, and the offsets of what is kept of it.
  struct Decided {
    let input: Input
    /// The version of the bytes that were decided about.
    let version: Input.Version?
    var ranges: [Range<Int>] = []
    /// The bytes of these, where they were few enough to be held.
    var bytes: [[UInt8]]?
    /// The END lines that the input lacks because it is cut off; the held bytes have them.
    var end: [UInt8] = []
    /// They are written.
    var isWritten = false
    var kept = 0
    var dropped = 0
    /// Other components but time zones that are kept.
    var others = 0
    var size = 0

    /// Every byte is kept, and none comes.
    var keepsAll: Bool { ranges.count == 1 && ranges[0] == 0..<size && end.isEmpty }
    /// Something was dropped, and nothing is left but the calendar itself.
    var keepsNothing: Bool { dropped > 0 && kept == 0 && others == 0 }
  }

  /// Lists and sources that have to be there.
  package struct PlaceNames {
    package var lists: [String]
    package var sources: [String]

    package init(lists: [String] = [], sources: [String] = []) {
      (self.lists, self.sources) = (lists, sources)
    }

    /// - Throws: ``WorkError/unknownPlace(_:known:)``.
    package func check(_ places: [Query.Place]) throws(WorkError) {
      let matches = { (query: Query) in places.contains { query.matches($0) } }
      for name in lists where !matches(.inList(name)) {
        throw .unknownPlace(.list(name), known: places.map(\.listTitle))
      }
      for name in sources where !matches(.inSource(name)) {
        throw .unknownPlace(.source(name), known: places.map(\.source.title))
      }
    }
  }

  package init(_ filter: Filter, _ names: PlaceNames, _ observer: any WorkObserver) {
    (self.filter, self.names, self.observer) = (filter, names, observer)
  }

  /// The parts of each input that are kept.
  package struct Decision {
    var inputs: [Decided] = []
    /// Where what is kept was written while it was decided about.
    var output: Output?
    /// Lists and sources that the query names; those that nothing has are missing from it.
    package var names: NamedPlaces
  }

  /// Where the result goes.
  package enum Target {
    /// Into the place of each input, but of one of which every byte is kept: as one change that undo takes
    /// back.
    case inPlace(Journal?, label: String, at: Instant)
    case destination(Destination)
  }

  /// Decides about every input that holds a calendar; what cannot be read is told to the observer, and left
  /// out.
  ///
  /// - Throws: ``WorkError`` where no input holds a calendar, a list that was asked for does not exist, an
  ///   input would be overwritten that was not to be, or nothing can be written.
  package func decide(_ inputs: [Input], for target: Target) throws(WorkError) -> Decision {
    var decision = Decision(names: NamedPlaces(in: filter.query))
    switch target {
    case .inPlace: for input in inputs { try input.requireReplaceable() }
    case .destination(let destination):
      try destination.refuseOverwriting(inputs)
      // Output that is not written in one pass is held as offsets, whose bytes can be read again.
      if !needsSurvey { decision.output = try destination.openForOnePass(inputs, holding: nil) }
    }
    try decide(inputs, &decision)
    return decision
  }

  /// Returns the inputs as if they held only what is kept of them, for another job.
  ///
  /// - Parameter keepsEmptied: inputs of which nothing is kept remain, as calendars without reminders.
  /// - Returns: also the lists and sources that the query names and that exist.
  /// - Throws: ``WorkError``, as ``decide(_:for:)``.
  package func filtered(
    _ tree: InputTree, keepsEmptied: Bool
  ) throws(WorkError) -> (tree: InputTree, names: NamedPlaces) {
    var decision = Decision(names: NamedPlaces(in: filter.query))
    try decide(tree.inputs, &decision)
    var inputs: [Input] = []
    for item in decision.inputs where keepsEmptied || !item.keepsNothing {
      if item.keepsAll {
        inputs.append(item.input)
        continue
      }
      let result = try tree.input(like: item.input) { (put) throws(WorkError) in
        try copy(item) { (bytes) throws(StoreError) in try put(bytes) }
      }
      inputs.append(try WorkError.storing { () throws(StoreError) in try result.get() })
    }
    return (tree.with(inputs), decision.names)
  }

  private func decide(_ inputs: [Input], _ decision: inout Decision) throws(WorkError) {
    observer.begin(.reading, inputs)
    if needsSurvey {
      decision.inputs = try decideBySurvey(inputs, areAll: true, &decision.names)
      return
    }
    guard let scanned = try scan(inputs, decision.output) else {
      // A part of a series may stand in another file.
      decision.output = nil
      decision.inputs = try decideBySurvey(inputs, areAll: true, &decision.names)
      return
    }
    // Where a series decides, the bytes that were written or held are not those that are kept.
    let hasGivenAll = scanned.allSatisfy { (try? $0.scan.get())?.hasGivenAll ?? true }
    if !hasGivenAll { decision.output = nil }
    var result: [Decided] = []
    for (input, version, kept, scan) in scanned {
      switch scan {
      case .success(let scan):
        guard scan.calendars > 0 else {
          observer.report(scan.problems.filter { !$0.isAboutText })
          observer.report(.noCalendar(in: input, isEmpty: scan.isEmpty))
          continue
        }
        observer.report(scan.problems)
        if let seen = scan.names { decision.names.join(seen) }
        result.append(
          Decided(
            input: input, version: version, ranges: scan.ranges, bytes: hasGivenAll ? kept.pieces : nil,
            end: scan.end,
            isWritten: decision.output != nil,
            kept: scan.kept, dropped: scan.dropped, others: scan.others, size: scan.size))
      case .failure(let error): observer.report(error)
      }
    }
    try requireCalendars(result.isEmpty, hadInputs: !inputs.isEmpty)
    decision.inputs = result
  }

  private typealias Scanned = (
    input: Input, version: Input.Version?, kept: Kept, scan: Result<Filter.Scan, StoreError>
  )

  /// Decides about each input in one pass. Nothing is reported yet: a survey would report it again.
  ///
  /// - Returns: nil if one of them needs a survey.
  private func scan(_ inputs: [Input], _ output: Output?) throws(WorkError) -> [Scanned]? {
    var scanned: [Scanned] = []
    var room = HeldPieces.standardRoom
    for input in inputs {
      let version = input.version
      let kept = Kept(room: room, output)
      let result = scan(input, kept)
      if let error = kept.error { throw .store(error) }
      switch result {
      case .success(nil): return nil
      case .success(let scan?):
        if let held = kept.held, !held.isOutgrown { room = held.room }
        scanned.append((input, version, kept, .success(scan)))
      case .failure(let error): scanned.append((input, version, kept, .failure(error)))
      }
    }
    return decideSeries(&scanned) ? scanned : nil
  }

  /// Decides about the reminders that are parts of a series.
  ///
  /// - Returns: false where the inputs need a survey.
  private func decideSeries(_ scanned: inout [Scanned]) -> Bool {
    let read = scanned.indices.filter { (try? scanned[$0].scan.get()) != nil }
    var scans = read.compactMap { try? scanned[$0].scan.get() }
    guard scans.contains(where: \.needsSeries) else { return true }
    var open: (index: Int, bytes: RandomAccess)?
    let problems = filter.decideSeries(in: &scans) { index, range in
      let input = scanned[read[index]].input
      if open?.index != index { open = (try? input.randomAccess()).map { (index, $0) } }
      var bytes: [UInt8] = []
      guard let open, (try? open.bytes.read(range.count, at: range.lowerBound, into: &bytes)) != nil,
        bytes.count == range.count
      else { return nil }
      return bytes
    }
    guard let problems else { return false }
    observer.report(problems)
    for (index, scan) in zip(read, scans) { scanned[index].scan = .success(scan) }
    return true
  }

  /// Whether all inputs must be surveyed before anything can be decided.
  private var needsSurvey: Bool {
    !names.lists.isEmpty || !names.sources.isEmpty || filter.query.asksForOthers
  }

  // MARK: Writing

  package struct Written: Sendable {
    /// The results of the files, if each input has its own.
    package var files: WrittenFiles?
    /// Files of which nothing is left: in a folder they are not written.
    package var emptied = 0
    /// The result of writing the inputs in place.
    package var rewrite: FileRewrite.Result?
  }

  /// Writes what was decided.
  package func write(_ decision: Decision, to target: Target) throws(WorkError) -> Written {
    observer.begin(
      .writing, bytes: decision.inputs.reduce(0) { $0 + $1.ranges.reduce(0) { $0 + $1.count } })
    var result = Written()
    if case .inPlace(let journal, let label, let time) = target {
      for item in decision.inputs where !item.keepsAll { try item.input.requireUndecoded() }
      var rewrite = FileRewrite()
      // Where nothing changed the file keeps its time of modification too.
      for item in decision.inputs where !item.keepsAll {
        let old = try WorkError.storing { () throws(StoreError) in try item.input.bytes() }
        var new: [UInt8] = []
        try copy(item) { bytes throws(StoreError) in new += bytes }
        try rewrite.replace(item.input.realPath ?? item.input.path ?? "", old, by: new)
      }
      result.rewrite = try rewrite.write(journal, label: label, at: time)
      return result
    }
    if case .destination(let destination) = target, !destination.isFolder {
      let file = if let output = decision.output { output } else { try destination.open() }
      var joint = Joint()
      for item in decision.inputs {
        joint.next()
        try copy(item) { bytes throws(StoreError) in try joint.write(bytes, to: file) }
      }
      try file.finish(observer)
      return result
    }
    var files = SeveralFiles(observer)
    for item in decision.inputs {
      let file: () throws(WorkError) -> Output
      switch target {
      case .inPlace: continue
      case .destination(let destination):
        if item.keepsNothing {
          result.emptied += 1
          continue
        }
        file = { () throws(WorkError) in try destination.open(for: item.input) }
      }
      try files.add { () throws(WorkError) in
        let file = try file()
        try copy(item) { bytes throws(StoreError) in try file.write(bytes) }
        try file.finish(observer)
      }
    }
    result.files = files.result
    return result
  }

  /// Hands on what is kept of an input.
  func copy(_ item: Decided, write: (ArraySlice<UInt8>) throws(StoreError) -> Void) throws(WorkError) {
    try WorkError.storing { () throws(StoreError) in
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
            .unreadable, path: item.input.name, reason: "the file was truncated while it was read")
        }
        for range in passage { try write(bytes[range.lowerBound - start..<range.upperBound - start]) }
      }
      if !item.end.isEmpty { try write(item.end[...]) }
      try item.input.requireUnchanged(since: item.version)
    }
  }

  /// The kept ranges, in pieces that are read at once: up to 1 MB, with small gaps, which cost less to read
  /// than another read.
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
  ) throws(WorkError) -> [Decided] {
    let surveyed = SurveyedInput.all(inputs, observer)
    let needsSeries = filter.query != .all && surveyed.contains(where: \.survey.needsSeries)
    // They are read once more to decide, and before that once to learn what belongs together.
    let bytes = surveyed.reduce(0) { $0 + $1.survey.size } * (needsSeries ? 2 : 1)
    if areAll {
      observer.begin(.filtering, bytes: bytes)
    } else {
      observer.expect(bytes)
    }
    let places = surveyed.flatMap { $0.survey.calendars.map(\.place) }
    try self.names.check(places)
    for place in places { names.see(place) }
    let whole = surveyed.filter { !$0.survey.calendars.isEmpty }
    // Of one input alone nothing is said: another may hold a calendar.
    if areAll { try requireCalendars(whole.isEmpty, hadInputs: !inputs.isEmpty) }
    let filter = try relating(whole)
    var series = Filter.SeriesMatches(whole.map(\.survey))
    if needsSeries {
      for item in whole { try item.forEachBatch { series.learn($0) } }
      series.decide(filter)
      observer.report(series.problems)
    }
    var result: [Decided] = []
    for item in whole { result.append(try decide(item, filter, series)) }
    return result
  }

  /// The filter, with what it asks of other reminders.
  private func relating(_ inputs: [SurveyedInput]) throws(WorkError) -> Filter {
    var filter = self.filter
    var problems: [Diagnostic] = []
    while filter.relations.needsPass {
      for item in inputs {
        observer.expect(item.survey.size)
        try item.forEachBatch { filter.learnRelations($0, &problems) }
      }
      filter.relations.endPass()
    }
    observer.report(problems)
    return filter
  }

  private func decide(
    _ item: SurveyedInput, _ filter: Filter, _ series: Filter.SeriesMatches
  ) throws(WorkError) -> Decided {
    var problems = DiagnosticLog(limits: item.input.limits)
    var decided = Decided(input: item.input, version: item.version, size: item.survey.size)
    var missingEnd = MissingEnd()
    try item.forEachBatch { batch in
      let result = filter.apply(batch, series: series)
      decided.kept += result.kept
      decided.dropped += result.dropped
      decided.others += result.others
      decided.ranges.appendJoining(result.ranges)
      missingEnd.append(result.missingEnd)
      problems.append(contentsOf: result.problems)
    }
    decided.end = missingEnd.bytes
    observer.report(problems.diagnostics)
    return decided
  }

  private func requireCalendars(_ isMissing: Bool, hadInputs: Bool) throws(WorkError) {
    if isMissing { throw .noCalendar(hadInputs: hadInputs) }
  }
}

/// The kept parts of an input while its items are decided about: written, or held as long as there is room.
private final class Kept {
  /// Nil where it is written.
  private(set) var held: HeldPieces?
  private let output: Output?
  private(set) var error: StoreError?

  init(room: Int, _ output: Output?) {
    self.output = output
    if output == nil { held = HeldPieces(room: room) }
  }

  /// Nil where there was not room enough, or they are written.
  var pieces: [[UInt8]]? { held.flatMap { $0.isOutgrown ? nil : $0.pieces } }

  /// - Returns: false where it could not be written.
  func take(_ bytes: [UInt8]) -> Bool {
    guard let output else {
      held?.append(bytes)
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
