/// The lines that one text has and another lacks, in their order: for notes.
package enum TextLines {
  /// A line of a comparison: kept, removed or added.
  public enum Line: Sendable, Hashable {
    case kept(String)
    case removed(String)
    case added(String)
  }

  /// More comparisons than this are not made: the middle parts are then told as removed and added whole.
  private static let limit = 1 << 20

  /// - Complexity: linear where the texts differ in one place, else the product of the lines that differ, up
  ///   to a bound.
  public static func difference(_ old: String, _ new: String) -> [Line] {
    let (was, now) = (lines(old), lines(new))
    var start = 0
    while start < min(was.count, now.count), was[start] == now[start] { start += 1 }
    var end = 0
    while end < min(was.count, now.count) - start, was[was.count - 1 - end] == now[now.count - 1 - end] {
      end += 1
    }
    let middle = difference(was[start..<was.count - end], now[start..<now.count - end])
    return was[..<start].map(Line.kept) + middle + was[(was.count - end)...].map(Line.kept)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0) }
  }

  /// By the longest common subsequence.
  private static func difference(_ was: ArraySlice<String>, _ now: ArraySlice<String>) -> [Line] {
    guard !was.isEmpty, !now.isEmpty, was.count * now.count <= limit else {
      return was.map(Line.removed) + now.map(Line.added)
    }
    let (old, new) = (Array(was), Array(now))
    let width = new.count + 1
    var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        lengths[row * width + column] =
          old[row] == new[column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var result: [Line] = []
    var (row, column) = (0, 0)
    while row < old.count, column < new.count {
      if old[row] == new[column] {
        result.append(.kept(old[row]))
        row += 1
        column += 1
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        result.append(.removed(old[row]))
        row += 1
      } else {
        result.append(.added(new[column]))
        column += 1
      }
    }
    return result + old[row...].map(Line.removed) + new[column...].map(Line.added)
  }
}
