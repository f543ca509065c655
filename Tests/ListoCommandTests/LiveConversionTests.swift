import Foundation
import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoCommand
@testable import ListoFormats

/// What is converted in one pass is what is converted after a survey.
@Suite struct LiveConversionTests {
  @Test func onePassWritesTheSameOfOurFiles() throws { try compareAll(Corpus.own, atLeast: 15) }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func onePassWritesTheSame() throws { try compareAll(Corpus.others, atLeast: 50) }

  private func compareAll(_ files: [String], atLeast least: Int) throws {
    var inOnePass = 0
    for file in files { inOnePass += try compare(file) ? 1 : 0 }
    // If none is fit for it, nothing was tested.
    #expect(inOnePass > least, "\(inOnePass)")
  }

  /// Whether one pass would do.
  private func compare(_ file: String) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tree = InputTree([file])
    guard let input = tree.inputs.first, input.format.isICalendar else { return false }
    let (once, twice) = (folder + "/once", folder + "/twice")
    var losses = (once: Losses(keepingEntries: true), twice: Losses(keepingEntries: true))
    let output = try Output.file(once)
    let writer = JSONLinesWriter(losses: Losses(keepingEntries: true))
    guard let problems = try ItemConversion.runLive(input, writer, to: output, &losses.once) else {
      return false
    }
    try output.commit()
    let surveyed = SurveyedInput.all([input], UnobservedWork())
    let other = try Output.file(twice)
    try ItemConversion.run(surveyed, writer, to: other, &losses.twice)
    try other.commit()
    #expect(
      FileManager.default.contents(atPath: once) == FileManager.default.contents(atPath: twice), "\(file)")
    #expect(losses.once == losses.twice, "\(file)")
    #expect(problems == surveyed.flatMap(\.problems), "\(file)")
    return true
  }
}
