import ListoModel
import ListoTestSupport
import Testing

/// What an identifier says as it is written is what it says as a value.
@Suite struct WrittenIdentifierTests {
  private static let pieces = [
    "a", "b", "/", "/", "/", "~", "~2", "~02", "~1", "~99999999999999999999", "%2F", "%61", "%C3%BC", "%C3",
    "%", "ü", "",
  ]

  @Test func itSaysWhatTheIdentifierSays() throws {
    let seed = Seed.fresh()
    var random = SplitMix64(seed: seed)
    var known: [(written: WrittenIdentifier, value: ModelIdentifier)] = []
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in Self.pieces.pick(using: &random) }
        .joined()
      // A part of others, as it comes from a file.
      let bytes = Array("x/y/\(text)~2/z".utf8)
      let written = WrittenIdentifier(bytes[4..<bytes.count - 4])
      let value = ModelIdentifier(text)
      #expect((written == nil) == (value == nil), "seed \(seed): \(text)")
      guard let written, let value else { continue }
      #expect(written.source == value.source && written.list == value.list, "seed \(seed): \(text)")
      #expect(written.uid == value.uid && written.recurrenceID == value.recurrenceID, "seed \(seed): \(text)")
      #expect(written.isOfReminder == (value.uid != nil), "seed \(seed): \(text)")
      for other in known.suffix(30) where written.isOfListLike(other.written) {
        #expect(value.list == other.value.list, "seed \(seed): \(text), \(other.value)")
      }
      known.append((written, value))
    }
    #expect(known.count > 100, "seed \(seed)")
  }

  @Test(arguments: [
    ("s/l/u", "s/l/v", true), ("s/l/u", "t/l", true), ("s/l~2/u", "s/l~2/v/r", true), ("s", "t", true),
    ("s/l", "s/l~2", false), ("s/l", "s/m", false), ("s/", "s", false),
    // The same, but not in the same bytes.
    ("s/a", "s/%61", false),
  ])
  func listsAreCompared(left: String, right: String, areAlike: Bool) throws {
    let left = try #require(WrittenIdentifier(Array(left.utf8)[...]))
    let right = try #require(WrittenIdentifier(Array(right.utf8)[...]))
    #expect(left.isOfListLike(right) == areAlike && right.isOfListLike(left) == areAlike)
  }
}
