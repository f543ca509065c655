public import ICalendar

/// Items that were read together, each with its calendar.
public struct SurveyedBatch: Sendable {
  /// The items, in their order.
  public let batch: ItemBatch
  let survey: Survey
  /// Where the walk stands before the first item, and how many components have passed then.
  let start: CalendarCursor
  let firstOrdinal: Int

  /// Walks the items in their order.
  ///
  /// - Parameter body: given the item, its calendar (nil between calendars) and, for a component, its ordinal
  ///   in the input.
  public func forEach<Failure: Error>(
    _ body: (Item, Survey.Calendar?, Int) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachIndex { (index, calendar, ordinal) throws(Failure) in try body(batch[index], calendar, ordinal)
    }
  }

  /// The same with the indices of the items in ``batch``.
  package func forEachIndex<Failure: Error>(
    _ body: (Int, Survey.Calendar?, Int) throws(Failure) -> Void
  ) throws(Failure) {
    var (cursor, ordinal) = (start, firstOrdinal)
    // That of the item before, mostly: threads that take it for each item count its references against each
    // other.
    var (place, calendar): (Int, Survey.Calendar?) = (-1, nil)
    for index in batch.indices {
      let kind = batch.kind(at: index)
      let next = cursor.step(kind).calendar
      if next != place {
        (place, calendar) = (next, survey.calendars.indices.contains(next) ? survey.calendars[next] : nil)
      }
      try body(index, calendar, ordinal)
      if case .component = kind { ordinal += 1 }
    }
  }

  /// Which holder of its name a component is: 1 for the first.
  public func holder(_ ordinal: Int) -> Int { survey.holders[ordinal] ?? 1 }
}

/// Gives the batches of a surveyed input, in their order, what is known of them.
private struct SurveyedOrder: BatchOrder {
  let survey: Survey
  private var cursor = CalendarCursor()
  private var ordinal = 0
  var isDoubtful: Bool { false }

  init(survey: Survey) { self.survey = survey }

  mutating func take(_ batch: ItemBatch) -> SurveyedBatch {
    let result = SurveyedBatch(batch: batch, survey: survey, start: cursor, firstOrdinal: ordinal)
    for index in batch.indices {
      let kind = batch.kind(at: index)
      _ = cursor.step(kind)
      if case .component = kind { ordinal += 1 }
    }
    return result
  }
}

/// Reads a surveyed input again, batch by batch.
public struct SurveyedReader<Source: ByteSource> {
  private var reader: BatchReader<Source>
  private var order: SurveyedOrder

  /// Reads a source from its beginning, as the survey did.
  public init(_ source: Source, survey: Survey, limits: ReadingLimits = ReadingLimits()) {
    reader = BatchReader(source, limits: limits)
    order = SurveyedOrder(survey: survey)
  }

  /// The next batch, nil at the end.
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  public mutating func next() throws(ICalendarError) -> SurveyedBatch? {
    guard let batch = try reader.next() else { return nil }
    return order.take(batch)
  }
}

extension Survey {
  /// Reads the input again and transforms each of its batches.
  ///
  /// - Parameters:
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Returns: the reason why the input could not be read to its end.
  /// - Throws: the errors of `consume`.
  public func read<Source: ByteSource & Sendable, Output: Sendable, Failure: Error>(
    _ source: Source, limits: ReadingLimits, on pipeline: some Pipeline,
    transform: @escaping @Sendable (SurveyedBatch) -> Output, consume: (Output) throws(Failure) -> Void
  ) throws(Failure) -> ICalendarError? {
    try pipeline.read(source, SurveyedOrder(survey: self), limits: limits, transform: transform) {
      output throws(Failure) in
      try consume(output)
      return true
    }.error
  }
}
