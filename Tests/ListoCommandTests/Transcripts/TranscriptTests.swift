import Foundation
import Testing

/// Golden transcripts of the command. `LISTO_RECORD=1` writes down what it prints now; the test then fails
/// once, so that nobody records without looking.
@Suite struct TranscriptTests {
  static let golden = Workplace.repository.appendingPathComponent(
    "Tests/ListoCommandTests/Transcripts/Golden")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? [])
    .filter { $0.hasSuffix(".transcript") }.sorted()

  @Test func thereAreTranscripts() {
    #expect(!Self.names.isEmpty)
    #expect(
      FileManager.default.isExecutableFile(atPath: Workplace.product.path), "build the product listo first")
  }

  @Test(arguments: names)
  func transcript(name: String) throws {
    let file = Self.golden.appendingPathComponent(name)
    let transcript = Transcript(try String(contentsOf: file, encoding: .utf8))
    let place = try Workplace()
    defer { place.remove() }
    let outputs = try transcript.steps.map { try place.run($0.command) }
    if ProcessInfo.processInfo.environment["LISTO_RECORD"] != nil {
      let text = transcript.text(with: outputs)
      let old = try String(contentsOf: file, encoding: .utf8)
      if text != old {
        try text.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("\(name) was recorded anew; look at it")
      }
      return
    }
    for (step, output) in zip(transcript.steps, outputs) {
      #expect(output == step.expected, "\(name): $ \(step.command)")
    }
  }
}
