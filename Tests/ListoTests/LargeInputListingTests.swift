import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoModel
@testable import ListoStores

/// The output for an input that is not held is the output of its catalog.
@Suite struct LargeInputListingTests {
  private final class Met: WorkObserver {
    private(set) var words: [String] = []

    func report(_ problems: [Diagnostic]) { words += problems.map { "\($0)" } }
    func report(_ error: StoreError) { words.append("\(error)") }
  }

  private static let context = ViewContext(now: Instant(seconds: 1_796_112_000), zone: .utc)

  /// - Returns: false where the input has to be held.
  private static func compare(_ path: String, _ folder: StoreFolder) throws -> Bool {
    let (streamed, held) = (Met(), Met())
    let tree = InputTree([path])
    var names = ListNames()
    let item = try #require(SurveyedInput.survey(tree.inputs[0], &names, ZoneCache(), streamed))
    guard LargeInputListing.isPlain(item) else { return false }
    let target = folder.path + "/out.json"
    try LargeInputListing.write(item, names.problems, to: Output.creating(target), context, streamed)
    let catalog = try CatalogReading.catalog(tree, held)
    #expect(try Corpus.bytes(target) == catalog.json(currentIn: context), "\(path)")
    #expect(streamed.words == held.words, "\(path)")
    return true
  }

  @Test func filesOfOthers() throws {
    let folder = try StoreFolder()
    var count = 0
    for (path, _) in try Corpus.small(Corpus.own + Corpus.others, below: 1 << 17) {
      count += try Self.compare(path, folder) ? 1 : 0
    }
    #expect(count > 5)
  }

  /// Names that are there twice, none at all, several calendars, and what stands outside of any.
  @Test func generatedFiles() throws {
    let folder = try StoreFolder()
    var random = SplitMix64(seed: Seed.current)
    var count = 0
    for _ in 0..<200 {
      let calendars = (0..<[1, 1, 1, 2].pick(using: &random)).map { _ in
        let items = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
          let name = ["VTODO", "VTODO", "VTODO", "VEVENT"].pick(using: &random)
          let lines = [
            "SUMMARY:a\\, b",
            "DUE;TZID=Europe/Berlin:20260203T080000", "RECURRENCE-ID:20260203T080000Z", "CATEGORIES:a,b",
            "X-A;B=c:d",
          ].filter { _ in Bool.random(using: &random) }
          let uid = Int.random(in: 0..<30, using: &random)
          return (["BEGIN:\(name)"] + (uid == 0 ? [] : ["UID:\(uid)"]) + lines + ["END:\(name)", ""]).joined(
            separator: "\r\n")
        }
        let title = Bool.random(using: &random) ? "X-WR-CALNAME:Home\r\n" : ""
        let body = title + items.joined()
        return Int.random(in: 0..<5, using: &random) == 0 && title.isEmpty
          ? body : "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + body + "END:VCALENDAR\r\n"
      }
      try folder.write("Home.ics", calendars.joined())
      count += try Self.compare(folder.path + "/Home.ics", folder) ? 1 : 0
    }
    // Some have to be held, and some need not be.
    #expect(count > 0 && count < 200, "seed \(random.seed)")
  }

  /// A small file, and one without a calendar.
  @Test func whatItIsNotFor() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    let tree = InputTree([folder.path + "/Home.ics"])
    let output = try Output.creating(folder.path + "/out.json")
    #expect(try !LargeInputListing.write(tree, to: output, Self.context, UnobservedWork()))
    try folder.write("Notes.ics", String(repeating: "no calendar\r\n", count: 100_000))
    let notes = InputTree([folder.path + "/Notes.ics"])
    #expect(try !LargeInputListing.write(notes, to: output, Self.context, UnobservedWork()))
  }
}
