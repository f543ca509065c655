internal import ICalendar
internal import ListoModel

/// Tells whether a file is what it was: its size, and the SHA-256 of its bytes; of a large file those around
/// the places that changed.
///
/// Bytes farther away may have changed: undo leaves them alone, so nothing depends on them.
struct FileSeal: Sendable, Hashable {
  let size: Int
  let digest: String

  init(size: Int, digest: String) { (self.size, self.digest) = (size, digest) }

  /// - Parameter splices: made of these bytes.
  /// - Complexity: linear in the bytes that count; SHA-256 of 49 MB would take as long as reading them
  ///   thrice.
  init(_ bytes: [UInt8], around splices: [FileChange.Splice]) {
    var reading = Reading(size: bytes.count, around: splices.map { $0.offset..<$0.offset + $0.old.count })
    reading.take(bytes[...])
    self = reading.seal
  }

  /// The seal of a file that is read piece by piece.
  struct Reading {
    private let size: Int
    /// Those that count, in their order, none within another.
    private var parts: ArraySlice<Range<Int>>
    private var position = 0
    private var hash = SHA256.Pieces()

    /// Of a file up to this size all counts.
    private static let whole = 1 << 20
    /// The number of bytes that count before and behind a place.
    private static let margin = 1 << 12

    /// - Parameters:
    ///   - size: of the file, in bytes.
    ///   - places: that changed, in their order.
    init(size: Int, around places: some Sequence<Range<Int>>) {
      self.size = size
      guard size > Self.whole else {
        parts = [0..<size]
        return
      }
      var parts: [Range<Int>] = []
      for place in places {
        let start = max(parts.last?.upperBound ?? 0, place.lowerBound - Self.margin)
        let end = min(size, place.upperBound + Self.margin)
        if start < end { parts.append(start..<end) }
      }
      self.parts = parts[...]
    }

    /// - Parameter piece: what follows.
    /// - Complexity: linear in what of it counts.
    mutating func take(_ piece: ArraySlice<UInt8>) {
      take(piece.count) { piece[piece.startIndex + $0.lowerBound..<piece.startIndex + $0.upperBound] }
    }

    /// The same where only what counts is read.
    ///
    /// - Parameters:
    ///   - count: of what follows, in bytes.
    ///   - read: given a part of it, counted from its beginning.
    /// - Throws: what `read` throws.
    mutating func take<Failure: Error>(
      _ count: Int, reading read: (Range<Int>) throws(Failure) -> ArraySlice<UInt8>
    ) throws(Failure) {
      let end = position + count
      while let part = parts.first, part.lowerBound < end {
        let wanted = part.clamped(to: position..<end)
        hash.add(try read(wanted.lowerBound - position..<wanted.upperBound - position))
        guard part.upperBound <= end else { break }
        parts.removeFirst()
      }
      position = end
    }

    /// The seal of a file that was read to its end.
    var seal: FileSeal { FileSeal(size: size, digest: String(hexadecimal: hash.digest.bytes)) }
  }
}
