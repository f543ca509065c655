internal import ICalendar
internal import ListoModel

/// The rows of one list, put out as a tree: subtasks behind what they are part of, siblings as they were
/// arranged by hand.
///
/// Each row comes out once, whatever the input says: one whose parent is not there, or is its own descendant,
/// stands at the top.
struct Outline: Sendable {
  /// Rows that were made one after the other, their texts in one array.
  struct Rows: Sendable {
    /// Of each row what is written for it, what says its parent elsewhere, and the names.
    var bytes: [UInt8] = []
    fileprivate(set) var rows: [Row] = []
    /// The input that they came from.
    var file = ""
  }

  /// A row by its places in the bytes of its ``Rows``. It holds no reference, so that thousands are moved for
  /// nothing.
  struct Row: Sendable {
    /// Where what is written for it begins. Behind it stand its relation, its UID, and its parent's name
    /// where that is another.
    fileprivate var start: Int
    fileprivate var end, relationEnd, uidEnd: Int
    fileprivate var parent: Range<Int>
    fileprivate var hasUID: Bool
    /// The reminder that it belongs to has more rows.
    fileprivate(set) var isFollowed: Bool
    /// Of its name and of its parent's; 0 where there is none.
    fileprivate var nameHash, parentHash: UInt64
    /// Its place among its siblings; without one it stands last, in the order of the input.
    fileprivate var order: Int?
    /// The index of its ``Rows``.
    fileprivate var passage = 0
  }

  /// A row that was put out.
  struct Entry {
    fileprivate let rows: Rows
    fileprivate let row: Row

    var bytes: ArraySlice<UInt8> { rows.bytes[row.start..<row.end] }
    /// The text that names its parent where it does not stand below it; empty where nothing can.
    var relation: ArraySlice<UInt8> { rows.bytes[row.end..<row.relationEnd] }
    /// The UID, for the account of losses.
    var uid: String? {
      row.hasUID ? String(decoding: rows.bytes[row.relationEnd..<row.uidEnd], as: UTF8.self) : nil
    }
    /// It names a parent.
    var hasParent: Bool { row.parentHash != 0 }
    var file: String { rows.file }
  }

  /// The bytes that its rows take.
  private(set) var size = 0
  private var passages: [Rows] = []
  private var rows: [Row] = []

  /// The number of bytes that a row takes beside its text.
  private static let overhead = 128

  var isEmpty: Bool { rows.isEmpty }

  /// Adds some of the rows of a passage.
  mutating func add(_ indices: Range<Int>, of passage: Rows) {
    passages.append(passage)
    for index in indices {
      var row = passage.rows[index]
      row.passage = passages.count - 1
      size += Self.size(of: row)
      rows.append(row)
    }
  }

  /// The bytes that a row takes.
  static func size(of row: Row) -> Int { row.end - row.start + overhead }

  /// Gives out all rows and is empty.
  ///
  /// - Parameters:
  ///   - deepest: rows below this depth are put at it.
  ///   - body: given the row, its depth, 0 at the top, and whether it stands below the parent that it names.
  /// - Complexity: O(n log n).
  mutating func drain(deepest: Int, _ body: (Entry, Int, Bool) -> Void) {
    let (rows, passages) = (rows, passages)
    self = Outline()
    let parents = Hierarchy.parents(names: rows.map(\.nameHash), parents: rows.map(\.parentHash)) {
      Self.isSame(rows[$0], rows[$1], passages)
    }
    Hierarchy(parents: parents, order: Hierarchy.arranged(rows.map(\.order))).walk { index, depth, _ in
      let entry = Entry(rows: passages[rows[index].passage], row: rows[index])
      body(entry, min(depth, deepest), depth > 0 && depth <= deepest)
    }
  }

  /// The first row has the name that the second gives for its parent.
  private static func isSame(_ row: Row, _ child: Row, _ passages: [Rows]) -> Bool {
    let name = passages[row.passage].bytes[row.relationEnd..<row.uidEnd]
    let parent = passages[child.passage].bytes[child.parent]
    return name == parent || String(decoding: name, as: UTF8.self) == String(decoding: parent, as: UTF8.self)
  }
}

extension Outline.Rows {
  /// The names by which a row and others refer to each other.
  struct Place {
    /// The UID, in UTF-8.
    var uid: ArraySlice<UInt8>?
    /// Others may name it as their parent.
    var isNamed = true
    /// The UID of the row that it belongs to.
    var parent: ArraySlice<UInt8>?
    /// Its place among its siblings.
    var order: Int?
    /// The reminder that it belongs to has more rows.
    var isFollowed = false
  }

  /// The same rows with other bytes.
  func mapBytes(_ change: (ArraySlice<UInt8>) -> [UInt8]) -> Outline.Rows {
    var result = Outline.Rows()
    result.file = file
    for row in rows {
      let start = result.bytes.count
      result.bytes += change(bytes[row.start..<row.end])
      var moved = row
      (moved.start, moved.end) = (start, result.bytes.count)
      let distance = moved.end - row.end
      result.bytes += bytes[row.end..<max(row.uidEnd, row.parent.upperBound)]
      (moved.relationEnd, moved.uidEnd) = (row.relationEnd + distance, row.uidEnd + distance)
      moved.parent = row.parent.lowerBound + distance..<row.parent.upperBound + distance
      result.rows.append(moved)
    }
    return result
  }

  /// Adds a row, whose bytes and relation stand behind those of the last one.
  ///
  /// - Parameter end: where its bytes end, and its relation begins.
  mutating func add(from start: Int, to end: Int, _ place: Place) {
    let relationEnd = bytes.count
    if let uid = place.uid { bytes += uid }
    let uidEnd = bytes.count
    let (name, parent) = (place.isNamed ? place.uid : nil, place.parent)
    var parentPlace = relationEnd..<uidEnd
    if let parent, parent != place.uid {
      bytes += parent
      parentPlace = uidEnd..<bytes.count
    }
    rows.append(
      Outline.Row(
        start: start, end: end, relationEnd: relationEnd, uidEnd: uidEnd, parent: parentPlace,
        hasUID: place.uid != nil, isFollowed: place.isFollowed,
        nameHash: name.map { IdentityInList.hash(name: $0) } ?? 0,
        parentHash: parent.map { IdentityInList.hash(name: $0) } ?? 0, order: place.order))
  }
}
