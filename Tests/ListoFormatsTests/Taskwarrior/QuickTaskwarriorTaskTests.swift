import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// What is written quickly is what is written in the complete way.
@Suite struct QuickTaskwarriorTaskTests {
  /// Writes a calendar both ways.
  ///
  /// - Returns: how many reminders were written quickly.
  private func compare(_ bytes: [UInt8], _ file: String) throws -> Int {
    var count = 0
    let quick = try QuickWriting.write(bytes, file, with: TaskwarriorWriter())
    var writer = TaskwarriorWriter()
    writer.isQuick = false
    let complete = try QuickWriting.write(bytes, file, with: writer)
    #expect(
      quick.output == complete.output && quick.writer.losses == complete.writer.losses,
      """
      \(file)
      \(String(decoding: quick.output, as: UTF8.self))
      \(String(decoding: complete.output, as: UTF8.self))
      """)
    count = quick.writer.quickCount
    return count
  }

  @Test func ownFilesAreWrittenTheSame() throws {
    let count = try Corpus.own.reduce(0) { try $0 + compare(Corpus.bytes($1), $1) }
    #expect(count > 0)
  }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func theCorpusIsWrittenTheSame() throws {
    for file in Corpus.others { _ = try compare(Corpus.bytes(file), file) }
  }

  @Test func generatedRemindersAreWrittenTheSame() throws {
    var random = SplitMix64(seed: Seed.fresh())
    var count = 0
    for _ in 0..<60 {
      let text = QuickReminderTests.calendar(&random)
      count += try compare(Array(text.utf8), "seed \(random.seed)")
    }
    #expect(count > 20, "seed \(random.seed)")
  }

  /// Each alone, since beside others most are left to the complete way.
  @Test func singleLinesAreWrittenTheSame() throws {
    for lines in QuickWriting.lines {
      #expect(try compare(QuickWriting.calendar(of: lines), lines) > 0, "\(lines)")
    }
  }
}
