/// A property's name as numbers to compare with the first bytes of a line: three comparisons in the place of
/// reading it letter by letter. It stands for the name in upper case with a `:` or `;` behind it, which is
/// how nearly every line begins; all others are read by ``NameReading``.
struct QuickName: Sendable {
  private var first: UInt64 = 1
  private var firstMask: UInt64 = 0
  private var second: UInt64 = 0
  private var secondMask: UInt64 = 0
  /// The last eight letters, of a name that has more than 16, and how many stand before them.
  private var last: UInt64 = 0
  private var lastMask: UInt64 = 0
  private var lastStart: UInt8 = 0
  private(set) var length: UInt8 = 0
  private(set) var id = PropertyID.other
  /// The row to look at next, 0 for none.
  private var next: UInt16 = 0

  /// How many bytes behind the start of a line are looked at; a line with fewer before the end of the bytes
  /// is read by ``NameReading``.
  static let reach = 25

  /// The property whose name stands at `start`; nil where another way of reading must tell.
  ///
  /// - Parameters:
  ///   - rows: ``table``.
  ///   - start: at least ``reach`` bytes before the end.
  @inline(__always)
  static func find(_ rows: Span<QuickName>, in bytes: Span<UInt8>, at start: Int) -> (
    id: PropertyID, length: UInt8
  )? {
    let first = ByteSearch.word(in: bytes, at: start)
    let second = ByteSearch.word(in: bytes, at: start + 8)
    var row = slot(UInt32(truncatingIfNeeded: first))
    repeat {
      let name = rows[row]
      // All that a name may differ in at once: which of them it is in is not foreseen by a processor, and it
      // waits.
      let last = ByteSearch.word(in: bytes, at: start + Int(name.lastStart))
      let difference =
        (first & name.firstMask ^ name.first) | (second & name.secondMask ^ name.second)
        | (last & name.lastMask ^ name.last)
      if difference == 0, bytes[start + Int(name.length)] | 1 == 0x3B { return (name.id, name.length) }
      row = Int(name.next)
    } while row != 0
    return nil
  }

  /// The property whose name stands at `start`; ``PropertyID/other`` where another way of reading must tell.
  @inline(__always)
  static func name(_ rows: Span<QuickName>, in bytes: Span<UInt8>, at start: Int) -> PropertyID {
    start + reach <= bytes.count ? find(rows, in: bytes, at: start)?.id ?? .other : .other
  }

  @inline(__always)
  private static func slot(_ start: UInt32) -> Int { Int((start &* 0x9E37_79B1) >> 24) }

  /// Every property but those with longer names than are looked at: in each of the first 256 rows the first
  /// with its hash of a line's first four bytes, behind them the others.
  ///
  /// It is never freed, and nothing in it counts references: each component asks for it, and two threads that
  /// count those of one array wait for each other (4 % of a conversion).
  nonisolated(unsafe) static let table: UnsafeBufferPointer<QuickName> = {
    let rows = makeTable()
    let table = UnsafeMutableBufferPointer<QuickName>.allocate(capacity: rows.count)
    _ = unsafe table.initialize(from: rows)
    return UnsafeBufferPointer(table)
  }()

  /// How many bytes the name of each property has; never freed either.
  nonisolated(unsafe) static let lengths: UnsafeBufferPointer<UInt8> = {
    let lengths = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)
    unsafe lengths.initialize(repeating: 0)
    for id in PropertyID.allCases {
      unsafe lengths[Int(id.rawValue)] = UInt8(truncatingIfNeeded: id.name.utf8.count)
    }
    return UnsafeBufferPointer(lengths)
  }()

  private static func makeTable() -> [QuickName] {
    var rows = [QuickName](repeating: QuickName(), count: 256)
    for id in PropertyID.allCases {
      let name = Array(id.name.utf8)
      guard name.count >= 3, name.count < reach else { continue }
      // The four bytes that are hashed may hold what stands behind the name.
      for end: UInt8 in name.count < 4 ? [0x3A, 0x3B] : [0] {
        var row = QuickName()
        row.length = UInt8(name.count)
        row.id = id
        (row.first, row.firstMask) = (word(name, 0, 8), mask(name.count))
        (row.second, row.secondMask) = (word(name, 8, 8), mask(name.count - 8))
        if name.count > 16 {
          row.lastStart = UInt8(name.count - 8)
          (row.last, row.lastMask) = (word(name, name.count - 8, 8), .max)
        }
        let slot = slot(UInt32(truncatingIfNeeded: word(name + [end], 0, 4)))
        guard rows[slot].length > 0 else {
          rows[slot] = row
          continue
        }
        row.next = rows[slot].next
        rows[slot].next = UInt16(rows.count)
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
