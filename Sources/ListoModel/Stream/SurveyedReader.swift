public import ICalendar

/// Items that were read together, each with the calendar that it stands in.
public struct SurveyedBatch: Sendable {
  public let batch: ItemBatch
  let survey: Survey
  /// Where the walk stands before the first item.
  let start: CalendarCursor

  /// Walks the items in their order.
  ///
  /// - Parameter body: given the item, its calendar (nil between calendars) and, for a component, its ordinal in the input.
  public func forEach<Failure: Error>(
    _ body: (Item, Survey.Calendar?, Int) throws(Failure) -> Void
  ) throws(Failure) {
    var cursor = start
    for index in batch.indices {
      let item = batch[index]
      let calendar = cursor.step(item)
      let ordinal = cursor.ordinal
      try body(item, survey.calendars.indices.contains(calendar) ? survey.calendars[calendar] : nil, ordinal)
      if case .component = item { cursor.ordinal += 1 }
    }
  }

  /// Which holder of its name a component is: 1 for the first.
  public func holder(_ ordinal: Int) -> Int { survey.holders[ordinal] ?? 1 }
}

/// Counts calendars while items pass, as ``SurveyBuilder`` does.
struct CalendarCursor: Sendable {
  private var index = 0
  private var isOpen = false
  private var hasComponents = false
  /// How many components have passed.
  var ordinal = 0

  /// Takes note of an item; the index of the calendar that it stands in, -1 where it stands in none.
  mutating func step(_ item: Item) -> Int {
    switch item {
    case .open:
      if isOpen || hasComponents { index += 1 }
      isOpen = true
      hasComponents = false
      return index
    case .component:
      hasComponents = true
      return index
    case .close:
      let current = index
      if isOpen || hasComponents { index += 1 }
      isOpen = false
      hasComponents = false
      return current
    case .properties, .other, .problem:
      return isOpen || hasComponents ? index : -1
    }
  }
}

/// Gives the batches of a surveyed input, in their order, what is known of them.
private struct SurveyedOrder: BatchOrder {
  let survey: Survey
  var cursor = CalendarCursor()
  var isDoubtful: Bool { false }

  mutating func take(_ batch: ItemBatch) -> SurveyedBatch {
    let result = SurveyedBatch(batch: batch, survey: survey, start: cursor)
    for item in batch {
      _ = cursor.step(item)
      if case .component = item { cursor.ordinal += 1 }
    }
    return result
  }
}

/// Reads a surveyed input again, batch by batch.
public struct SurveyedReader<Source: ByteSource> {
  private var reader: BatchReader<Source>
  private var order: SurveyedOrder

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
  /// Reads the input again, and does with each of its batches what can be done with it alone.
  ///
  /// - Parameters:
  ///   - transform: called on any thread.
  ///   - consume: called on the calling thread, in order.
  /// - Returns: why it could not be read to its end.
  /// - Throws: what `consume` throws.
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
