import Foundation
import ListoModel
import ListoTestSupport
import Testing

/// An identifier has the same parts in its written form as in its value.
@Suite struct WrittenIdentifierTests {
  private static let pieces = [
    "a", "b", "/", "/", "/", "~", "~2", "~02", "~1", "~99999999999999999999", "%2F", "%61", "%C3%BC", "%C3",
    "%", "ü", "",
  ]

  @Test func itSaysWhatTheIdentifierSays() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    var known: [(written: WrittenIdentifier, value: ModelIdentifier)] = []
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in Self.pieces.pick(using: &random) }
        .joined()
      // A part of others, as it comes from a file.
      let bytes = Array("x/y/\(text)~2/z".utf8)
      let written = WrittenIdentifier(bytes[4..<bytes.count - 4])
      let value = Self.identifier(text)
      #expect((written == nil) == (value == nil), "seed \(seed): \(text)")
      #expect(ModelIdentifier(text) == value, "seed \(seed): \(text)")
      guard let written, let value else { continue }
      #expect(ModelIdentifier(value.description) == value, "seed \(seed): \(text)")
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

  /// Read part by part, as ``ModelIdentifier`` says that it is written.
  private static func identifier(_ text: String) -> ModelIdentifier? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.isEmpty, parts.count <= 4 else { return nil }
    var names: [ModelIdentifier.Name] = []
    for part in parts {
      let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
      guard pieces.count <= 2, let name = decoded(pieces[0]) else { return nil }
      guard pieces.count == 2 else {
        names.append(ModelIdentifier.Name(name))
        continue
      }
      guard let holder = Int(pieces[1]), holder > 1, String(holder) == pieces[1] else { return nil }
      names.append(ModelIdentifier.Name(name, holder: holder))
    }
    guard names[0].holder == 1, names.count < 4 || names[2].holder == 1 else { return nil }
    let uid =
      names.count > 2 ? ModelIdentifier.Name(names[2].text, holder: names[names.count - 1].holder) : nil
    return ModelIdentifier(
      source: names[0].text, list: names.count > 1 ? names[1] : nil, uid: uid,
      recurrenceID: names.count > 3 ? names[3].text : nil)
  }

  private static func decoded(_ text: Substring) -> String? {
    text.utf8.contains(0x25) ? String(text).removingPercentEncoding : String(text)
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
