internal import Listo
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
    reporter.keepData()
    do throws(StoreError) {
      return try Output.file(path, makingFolders: makingFolders)
    } catch {
      reporter.report(error)
      throw Failure(reporter.status)
    }
  }

  /// Removes a file that nothing is left of.
  ///
  /// - Throws: ``Failure`` with status 74.
  static func remove(_ path: String, _ reporter: Reporter) throws(Failure) {
    try attempt(reporter) { () throws(StoreError) in
      do throws(SystemError) {
        _ = try FileSystem.remove(path)
      } catch {
        throw StoreError(.writeFailed, path: path, reason: error.reason)
      }
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
      throw fail(item, error, reporter)
    }
  }

  static func next(
    _ reader: inout SurveyedReader<InputSource>, _ item: SurveyedInput, _ reporter: Reporter
  ) throws(Failure) -> SurveyedBatch? {
    do throws(ICalendarError) {
      return try reader.next()
    } catch {
      throw fail(item, error, reporter)
    }
  }

  /// What ends the command where an input could not be read to its end.
  static func fail(_ item: SurveyedInput, _ error: ICalendarError, _ reporter: Reporter) -> Failure {
    reporter.report(StoreError(item.input.name, error))
    return Failure(reporter.status)
  }
}
