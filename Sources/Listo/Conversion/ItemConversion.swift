internal import ICalendar
internal import ListoFormats
internal import ListoModel
internal import ListoStores

/// Items to another format.
enum ItemConversion {
  /// - Parameter series: those that are written as one reminder each; none where the format has a place for
  ///   overrides.
  static func run<Writer: FormatWriter>(
    _ inputs: [SurveyedInput], _ series: SingleSeries, _ writer: Writer, to output: Output,
    _ losses: inout Losses
  ) throws(WorkError) {
    var writer = writer
    writer.expect(inputs.map(\.survey))
    var writing = Writing(writer, output)
    try writing.begin(calendars: inputs.reduce(0) { $0 + $1.survey.calendars.count })
    let writers = IdleWriters(writer)
    // The drafts of small inputs are held until their turn: they need little memory.
    try InputSharing.run(inputs) { item -> (drafts: [Draft<Writer.Made>], error: WorkError?)? in
      guard item.survey.size <= 64 << 10 else { return nil }
      var drafts: [Draft<Writer.Made>] = []
      do throws(WorkError) {
        try make(item, series, with: writers, on: SerialPipeline()) { (draft) throws(WorkError) in
          drafts.append(draft)
        }
      } catch {
        return (drafts, error)
      }
      return (drafts, nil)
    } large: { item throws(WorkError) in
      try make(item, series, with: writers, on: item.pipeline) { draft throws(WorkError) in
        try writing.take(draft)
      }
    } consume: { (_, made) throws(WorkError) in
      for draft in made.drafts { try writing.take(draft) }
      if let error = made.error { throw error }
    }
    try writing.end(&losses)
  }

  /// Makes what is written of an input, which may not change meanwhile.
  private static func make<Writer: FormatWriter>(
    _ item: SurveyedInput, _ series: SingleSeries, with writers: IdleWriters<Writer>,
    on pipeline: some Pipeline, take: (Draft<Writer.Made>) throws(WorkError) -> Void
  ) throws(WorkError) {
    let error = try item.survey.read(try item.open(), limits: item.input.limits, on: pipeline) { batch in
      writers.write(batch.batch) { passage in
        batch.forEach { item, calendar, ordinal in
          guard let item = series.item(for: item, in: calendar) else { return }
          passage.add(item, holder: batch.holder(ordinal), in: calendar)
        }
      }
    } consume: { draft throws(WorkError) in
      try take(draft)
    }
    if let error { throw .store(StoreError(item.input.name, error)) }
    try item.requireUnchanged()
  }

  /// Writes one input in one pass where ``LiveSurvey`` is right about it.
  ///
  /// - Parameter refusesSeries: as that of ``LiveSurvey/init(file:fileName:in:limits:refusesSeries:)``.
  /// - Returns: what was met in reading; nil where a survey is needed, or more was written than is held: what
  ///   was written means nothing then.
  static func runLive(
    _ input: Input, refusesSeries: Bool, _ writer: some FormatWriter, to output: Output,
    _ losses: inout Losses
  ) throws(WorkError) -> [Diagnostic]? {
    let version = input.version
    guard let source = try? input.open() else { return nil }
    var survey = LiveSurvey(
      file: input.name, fileName: input.fileName, in: input.folder, limits: input.limits,
      refusesSeries: refusesSeries, refusesOverrides: writer.needsOverrides,
      refusesCalendars: writer.needsCalendars)
    var writing = Writing(writer, output)
    try writing.begin(calendars: 1)
    let writers = IdleWriters(writer)
    let isRight = try survey.run(source, limits: input.limits, on: ThreadPipeline()) { batch, holders in
      writers.write(batch.batch) { passage in
        batch.forEach { index, calendar in
          if let component = batch.batch.component(at: index) {
            passage.add(component, holder: holders.isEmpty ? 1 : holders[index] ?? 1, in: calendar)
          } else {
            passage.add(batch.batch[index], holder: 1, in: calendar)
          }
        }
      }
    } consume: { draft throws(WorkError) in
      try writing.take(draft)
      return !output.isOutgrown
    }
    guard isRight, input.version == version else { return nil }
    try writing.end(&losses)
    return output.isOutgrown ? nil : survey.problems + survey.problemsOfLists
  }
}

/// The writing of drafts to the output, in their order.
private struct Writing<Writer: FormatWriter> {
  private var writer: Writer
  private let output: Output
  private var losses: Losses
  private var bytes: [UInt8] = []
  /// A component was written.
  private var isBegun = false

  init(_ writer: Writer, _ output: Output) {
    (self.writer, self.output) = (writer, output)
    losses = Losses(keepingEntries: writer.losses.keepsEntries)
  }

  mutating func begin(calendars: Int) throws(WorkError) {
    writer.begin(calendars: calendars, &bytes)
    try send()
  }

  /// Puts what was made of a batch in its place.
  mutating func take(_ draft: Draft<Writer.Made>) throws(WorkError) {
    guard !writer.isStateless else {
      losses.add(draft.losses)
      try output.send(draft.bytes.dropFirst(isBegun ? 0 : writer.separatorCount))
      isBegun = isBegun || !draft.bytes.isEmpty
      return
    }
    for step in draft.steps {
      switch step {
      case .made(let made, let calendar): writer.place(made, in: calendar, &bytes)
      case .item(let item, let calendar):
        writer.write(item, holder: 1, in: calendar, &bytes)
        count()
      case .losses(let losses): self.losses.add(losses)
      }
    }
    losses.add(draft.losses)
    count()
    try send()
  }

  mutating func end(_ total: inout Losses) throws(WorkError) {
    writer.end(&bytes)
    try send()
    count()
    total.add(losses)
  }

  /// Adds what the writer lost since, behind what its copies did.
  private mutating func count() {
    guard !writer.losses.isEmpty else { return }
    losses.add(writer.losses)
    writer.losses = Losses(keepingEntries: losses.keepsEntries)
  }

  private mutating func send() throws(WorkError) {
    try output.send(bytes[...])
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The result of a batch, made by a copy of the writer.
private struct Draft<Made: Sendable>: Sendable {
  enum Step: Sendable {
    case made(Made, Survey.Calendar)
    /// An item that is not a component.
    case item(Item, Survey.Calendar?)
    /// The losses of the components since the last such step.
    case losses(Losses)
  }

  /// Of a stateless writer all that is written.
  var bytes: [UInt8] = []
  /// Of another one what is to be put in its place.
  var steps: [Step] = []
  /// Those that stand in no step.
  var losses = Losses()
}

/// One of the copies at work on a batch.
private struct Passage<Writer: FormatWriter>: Sendable {
  var writer: Writer
  var draft = Draft<Writer.Made>()
  /// The last result, while more components may be added to it; `lastCalendar` is its calendar.
  private var last: Writer.Made?
  private var lastCalendar: Survey.Calendar?

  init(writer: Writer) { self.writer = writer }

  mutating func add(_ item: Item, holder: Int, in calendar: Survey.Calendar?) {
    if writer.isStateless {
      writer.write(item, holder: holder, in: calendar, &draft.bytes)
    } else if case .component(let component) = item {
      if let calendar { add(component, holder: holder, in: calendar) }
    } else {
      finish()
      if !writer.losses.isEmpty {
        draft.steps.append(.losses(writer.losses))
        writer.losses = Losses(keepingEntries: writer.losses.keepsEntries)
      }
      draft.steps.append(.item(item, calendar))
    }
  }

  mutating func add(_ component: Component, holder: Int, in calendar: Survey.Calendar) {
    if writer.isStateless {
      writer.write(component, holder: holder, in: calendar, &draft.bytes)
    } else {
      if lastCalendar === calendar, var made = last.take() {
        let isAdded = writer.make(component, holder: holder, in: calendar, behind: &made)
        last = made
        if isAdded { return }
      }
      finish()
      last = writer.make(component, holder: holder, in: calendar)
      lastCalendar = calendar
    }
  }

  /// Makes a step of what was made last.
  mutating func finish() {
    guard let made = last, let lastCalendar else { return }
    draft.steps.append(.made(made, lastCalendar))
    last = nil
  }
}

/// Copies of a writer at work on batches.
private struct IdleWriters<Writer: FormatWriter>: Sendable {
  private let keepsEntries: Bool
  private let isStateless: Bool
  private let passages: IdleCopies<Passage<Writer>>

  init(_ writer: Writer) {
    (keepsEntries, isStateless) = (writer.losses.keepsEntries, writer.isStateless)
    passages = IdleCopies(Passage(writer: writer))
  }

  /// Makes the draft of a batch.
  func write(_ batch: ItemBatch, _ body: (inout Passage<Writer>) -> Void) -> Draft<Writer.Made> {
    passages.with { passage in
      passage.writer.losses = Losses(keepingEntries: keepsEntries)
      if isStateless { passage.draft.bytes.reserveCapacity(Self.room(for: batch)) }
      body(&passage)
      passage.finish()
      var draft = Draft<Writer.Made>()
      swap(&draft, &passage.draft)
      draft.losses = passage.writer.losses
      return draft
    }
  }

  /// Room for what is written of a batch, so that it is not moved again and again while it grows: twice its
  /// bytes, which is more than most formats take, and costs nothing where it is not filled.
  private static func room(for batch: ItemBatch) -> Int { batch.content.count * 2 + 4096 }
}
