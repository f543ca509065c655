public import ICalendar

/// Reads one format: takes its text front to back and writes the same reminders as iCalendar, the pivot of
/// every conversion.
///
/// A reader of something broken says so with ``ICalendarOutput/diagnose(_:line:severity:_:)`` and reads on.
/// It guesses nothing: a date stays a date, a floating time floating, a zone the name it was. What it makes
/// depends on the input and the options alone.
package protocol FormatReader: Sendable {
  /// - Throws: ``ICalendarError/unreadable(reason:)``, when the input or the output does.
  mutating func read(_ input: inout TextFeed, into output: inout ICalendarOutput) throws(ICalendarError)
}

/// The destination of a reader's iCalendar: passages that are joined in the order of their numbers at the
/// end.
package protocol CalendarSink: AnyObject {
  /// - Throws: ``ICalendarError/unreadable(reason:)`` if the bytes cannot be stored.
  func append(_ bytes: ArraySlice<UInt8>, toPassage number: Int) throws(ICalendarError)
}

/// A sink in memory.
package final class MemorySink: CalendarSink {
  private var passages: [Int: [UInt8]] = [:]

  /// Creates an empty sink.
  public init() {}

  /// Keeps bytes of a calendar, whichever passage they belong to.
  public func append(_ bytes: ArraySlice<UInt8>, toPassage number: Int) {
    passages[number, default: []] += bytes
  }

  /// Everything, in order.
  public var bytes: [UInt8] { passages.sorted { $0.key < $1.key }.flatMap(\.value) }
}

extension Format {
  /// The result of reading: the problems in the order of lines, and the place of each component in the input.
  public struct Reading: Sendable {
    /// The problems of the input, with their lines.
    public let problems: [Diagnostic]
    package let lines: LineMap
    /// Whether the input had nothing but white space.
    public let isEmpty: Bool
  }

  /// Reads an input of this format as iCalendar.
  ///
  /// - Parameters:
  ///   - file: the input as the user named it, for diagnostics.
  ///   - limits: ``Limit/diagnostics`` applies here if it is more than a hundred.
  ///   - sink: receives the iCalendar.
  /// - Returns: nil for a format without a reader.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package func read(
    _ source: any ByteSource, file: String, options: FormatOptions = FormatOptions(),
    limits: ReadingLimits = ReadingLimits(), into sink: any CalendarSink
  ) throws(ICalendarError) -> Reading? {
    try read(source, file: file, options: options, limits: limits, with: nil, into: sink)
  }

  /// The same on other cores too, where there are any.
  package func read(
    _ source: any ByteSource, file: String, options: FormatOptions, limits: ReadingLimits,
    with threads: (any RecordThreads)?, into sink: any CalendarSink
  ) throws(ICalendarError) -> Reading? {
    guard var reader = makeReader?(options) else { return nil }
    var input = TextFeed(source, limits: limits)
    var output = ICalendarOutput(file: file, sink: sink, limits: limits, threads: threads)
    if try input.decode() {
      try reader.read(&input, into: &output)
    } else {
      output.diagnose(.notUTF8, TextEncoding.utf32Advice)
    }
    try output.finish()
    let problems = output.log.merged(with: [input.log, output.recordLog], file: file)
    return Reading(
      problems: problems, lines: output.lines, isEmpty: output.isEmpty && problems.isEmpty)
  }

  /// Reads bytes in memory and returns the iCalendar and the problems. iCalendar is returned as it is; its
  /// problems are reported when it is read (``CalendarFile``).
  ///
  /// - Throws: ``ICalendarError/unreadable(reason:)`` for a format that is only written, such as HTML.
  public func iCalendar(
    of bytes: [UInt8], file: String = "-", options: FormatOptions = FormatOptions()
  ) throws(ICalendarError) -> (bytes: [UInt8], problems: [Diagnostic]) {
    guard !isICalendar else { return (bytes, []) }
    let sink = MemorySink()
    guard let reading = try read(MemorySource(bytes), file: file, options: options, into: sink) else {
      throw .unreadable(reason: "\(title) can be written, but not read")
    }
    return (sink.bytes, reading.problems)
  }
}
