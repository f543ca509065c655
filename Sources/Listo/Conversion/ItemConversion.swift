internal import ICalendar
internal import ListoFormats
internal import ListoModel
internal import ListoStores
internal import Synchronization

/// Items to another format.
enum ItemConversion {
  static func run(
    _ inputs: [SurveyedInput], _ writer: any FormatWriter, to output: Output,
    _ losses: inout Losses
  ) throws(WorkError) {
    var writer = writer
    var bytes: [UInt8] = []
    writer.begin(calendars: inputs.reduce(0) { $0 + $1.survey.calendars.count }, &bytes)
    try send(&bytes, to: output)
    for item in inputs {
      if writer.isStateless {
        try runInParallel(item, writer, output, &losses)
      } else {
        try item.forEachBatch { batch throws(WorkError) in
          batch.forEach { item, calendar, ordinal in
            writer.write(item, holder: batch.holder(ordinal), in: calendar, &bytes)
          }
          try send(&bytes, to: output)
        }
      }
      try item.requireUnchanged()
    }
    writer.end(&bytes)
    try send(&bytes, to: output)
    losses.add(writer.losses)
  }

  /// Writes one input in one pass where ``LiveSurvey`` is right about it.
  ///
  /// - Returns: what was met in reading; nil where a survey is needed, and what went out means nothing.
  static func runLive(
    _ input: Input, _ writer: any FormatWriter, to output: Output,
    _ losses: inout Losses
  ) throws(WorkError) -> [Diagnostic]? {
    let version = input.version
    guard writer.isStateless, let source = try? input.open() else { return nil }
    var survey = LiveSurvey(
      file: input.name, fileName: input.fileName, in: input.folder, limits: input.limits)
    var writer = writer
    var bytes: [UInt8] = []
    writer.begin(calendars: 1, &bytes)
    try send(&bytes, to: output)
    let writers = IdleWriters(writer)
    let isRight = try survey.run(source, limits: input.limits, on: ThreadPipeline()) { batch in
      writers.write(batch.batch) { writer, bytes in
        batch.forEach { index, calendar in
          if let component = batch.batch.component(at: index) {
            writer.write(component, holder: 1, in: calendar, &bytes)
          } else {
            writer.write(batch.batch[index], holder: 1, in: calendar, &bytes)
          }
        }
      }
    } consume: { result throws(WorkError) in
      losses.add(result.losses)
      try output.send(result.bytes[...])
    }
    guard isRight, input.version == version else { return nil }
    writer.end(&bytes)
    try send(&bytes, to: output)
    losses.add(writer.losses)
    return survey.problems
  }

  private static func runInParallel(
    _ item: SurveyedInput, _ writer: any FormatWriter, _ output: Output, _ losses: inout Losses
  ) throws(WorkError) {
    let writers = IdleWriters(writer)
    let source = try item.open()
    let error = try item.survey.read(source, limits: item.input.limits, on: ThreadPipeline()) { batch in
      writers.write(batch.batch) { writer, bytes in
        batch.forEach { item, calendar, ordinal in
          writer.write(item, holder: batch.holder(ordinal), in: calendar, &bytes)
        }
      }
    } consume: { result throws(WorkError) in
      losses.add(result.losses)
      try output.send(result.bytes[...])
    }
    if let error { throw .store(StoreError(item.input.name, error)) }
  }

  private static func send(_ bytes: inout [UInt8], to output: Output) throws(WorkError) {
    let ready = bytes
    bytes = []
    try output.send(ready[...])
  }
}

/// Copies of a stateless writer, each used by one thread at a time and then again: what one of them has learned of a calendar, such
/// as its zones and what the parameters of its lines say, it need not learn anew with each batch.
private final class IdleWriters: Sendable {
  private let first: any FormatWriter
  private let idle = Mutex<[any FormatWriter]>([])

  init(_ writer: any FormatWriter) { first = writer }

  /// What `body` writes of a batch, and what has no place in the format.
  func write(
    _ batch: ItemBatch, _ body: (inout any FormatWriter, inout [UInt8]) -> Void
  ) -> (bytes: [UInt8], losses: Losses) {
    var writer = idle.withLock { $0.popLast() } ?? first
    writer.losses = Losses(keepingEntries: first.losses.keepsEntries)
    var bytes = Self.room(for: batch)
    body(&writer, &bytes)
    let losses = writer.losses
    idle.withLock { [writer] in $0.append(writer) }
    return (bytes, losses)
  }

  /// Room for what is written of a batch, so that it is not moved again and again while it grows: twice its bytes, which is more
  /// than most formats take, and costs nothing where it is not filled.
  private static func room(for batch: ItemBatch) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(batch.content.count * 2 + 4096)
    return bytes
  }
}
