import Testing

@testable import ListoModel

/// SHA-256 and SHA-1 on the messages of NIST (FIPS 180-2 Appendices A and B and NIST's further examples).
@Suite struct SecureHashTests {
  private static let messages: [[UInt8]] = [
    Array("abc".utf8),
    Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
    Array(
      ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
        + "mnopqrstnopqrstu").utf8),
    [UInt8](repeating: 0x61, count: 1_000_000),
    [],
  ]

  /// By words, and where the processor has instructions for it also by these.
  private static let ways = SHA256.hasInstructions ? [false, true] : [false]

  @Test(
    arguments: zip(
      messages,
      [
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      ]))
  func sha256(message: [UInt8], hash: String) {
    for way in Self.ways { #expect(digits(sha256(message, way)) == hash) }
  }

  @Test(
    arguments: zip(
      messages,
      [
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        "a49b2446a02c645bf419f995b67091253a04a259",
        "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      ]))
  func sha1(message: [UInt8], hash: String) {
    for way in Self.ways { #expect(digits(sha1(message, way)) == hash) }
  }

  /// Each length up to some blocks, since the padding depends on it: the hash of the hashes, as Python's
  /// hashlib gives it.
  @Test func everyLength() {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    let lengths = 0...message.count
    for way in Self.ways {
      #expect(
        digits(sha256(lengths.flatMap { sha256(Array(message[..<$0]), way) }))
          == "ddbdb189f5834c274dbe603d6d2874adf7234fd8a075c3d1bfbadc2107a75676")
      #expect(
        digits(sha1(lengths.flatMap { sha1(Array(message[..<$0]), way) }, way))
          == "d72ddaff10d3a5eed5157a8c23af4f64540384c4")
    }
  }

  /// A message that comes in pieces has the hash of all of it.
  @Test func pieces() {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for size in 1...200 {
      var pieces = SHA256.Pieces()
      var rest = message[...]
      while !rest.isEmpty {
        pieces.add(rest.prefix(size))
        rest = rest.dropFirst(size)
        let soFar = Array(message[..<rest.startIndex])
        if rest.count % 5 == 0 { #expect(pieces.digest.bytes == sha256(soFar)) }
      }
      #expect(pieces.digest.bytes == sha256(message), "pieces of \(size)")
    }
  }

  private func sha256(_ message: [UInt8], _ byInstructions: Bool = false) -> [UInt8] {
    SHA256(hashing: message.span, byInstructions: byInstructions).bytes
  }

  private func sha1(_ message: [UInt8], _ byInstructions: Bool) -> [UInt8] {
    SHA1(hashing: message.span, byInstructions: byInstructions).bytes
  }

  private func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
