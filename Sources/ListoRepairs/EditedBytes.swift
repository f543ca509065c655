/// Bytes that take the place of others.
public struct ByteEdit: Sendable, Hashable {
  /// Where the others stand.
  public internal(set) var range: Range<Int>
  /// What stands there afterwards; none where they go.
  public let bytes: [UInt8]

  init(_ range: Range<Int>, _ bytes: [UInt8] = []) { (self.range, self.bytes) = (range, bytes) }

  func shifted(by distance: Int) -> ByteEdit {
    ByteEdit(range.lowerBound + distance..<range.upperBound + distance, bytes)
  }
}

/// Bytes that were changed in places, once and again: what stands now, and what of it stood there before.
struct EditedBytes {
  /// A run of what stands now.
  private enum Piece {
    /// Bytes of the original.
    case kept(Range<Int>)
    case new([UInt8])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .new(let bytes): bytes.count
      }
    }

    /// Without so many at the beginning.
    func dropping(_ count: Int) -> Piece {
      switch self {
      case .kept(let range): .kept(range.lowerBound + count..<range.upperBound)
      case .new(let bytes): .new(Array(bytes.dropFirst(count)))
      }
    }

    /// So many of the beginning.
    func taking(_ count: Int) -> Piece {
      switch self {
      case .kept(let range): .kept(range.lowerBound..<range.lowerBound + count)
      case .new(let bytes): .new(Array(bytes.prefix(count)))
      }
    }
  }

  let original: [UInt8]
  private(set) var current: [UInt8]
  private var pieces: [Piece]

  init(_ bytes: [UInt8]) {
    (original, current, pieces) = (bytes, bytes, bytes.isEmpty ? [] : [.kept(bytes.indices)])
  }

  /// Makes edits of what stands now.
  ///
  /// - Parameter edits: in the order of their places, none within another.
  /// - Complexity: linear in the bytes.
  mutating func apply(_ edits: [ByteEdit]) {
    var result: [Piece] = []
    var rest = pieces[...]
    var head = rest.popFirst()
    var position = 0
    func skip(to place: Int, keeping: Bool) {
      while position < place, let piece = head {
        let count = min(piece.count, place - position)
        if keeping { result.append(piece.taking(count)) }
        head = count == piece.count ? rest.popFirst() : piece.dropping(count)
        position += count
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(current.count)
    var copied = 0
    for edit in edits {
      skip(to: edit.range.lowerBound, keeping: true)
      skip(to: edit.range.upperBound, keeping: false)
      if !edit.bytes.isEmpty { result.append(.new(edit.bytes)) }
      bytes += current[copied..<edit.range.lowerBound]
      bytes += edit.bytes
      copied = edit.range.upperBound
    }
    skip(to: current.count, keeping: true)
    bytes += current[copied...]
    (pieces, current) = (result, bytes)
  }

  /// All edits as ones of the original, in the order of their places.
  var edits: [ByteEdit] {
    var edits: [ByteEdit] = []
    var position = 0
    var new: [UInt8] = []
    func close(at place: Int) {
      if place > position || !new.isEmpty { edits.append(ByteEdit(position..<place, new)) }
      new = []
    }
    for piece in pieces {
      switch piece {
      case .new(let bytes): new += bytes
      case .kept(let range):
        close(at: range.lowerBound)
        position = range.upperBound
      }
    }
    close(at: original.count)
    return edits.filter { !original[$0.range].elementsEqual($0.bytes) }
  }

  /// Where in the original stands what stands now at places.
  ///
  /// - Parameter places: in their order.
  func origins(of places: [Int]) -> [Int] {
    var result: [Int] = []
    var position = 0
    var last = 0
    var rest = pieces[...]
    for place in places {
      while let piece = rest.first, position + piece.count <= place {
        if case .kept(let range) = piece { last = range.upperBound }
        position += piece.count
        rest.removeFirst()
      }
      if case .kept(let range) = rest.first {
        result.append(range.lowerBound + place - position)
      } else {
        result.append(last)
      }
    }
    return result
  }
}
