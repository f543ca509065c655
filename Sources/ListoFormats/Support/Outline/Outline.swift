internal import ListoModel

/// The rows of one list, put out as a tree: subtasks behind what they are part of, siblings as they were arranged by
/// hand.
///
/// Whatever the input says each row comes out once: one whose parent is not there, or is its own descendant, stands at
/// the top.
struct Outline: Sendable {
  struct Row: Sendable {
    /// What is written for it.
    var bytes: [UInt8]
    /// By which others name it as their parent; nil where none can.
    var name: String?
    /// The name of the row that it belongs to.
    var parent: String?
    /// Its place among its siblings; without one it stands last, in the order of the input.
    var order: Int?
    /// The input that it came from.
    var file: String
    /// The UID, for the account of losses.
    var uid: String?
    /// What says its parent where it does not stand below it; empty where nothing can.
    var relation: [UInt8] = []
  }

  /// The bytes that its rows take.
  private(set) var size = 0
  private var rows: [Row] = []

  /// What a row takes beside its text.
  private static let overhead = 128

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ row: Row) {
    size += row.bytes.count + Self.overhead
    rows.append(row)
  }

  /// Gives out all rows and is empty.
  ///
  /// - Parameters:
  ///   - deepest: rows below this depth are put at it.
  ///   - body: given the row, its depth, 0 at the top, and whether it stands below the parent that it names.
  /// - Complexity: O(n log n).
  mutating func drain(deepest: Int, _ body: (Row, Int, Bool) -> Void) {
    let parents = Hierarchy.parents(of: rows.map { ($0.name, $0.parent) })
    Hierarchy(parents: parents, order: Hierarchy.arranged(rows.map(\.order))).walk { index, depth, _ in
      body(rows[index], min(depth, deepest), depth > 0 && depth <= deepest)
    }
    self = Outline()
  }
}
