import ICalendar
import ListoFormats
import ListoModel
import ListoTestSupport
import Testing

/// Copies of a writer that write components one by one produce the same output as one writer.
@Suite struct StagedWritingTests {
  private static let choices = Format.all.filter { $0.makeWriter != nil }.flatMap { format in
    [format.name] + format.options.filter { $0.value == nil }.map { "\(format.name)+\($0.name)" }
  }

  @Test(arguments: choices)
  func copiesMakeWhatOneWriterWrites(name: String) throws {
    let choice = try FormatChoice(name)
    let seed = Seed.current
    for round in 0..<4 as Range<UInt64> {
      var random = SplitMix64(seed: seed &+ round)
      // Two calendars, of which the second holds the first one's reminders again.
      let one = GeneratedReminders(seed: seed &+ round, count: 30).bytes
      let bytes = one + GeneratedReminders(seed: seed &+ round, count: 20).bytes
      let whole = try Conversion(bytes, to: choice.format, options: choice.options, keepingEntries: true)
      let makeWriter = try #require(choice.format.makeWriter)
      let writer = makeWriter(choice.options, Losses(keepingEntries: true))
      let (output, losses) = try written(bytes, whole.survey, writer, &random)
      #expect(output == whole.output, "seed \(seed)")
      #expect(losses.counts == whole.losses.counts, "seed \(seed)")
    }
  }

  /// The output and losses of three copies that share the components by chance, each result in its place.
  private func written(
    _ bytes: [UInt8], _ survey: Survey, _ writer: some FormatWriter, _ random: inout SplitMix64
  ) throws -> (output: [UInt8], losses: Losses) {
    var (copies, writer) = ([writer, writer, writer], writer)
    var output: [UInt8] = []
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    writer.expect([survey])
    writer.begin(calendars: survey.calendars.count, &output)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        let copy = copies.indices.randomElement(using: &random) ?? 0
        guard case .component(let component) = item, let calendar else {
          return writer.write(item, holder: 1, in: calendar, &output)
        }
        let holder = batch.holder(ordinal)
        if writer.isStateless {
          copies[copy].write(component, holder: holder, in: calendar, &output)
        } else {
          writer.place(copies[copy].make(component, holder: holder, in: calendar), in: calendar, &output)
        }
      }
    }
    writer.end(&output)
    var losses = writer.losses
    for copy in copies { losses.add(copy.losses) }
    return (output, losses)
  }
}
