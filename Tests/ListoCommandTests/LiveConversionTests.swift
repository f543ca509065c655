import Foundation
import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoCommand
@testable import ListoFormats

/// A conversion in one pass gives the same as one after a survey.
@Suite struct LiveConversionTests {
  private final class Met: WorkObserver {
    private(set) var problems: [Diagnostic] = []

    func report(_ problems: [Diagnostic]) { self.problems += problems }
    func report(_ error: StoreError) {}
  }

  private static let formats = Format.all.compactMap(\.makeWriter)

  @Test func onePassWritesTheSameOfOurFiles() throws {
    var inOnePass = 0
    for file in Corpus.own {
      for make in Self.formats { inOnePass += try compare(file, make) ? 1 : 0 }
    }
    // If none is fit for it, nothing was tested.
    #expect(inOnePass > 15 * Self.formats.count, "\(inOnePass)")
  }

  /// Each file in one of the formats, by turns.
  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func onePassWritesTheSame() throws {
    var inOnePass = 0
    for (number, file) in Corpus.others.enumerated() {
      inOnePass += try compare(file, Self.formats[number % Self.formats.count]) ? 1 : 0
    }
    #expect(inOnePass > 50, "\(inOnePass)")
  }

  /// Calendars with a name before or behind what stands in them and without any, of no reminder to four, with
  /// names that are there twice, overrides, events, zones behind their use, and what stands outside of any.
  @Test func onePassWritesTheSameOfWhatIsMade() throws {
    var random = SplitMix64(seed: Seed.current)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var (inOnePass, unnamed) = (0, 0)
    let rounds = Rounds.times(100)
    for number in 0..<rounds {
      let calendars = (0..<[1, 1, 1, 1, 2].pick(using: &random)).map { _ in
        let items = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
          let kind = ["VTODO", "VTODO", "VTODO", "VEVENT", "VJOURNAL"].pick(using: &random)
          let lines = ["SUMMARY:a", "DUE;TZID=Here:20260203T080000", "RECURRENCE-ID:20260203T080000Z"]
            .filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
          let uid = Int.random(in: 0..<30, using: &random)
          return (["BEGIN:\(kind)"] + (uid == 0 ? [] : ["UID:\(uid)"]) + lines + ["END:\(kind)", ""])
            .joined(separator: "\r\n")
        }
        let zone = """
          BEGIN:VTIMEZONE\r\nTZID:Here\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r
          TZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
          """
        // More than a block, so that what stands behind it is learned when what stands before it was handed
        // out.
        let padding = number % 30 == 0 ? "X-PAD:\(String(repeating: "x", count: 600_000))\r\n" : ""
        let parts = [
          // A tenth has no name anywhere: how often that comes by itself is luck.
          number % 10 == 0 ? "" : ["", "", "X-WR-CALNAME:Home\r\n"].pick(using: &random),
          [zone, ""].pick(using: &random), items.joined(),
          padding.isEmpty ? "" : "BEGIN:VTODO\r\nUID:pad\r\n\(padding)END:VTODO\r\n",
          ["", "", "", zone].pick(using: &random),
          number % 10 == 0 ? "" : ["", "", "", "", "X-WR-CALNAME:Late\r\n"].pick(using: &random),
        ]
        return Int.random(in: 0..<9, using: &random) == 0
          ? parts.joined() : "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + parts.joined() + "END:VCALENDAR\r\n"
      }
      let file = "\(folder)/\(number).ics"
      let text = calendars.joined()
      try Data(text.utf8).write(to: URL(filePath: file))
      guard try compare(file, Self.formats[number % Self.formats.count]) else { continue }
      inOnePass += 1
      unnamed += text.contains("CALNAME") ? 0 : 1
    }
    #expect(inOnePass > rounds / 5 && inOnePass < rounds * 97 / 100, "\(inOnePass), seed \(random.seed)")
    #expect(unnamed > 0, "\(unnamed), seed \(random.seed)")
  }

  /// Of many batches, on all cores.
  @Test func onePassWritesTheSameOfMuch() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ics").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nNAME:House\r\n"
    for number in 0..<6_500 {
      text += """
        BEGIN:VTODO\r\nUID:\(number)@example.org\r\nDTSTAMP:20261101T100000Z\r\nSUMMARY:Water plant \(number)\r
        X-EXAMPLE:\(number)\r\nRELATED-TO:\(number / 7)@example.org\r\nDUE;VALUE=DATE:20261201\r
        \(number % 11 == 0 ? "DTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=WEEKLY\r\n" : "")END:VTODO\r\n
        """
    }
    text += "END:VCALENDAR\r\n"
    try #require(text.utf8.count > 1 << 20)
    try Data(text.utf8).write(to: URL(filePath: file))
    for make in Self.formats { #expect(try compare(file, make)) }
  }

  /// Whether one pass would do.
  private func compare(
    _ file: String, _ make: @Sendable (FormatOptions, Losses) -> any FormatWriter
  ) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tree = InputTree([file])
    guard let input = tree.inputs.first, input.format.isICalendar else { return false }
    let (once, twice, inTurn) = (folder + "/once", folder + "/twice", folder + "/in-turn")
    var losses = (once: Losses(keepingEntries: true), twice: Losses(keepingEntries: true))
    let output = try Output.file(once)
    let writer = make(FormatOptions(), Losses(keepingEntries: true))
    guard
      let problems = try ItemConversion.runLive(input, refusesSeries: false, writer, to: output, &losses.once)
    else {
      return false
    }
    try output.commit()
    let met = Met()
    let surveyed = SurveyedInput.all([input], met)
    let other = try Output.file(twice)
    try ItemConversion.run(surveyed, SingleSeries(), writer, to: other, &losses.twice)
    try other.commit()
    let last = try Output.file(inTurn)
    let lost = try writeInTurn(surveyed, writer, to: last)
    try last.commit()
    let content = FileManager.default.contents(atPath: once)
    #expect(content == FileManager.default.contents(atPath: twice), "\(file)")
    #expect(content == FileManager.default.contents(atPath: inTurn), "\(file)")
    #expect(losses.once == losses.twice, "\(file)")
    #expect(losses.once.counts == lost.counts, "\(file)")
    #expect(problems == met.problems, "\(file)")
    return true
  }

  /// One item after the other, by one writer.
  private func writeInTurn(
    _ inputs: [SurveyedInput], _ writer: some FormatWriter, to output: Output
  ) throws -> Losses {
    var writer = writer
    var bytes: [UInt8] = []
    writer.expect(inputs.map(\.survey))
    writer.begin(calendars: inputs.reduce(0) { $0 + $1.survey.calendars.count }, &bytes)
    for input in inputs {
      try input.forEachBatch { batch in
        batch.forEach { item, calendar, ordinal in
          writer.write(item, holder: batch.holder(ordinal), in: calendar, &bytes)
        }
      }
    }
    writer.end(&bytes)
    try output.send(bytes[...])
    return writer.losses
  }
}
