package import ICalendar

/// A run of bytes that were edited in places.
package enum EditedPiece: Sendable {
  /// Bytes of the original, by their place in it.
  case kept(Range<Int>)
  case new([UInt8])

  package var count: Int {
    switch self {
    case .kept(let range): range.count
    case .new(let bytes): bytes.count
    }
  }

  /// Without so many at the beginning.
  func dropping(_ count: Int) -> EditedPiece {
    switch self {
    case .kept(let range): .kept(range.lowerBound + count..<range.upperBound)
    case .new(let bytes): .new(Array(bytes.dropFirst(count)))
    }
  }

  /// So many of the beginning.
  func taking(_ count: Int) -> EditedPiece {
    switch self {
    case .kept(let range): .kept(range.lowerBound..<range.lowerBound + count)
    case .new(let bytes): .new(Array(bytes.prefix(count)))
    }
  }
}

/// The pieces of bytes that were edited in places, once and again; the bytes that were kept are elsewhere.
struct EditedExtent: Sendable {
  /// How many bytes there were.
  let size: Int
  private(set) var pieces: [EditedPiece]

  /// So many bytes, as they are.
  init(size: Int) { (self.size, pieces) = (size, size == 0 ? [] : [.kept(0..<size)]) }

  /// Makes edits of what stands now.
  ///
  /// - Parameter edits: in the order of their places, none within another.
  /// - Complexity: linear in the edits.
  mutating func apply(_ edits: [ByteEdit]) {
    var result: [EditedPiece] = []
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
    for edit in edits {
      skip(to: edit.range.lowerBound, keeping: true)
      skip(to: edit.range.upperBound, keeping: false)
      if !edit.bytes.isEmpty { result.append(.new(edit.bytes)) }
    }
    skip(to: .max, keeping: true)
    pieces = result
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
    close(at: size)
    return edits
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

/// Bytes that were edited in places, and what stands now.
struct EditedBytes {
  let original: [UInt8]
  private(set) var current: [UInt8]
  private(set) var extent: EditedExtent

  init(_ bytes: [UInt8]) {
    (original, current, extent) = (bytes, bytes, EditedExtent(size: bytes.count))
  }

  /// Makes edits of what stands now.
  ///
  /// - Parameter edits: in the order of their places, none within another.
  /// - Complexity: linear in the bytes.
  mutating func apply(_ edits: [ByteEdit]) {
    extent.apply(edits)
    current = current.applying(edits)
  }

  /// All edits as ones of the original, in the order of their places; none that puts the same bytes there.
  var edits: [ByteEdit] { extent.edits.filter { !original[$0.range].elementsEqual($0.bytes) } }
}

/// Bytes that take the place of others.
package struct ByteEdit: Sendable, Hashable {
  /// The range of the replaced bytes.
  public internal(set) var range: Range<Int>
  /// The new bytes; empty for a deletion.
  public let bytes: [UInt8]

  package init(_ range: Range<Int>, _ bytes: [UInt8] = []) { (self.range, self.bytes) = (range, bytes) }

  /// The same in bytes before which so many more stand.
  package func shifted(by distance: Int) -> ByteEdit {
    ByteEdit(range.lowerBound + distance..<range.upperBound + distance, bytes)
  }
}

extension [UInt8] {
  /// These bytes with edits made.
  ///
  /// - Parameter edits: in the order of their places, none within another.
  package func applying(_ edits: [ByteEdit]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var copied = 0
    for edit in edits {
      result += self[copied..<edit.range.lowerBound]
      result += edit.bytes
      copied = edit.range.upperBound
    }
    return result + self[copied...]
  }
}

/// A source with edits made: what is read is what stands afterwards.
package struct EditedSource<Base: ByteSource>: ByteSource {
  private var base: Base
  private var rest: ArraySlice<EditedPiece>
  /// Where the base stands.
  private var position = 0
  /// The buffer for bytes that are read only to be passed over.
  private var passed: [UInt8] = []

  init(_ base: Base, _ extent: EditedExtent) { (self.base, rest) = (base, extent.pieces[...]) }

  /// - Parameters:
  ///   - base: at its beginning.
  ///   - edits: ``RepairPlan/edits`` of it.
  package init(_ base: Base, _ edits: [ByteEdit]) {
    var extent = EditedExtent(size: .max)
    extent.apply(edits)
    self.init(base, extent)
  }

  /// Appends at most `count` bytes; none at the end.
  package mutating func read(_ count: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    let end = bytes.count + count
    while bytes.count < end, let piece = rest.first {
      let wanted = min(piece.count, end - bytes.count)
      switch piece {
      case .new(let new):
        bytes += new.prefix(wanted)
        take(wanted, of: piece)
      case .kept(let range):
        try pass(to: range.lowerBound)
        let before = bytes.count
        try base.read(wanted, into: &bytes)
        let got = bytes.count - before
        guard got > 0 else { return rest = [] }
        position += got
        take(got, of: piece)
      }
    }
  }

  private mutating func take(_ count: Int, of piece: EditedPiece) {
    if count < piece.count { rest[rest.startIndex] = piece.dropping(count) } else { rest.removeFirst() }
  }

  private mutating func pass(to place: Int) throws(ICalendarError) {
    while position < place {
      passed.removeAll(keepingCapacity: true)
      try base.read(min(1 << 20, place - position), into: &passed)
      guard !passed.isEmpty else { return }
      position += passed.count
    }
  }
}

extension EditedSource: Sendable where Base: Sendable {}
