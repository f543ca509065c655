import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Reading with the help of other cores gives the same result as reading without.
@Suite struct StagedReadingTests {
  /// Work is done as soon as it is begun.
  private struct Eager: RecordThreads {
    let count = 2
    func begin<Output: Sendable>(_ work: @escaping @Sendable () -> Output) -> @Sendable () -> Output {
      let output = work()
      return { output }
    }
  }

  /// Work is done when it is waited for.
  private struct Late: RecordThreads {
    let count = 3
    func begin<Output: Sendable>(_ work: @escaping @Sendable () -> Output) -> @Sendable () -> Output { work }
  }

  @Test(arguments: Format.all.filter { $0.canRead && $0.canWrite && !$0.isICalendar }.map(\.name))
  func helpersChangeNothing(name: String) throws {
    let format = try #require(Format.named(name))
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    // More than two batches of records.
    let reminders = GeneratedReminders(seed: seed, count: 700).bytes
    let whole = try Conversion(reminders, to: format).output
    var broken = whole
    for _ in 0..<Rounds.times(10) {
      let place = Int.random(in: 0..<broken.count, using: &random)
      let others: [[UInt8]] = [[], [0x0A], [0x22], [0x2C], [0x5D], [0x7B], [0xFF], [0x3C], [0x30]]
      broken.replaceSubrange(place...place, with: others.pick(using: &random))
    }
    for text in [whole, broken, whole + whole] {
      let alone = try read(text, format, nil)
      for threads in [Eager(), Late()] as [any RecordThreads] {
        let helped = try read(text, format, threads)
        #expect(helped.bytes == alone.bytes, "seed \(seed)")
        #expect(helped.problems == alone.problems, "seed \(seed)")
        #expect(helped.lines == alone.lines, "seed \(seed)")
      }
    }
  }

  /// Of many problems of one kind the first are told: which, depends on nobody's help.
  @Test func theFirstProblemsAreTold() throws {
    let long = (1...150).map { "Plant \($0),,too many\n" }.joined()
    let broken = (151...300).map { "\"Plant \($0)\"x,2026-12-01\n" }.joined()
    let text = Array(("title,due\n" + long + broken).utf8)
    let alone = try read(text, .csv, nil)
    #expect(alone.problems.count > 100)
    for threads in [Eager(), Late()] as [any RecordThreads] {
      #expect(try read(text, .csv, threads).problems == alone.problems)
    }
  }

  /// Problems on one line, of records and beside them.
  @Test func problemsOfOneLineKeepTheirOrder() throws {
    let todo =
      "<vtodo><properties><due><date>soon</date></due><uid><text>1</text></uid></properties></vtodo>"
    let text = """
      <icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar><properties/><components>\(todo)</components>\
      <extra/></vcalendar></icalendar>
      """
    let alone = try read(Array(text.utf8), .xCal, nil)
    #expect(alone.problems.count > 1)
    for threads in [Eager(), Late()] as [any RecordThreads] {
      #expect(try read(Array(text.utf8), .xCal, threads).problems == alone.problems)
    }
  }

  private func read(
    _ text: [UInt8], _ format: Format, _ threads: (any RecordThreads)?
  ) throws -> (bytes: [UInt8], problems: [Diagnostic], lines: [Int?]) {
    let sink = MemorySink()
    let reading = try #require(
      try format.read(
        MemorySource(text), file: "a", options: FormatOptions(), limits: ReadingLimits(), with: threads,
        into: sink))
    return (sink.bytes, reading.problems, (0..<200).map { reading.lines.originalLine(of: $0 * 50) })
  }

  @Test func recordsComeBackInTheirOrder() {
    for threads in [nil, Eager(), Late()] as [(any RecordThreads)?] {
      var stage = RecordStage(threads) { (number: Int) in number * 10 }
      var made: [Int] = []
      // Large ones are a batch of their own.
      for number in 0..<3000 { made += stage.take(number, size: number % 700 == 0 ? 1 << 20 : 10) }
      made += stage.finish()
      #expect(made == (0..<3000).map { $0 * 10 })
      #expect(stage.finish().isEmpty)
    }
  }
}
