import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import Listo

/// The seal of a file that is read piece by piece is that of its bytes.
@Suite struct FileSealTests {
  /// Up to a megabyte all counts, beyond it what stands around the places.
  @Test(arguments: [0, 1, 100_000, 1 << 20, 1 << 20 + 1, 2_500_000])
  func piecesOfAnySize(size: Int) {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let block = (0..<8191).map { _ in UInt8.random(in: 0...255, using: &random) }
    var bytes: [UInt8] = []
    while bytes.count < size { bytes += block }
    bytes.removeLast(bytes.count - size)
    let offsets = (0..<4).map { _ in Int.random(in: 0...size, using: &random) }.sorted()
    let places = zip(offsets, offsets.dropFirst() + [size]).map { start, next in
      start..<min(next, start + Int.random(in: 0...9000, using: &random))
    }
    var reading = FileSeal.Reading(size: size, around: places)
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...100_000, using: &random))
      reading.take(piece)
      rest = rest.dropFirst(piece.count)
    }
    var part: [UInt8] = []
    var end = 0
    for place in size > 1 << 20 ? places : [0..<size] {
      let start = max(end, place.lowerBound - 4096)
      end = max(end, min(size, place.upperBound + 4096))
      if start < end { part += bytes[start..<end] }
    }
    let hash = SHA256(hashing: part.span).bytes
    #expect(reading.seal == FileSeal(size: size, digest: String(hexadecimal: hash)), "seed \(seed)")
    let splices = places.map { FileChange.Splice(offset: $0.lowerBound, old: Array(bytes[$0])) }
    #expect(reading.seal == FileSeal(bytes, around: splices), "seed \(seed)")
  }
}
