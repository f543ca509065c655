internal import ICalendar
internal import Listo
internal import ListoFormats
internal import ListoStores
internal import Platform

/// What every command that writes does the same way.
enum Writing {
  /// Puts the output in its place; a reader that has gone is no error.
  ///
  /// - Throws: ``Failure`` with status 74.
  static func finish(_ output: Output, _ reporter: Reporter) throws(Failure) {
    try attempt(reporter) { () throws(StoreError) in reporter.report(try output.commit()) }
  }

  /// Opens a file for writing.
  ///
  /// - Throws: ``Failure`` with status 73.
  static func create(_ path: String, makingFolders: Bool = true, _ reporter: Reporter) throws(Failure)
    -> Output
  {
    do throws(StoreError) {
      return try Output.file(path, makingFolders: makingFolders)
    } catch {
      reporter.report(error)
      throw Failure(reporter.status)
    }
  }

  /// Does what writes, and ends the command where it fails: quietly when the reader of a pipe has gone.
  static func attempt(_ reporter: Reporter, _ body: () throws(StoreError) -> Void) throws(Failure) {
    do throws(StoreError) {
      try body()
    } catch {
      if error.code == .brokenPipe { throw Failure(reporter.status) }
      reporter.report(error)
      throw Failure(reporter.status)
    }
  }

  /// The threads that work beside the one that reads and writes.
  static var threads: Int {
    let count = ProcessEnvironment.processorCount
    return count > 1 ? count : 0
  }
}

/// iCalendar to iCalendar: bytes as they came.
enum Copying {
  static func copy(_ inputs: [SurveyedInput], to output: Output, _ reporter: Reporter) throws {
    var joint = Joint()
    for item in inputs where !item.survey.calendars.isEmpty {
      var source = try Reading.open(item, reporter)
      joint.next()
      var bytes: [UInt8] = []
      while try Reading.read(&source, item, into: &bytes, reporter) {
        try Writing.attempt(reporter) { () throws(StoreError) in try joint.write(bytes[...], to: output) }
        bytes.removeAll(keepingCapacity: true)
      }
      try Reading.requireUnchanged(item, reporter)
    }
  }
}

/// Puts one input behind another: a line end between them where the first has none, so that no two lines become one.
struct Joint {
  private var last: UInt8?
  private var isPending = false

  /// What follows is another input.
  mutating func next() { isPending = last != nil }

  mutating func write(_ bytes: ArraySlice<UInt8>, to output: Output) throws(StoreError) {
    guard let end = bytes.last else { return }
    if isPending, let last, last != 0x0A && last != 0x0D { try output.write(ContentLineText.crlf[...]) }
    isPending = false
    last = end
    try output.write(bytes)
  }
}

/// Reading again what was surveyed: an input that fails now ends the command, since part of its bytes may be written.
enum Reading {
  static func open(_ item: SurveyedInput, _ reporter: Reporter) throws(Failure) -> InputSource {
    do throws(StoreError) {
      return try item.input.open()
    } catch {
      reporter.report(error)
      throw Failure(reporter.status)
    }
  }

  /// Ends the command where an input is not what it was when it was surveyed: what was read of it since may be half of each.
  static func requireUnchanged(_ item: SurveyedInput, _ reporter: Reporter) throws(Failure) {
    do throws(StoreError) {
      try item.input.requireUnchanged(since: item.version)
    } catch {
      reporter.report(error)
      throw Failure(reporter.status)
    }
  }

  /// Its items, each with the calendar that it stands in.
  static func items(
    _ item: SurveyedInput, _ reporter: Reporter
  ) throws(Failure) -> SurveyedReader<InputSource> {
    SurveyedReader(try open(item, reporter), survey: item.survey, limits: item.input.limits)
  }

  static func read(
    _ source: inout InputSource, _ item: SurveyedInput, into bytes: inout [UInt8], _ reporter: Reporter
  ) throws(Failure) -> Bool {
    do throws(ICalendarError) {
      try source.read(1 << 20, into: &bytes)
      return !bytes.isEmpty
    } catch {
      reporter.report(StoreError(item.input.name, error))
      throw Failure(reporter.status)
    }
  }

  static func next(
    _ reader: inout SurveyedReader<InputSource>, _ item: SurveyedInput, _ reporter: Reporter
  ) throws(Failure) -> SurveyedBatch? {
    do throws(ICalendarError) {
      return try reader.next()
    } catch {
      reporter.report(StoreError(item.input.name, error))
      throw Failure(reporter.status)
    }
  }
}

/// Items to another format.
enum Conversion {
  static func run(
    _ inputs: [SurveyedInput], _ writer: any FormatWriter, to output: Output, _ reporter: Reporter,
    _ losses: inout Losses
  ) throws(Failure) {
    var writer = writer
    var bytes: [UInt8] = []
    writer.begin(calendars: inputs.reduce(0) { $0 + $1.survey.calendars.count }, &bytes)
    try send(&bytes, to: output, reporter)
    for item in inputs {
      var reader = try Reading.items(item, reporter)
      if writer.isStateless {
        try runInParallel(&reader, item, writer, output, reporter, &losses)
      } else {
        while let batch = try Reading.next(&reader, item, reporter) {
          batch.forEach { item, calendar, ordinal in
            writer.write(item, holder: batch.holder(ordinal), in: calendar, &bytes)
          }
          try send(&bytes, to: output, reporter)
        }
      }
      try Reading.requireUnchanged(item, reporter)
    }
    writer.end(&bytes)
    try send(&bytes, to: output, reporter)
    losses.add(writer.losses)
  }

  /// Writes one input in one pass where ``LiveSurvey`` is right about it.
  ///
  /// - Returns: what was met in reading; nil where a survey is needed, and what went out means nothing.
  static func runLive(
    _ input: Input, _ writer: any FormatWriter, to output: Output, _ reporter: Reporter,
    _ losses: inout Losses
  ) throws(Failure) -> [Diagnostic]? {
    let version = input.version
    guard writer.isStateless, let source = try? input.open() else { return nil }
    var reader = BatchReader(source, limits: input.limits)
    var survey = LiveSurvey(
      file: input.name, fileName: input.fileName, in: input.folder, limits: input.limits)
    var writer = writer
    var isReadable = true
    var bytes: [UInt8] = []
    writer.begin(calendars: 1, &bytes)
    try send(&bytes, to: output, reporter)
    try OrderedPipeline.run(threads: Writing.threads) { () throws(Failure) -> LiveBatch? in
      guard !survey.isLost else { return nil }
      do throws(ICalendarError) {
        return try reader.next().map { survey.take($0) }
      } catch {
        isReadable = false
        return nil
      }
    } transform: { [writer] batch -> (bytes: [UInt8], losses: Losses, notes: BatchNotes) in
      var copy = writer
      var bytes = room(for: batch.batch)
      batch.forEach { index, calendar in
        copy.write(batch.batch[index], holder: 1, in: calendar, &bytes)
      }
      return (bytes, copy.losses, BatchNotes(batch.batch))
    } consume: { result throws(Failure) in
      survey.take(result.notes)
      guard !survey.isLost else { return }
      losses.add(result.losses)
      try Writing.attempt(reporter) { () throws(StoreError) in try output.write(result.bytes[...]) }
    }
    guard isReadable, !survey.isDoubtful, input.version == version else { return nil }
    writer.end(&bytes)
    try send(&bytes, to: output, reporter)
    losses.add(writer.losses)
    return survey.problems
  }

  /// Room for what is written of a batch, so that it is not moved again and again while it grows: twice its bytes, which is more
  /// than most formats take, and costs nothing where it is not filled.
  private static func room(for batch: ItemBatch) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(batch.bytes.count * 2 + 4096)
    return bytes
  }

  private static func runInParallel(
    _ reader: inout SurveyedReader<InputSource>, _ item: SurveyedInput, _ writer: any FormatWriter,
    _ output: Output,
    _ reporter: Reporter, _ losses: inout Losses
  ) throws(Failure) {
    try OrderedPipeline.run(threads: Writing.threads) { () throws(Failure) in
      try Reading.next(&reader, item, reporter)
    } transform: { batch -> (bytes: [UInt8], losses: Losses) in
      var copy = writer
      var bytes = room(for: batch.batch)
      batch.forEach { item, calendar, ordinal in
        copy.write(item, holder: batch.holder(ordinal), in: calendar, &bytes)
      }
      return (bytes, copy.losses)
    } consume: { result throws(Failure) in
      losses.add(result.losses)
      try Writing.attempt(reporter) { () throws(StoreError) in try output.write(result.bytes[...]) }
    }
  }

  private static func send(_ bytes: inout [UInt8], to output: Output, _ reporter: Reporter) throws(Failure) {
    let ready = bytes
    bytes = []
    try Writing.attempt(reporter) { () throws(StoreError) in try output.write(ready[...]) }
  }
}
