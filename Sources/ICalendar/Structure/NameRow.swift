/// A property's name as numbers to compare with the first bytes of a line: three comparisons in the place of reading it letter by
/// letter. It stands for the name in upper case with a `:` or `;` behind it, which is how nearly every line begins; all others
/// are read by ``NameReading``.
struct NameRow: Sendable {
  private var first: UInt64 = 0
  private var firstMask: UInt64 = 0
  private var second: UInt64 = 0
  private var secondMask: UInt64 = 0
  /// The last eight letters, of a name that has more than 16.
  private var last: UInt64 = 0
  private(set) var length = 0
  private(set) var id = PropertyID.other
  /// The row to look at next, 0 for none; in the first 256 rows, by the hash of a line's first four bytes, the row to begin with.
  private var next = 0

  /// How many bytes behind the start of a line are looked at; a line with fewer before the end of the bytes is read by
  /// ``NameReading``.
  static let reach = 25

  /// The property whose name stands at `start`; nil where another way of reading must tell.
  ///
  /// - Parameters:
  ///   - rows: ``table``.
  ///   - start: at least ``reach`` bytes before the end.
  @inline(__always)
  static func find(_ rows: Span<NameRow>, in bytes: Span<UInt8>, at start: Int) -> (
    id: PropertyID, length: Int
  )? {
    let first = ByteSearch.word(in: bytes, at: start)
    var row = rows[slot(UInt32(truncatingIfNeeded: first))].next
    while row != 0 {
      let name = rows[row]
      if first & name.firstMask == name.first, name.length <= 8 || name.continues(bytes, start) {
        let behind = bytes[start + name.length]
        if behind == 0x3A || behind == 0x3B { return (name.id, name.length) }
      }
      row = name.next
    }
    return nil
  }

  @inline(__always)
  private func continues(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    ByteSearch.word(in: bytes, at: start + 8) & secondMask == second
      && (length <= 16 || ByteSearch.word(in: bytes, at: start + length - 8) == last)
  }

  @inline(__always)
  private static func slot(_ start: UInt32) -> Int { Int((start &* 0x9E37_79B1) >> 24) }

  /// Every property but those with longer names than are looked at; behind 256 rows that only say where to begin.
  ///
  /// It is never freed, and nothing in it counts references: each component asks for it, and two threads that count those of one array
  /// wait for each other (4 % of a conversion).
  nonisolated(unsafe) static let table: UnsafeBufferPointer<NameRow> = {
    let rows = makeTable()
    let table = UnsafeMutableBufferPointer<NameRow>.allocate(capacity: rows.count)
    _ = unsafe table.initialize(from: rows)
    return UnsafeBufferPointer(table)
  }()

  private static func makeTable() -> [NameRow] {
    var rows = [NameRow](repeating: NameRow(), count: 256)
    for id in PropertyID.allCases {
      let name = Array(id.name.utf8)
      guard name.count >= 3, name.count < reach else { continue }
      // The four bytes that are hashed may hold what stands behind the name.
      for end: UInt8 in name.count < 4 ? [0x3A, 0x3B] : [0] {
        let start = word(name + [end], 0, 4)
        var row = NameRow()
        row.length = name.count
        row.id = id
        (row.first, row.firstMask) = (word(name, 0, 8), mask(name.count))
        (row.second, row.secondMask) = (word(name, 8, 8), mask(name.count - 8))
        row.last = name.count > 16 ? word(name, name.count - 8, 8) : 0
        let slot = slot(UInt32(truncatingIfNeeded: start))
        row.next = rows[slot].next
        rows[slot].next = rows.count
        rows.append(row)
      }
    }
    return rows
  }

  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : count <= 0 ? 0 : 1 << UInt64(count * 8) - 1
  }

  /// Up to eight bytes as a number, the first the least.
  private static func word(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count where start + index < bytes.count {
      word |= UInt64(bytes[start + index]) << UInt64(index * 8)
    }
    return word
  }
}
