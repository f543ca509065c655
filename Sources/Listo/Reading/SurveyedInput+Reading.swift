internal import ICalendar
package import ListoModel
internal import ListoRepairs
package import ListoStores

/// Reading again what was surveyed: an input that fails now ends the work, since part of its bytes may be
/// written.
extension SurveyedInput {
  /// - Throws: ``WorkError/store(_:)``, as all below.
  package func open() throws(WorkError) -> InputSource {
    try WorkError.storing { () throws(StoreError) in try input.open() }
  }

  /// An input that is not what it was when it was surveyed ends the work: what was read of it since may be
  /// half of each.
  package func requireUnchanged() throws(WorkError) {
    try WorkError.storing { () throws(StoreError) in try input.requireUnchanged(since: version) }
  }

  /// Reads its items to their end, batch by batch.
  ///
  /// - Parameter body: given the batches in their order, each item with the calendar that it stands in.
  /// - Throws: ``WorkError``, and what `body` throws.
  package func forEachBatch(_ body: (SurveyedBatch) throws(WorkError) -> Void) throws(WorkError) {
    var reader = try items()
    while let batch = try next(&reader) { try body(batch) }
  }

  /// Reads its items to their end, and does with each batch what can be done with it alone: of a large input
  /// on all cores.
  ///
  /// - Parameters:
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in the order of the batches.
  /// - Returns: why it could not be read to its end.
  /// - Throws: what `consume` throws.
  func read<Output: Sendable, Failure: Error>(
    transform: @escaping @Sendable (SurveyedBatch) -> Output, consume: (Output) throws(Failure) -> Void
  ) throws(Failure) -> WorkError? {
    let source: InputSource
    do throws(WorkError) { source = try open() } catch { return error }
    let error = try survey.read(
      source, limits: input.limits, on: pipeline, transform: transform, consume: consume)
    return error.map { .store(StoreError(input.name, $0)) }
  }

  /// Its items, each with the calendar that it stands in, for who takes them one batch after the other: see
  /// ``next(_:)``.
  package func items() throws(WorkError) -> SurveyedReader<InputSource> {
    SurveyedReader(try open(), survey: survey, limits: input.limits)
  }

  /// The next items of ``items()``.
  package func next(_ reader: inout SurveyedReader<InputSource>) throws(WorkError) -> SurveyedBatch? {
    try reading { () throws(ICalendarError) in try reader.next() }
  }

  /// The next bytes of ``open()``, or of that with edits, up to a megabyte behind those that are there.
  ///
  /// - Returns: false at the end.
  func read(_ source: inout some ByteSource, into bytes: inout [UInt8]) throws(WorkError) -> Bool {
    try reading { () throws(ICalendarError) in
      let count = bytes.count
      try source.read(1 << 20, into: &bytes)
      return bytes.count > count
    }
  }

  /// Its bytes with edits made, piece by piece.
  ///
  /// - Parameter edits: ``RepairPlan/edits`` of it, or none.
  /// - Throws: ``WorkError``, and what `body` throws.
  func forEachPiece(
    with edits: [ByteEdit], _ body: (ArraySlice<UInt8>) throws(WorkError) -> Void
  ) throws(WorkError) {
    var source = EditedSource(try open(), edits)
    var bytes: [UInt8] = []
    while try read(&source, into: &bytes) {
      try body(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// The parts of the input that targets do not accept, and their repairs.
  ///
  /// - Parameters: those of ``RepairPlan``.
  func repairs(
    for profiles: [Profile], isLossy: Bool, ignoring ignored: Set<Diagnostic.Code> = []
  ) throws(WorkError) -> RepairPlan {
    let source = try open()
    return try reading { () throws(ICalendarError) in
      try RepairPlan(
        source, survey, for: profiles, isLossy: isLossy, ignoring: ignored, limits: input.limits,
        on: pipeline)
    }
  }

  /// As ``Input/isLarge``.
  var isLarge: Bool { survey.size > Input.small }

  var pipeline: any Pipeline { ThreadPipeline.forInput(isLarge: isLarge) }

  func reading<Result>(_ body: () throws(ICalendarError) -> Result) throws(WorkError) -> Result {
    try input.reading(body)
  }
}

extension Input {
  /// Runs a body that reads the input. An error in reading ends the work.
  func reading<Result>(_ body: () throws(ICalendarError) -> Result) throws(WorkError) -> Result {
    do throws(ICalendarError) {
      return try body()
    } catch {
      throw .store(StoreError(name, error))
    }
  }
}
