package import ListoModel

/// The lines of one file that go and come.
package struct FileDifference: Sendable, Hashable {
  /// A run of adjacent lines.
  public struct Passage: Sendable, Hashable {
    /// The physical line of the old file where it begins, counted from 1.
    public let line: Int
    /// The lines of the passage; unchanged lines are between changed ones.
    public let lines: [TextLines.Line]
  }

  /// The path of the ``FileChange``: absolute, symbolic links followed.
  public let path: String
  /// The kind of change: created, changed or removed.
  public let kind: FileChange.Kind
  /// The passages that differ, in the order of the file.
  public private(set) var passages: [Passage] = []

  /// - Complexity: that of ``TextLines/difference(_:_:)`` for each place of the file.
  public init(_ change: FileChange) {
    self.init(change.path, change.kind)
    for splice in change.splices { add(splice) }
  }

  /// Nothing yet.
  init(_ path: String, _ kind: FileChange.Kind) { (self.path, self.kind) = (path, kind) }

  /// - Parameter splice: behind the last one.
  mutating func add(_ splice: FileChange.Splice) {
    var lines = Self.lines(splice.old, splice.new)
    var line = splice.line
    while case .kept = lines.first {
      lines.removeFirst()
      line += 1
    }
    while case .kept = lines.last { lines.removeLast() }
    if !lines.isEmpty { passages.append(Passage(line: line, lines: lines)) }
  }

  private static func lines(_ old: [UInt8], _ new: [UInt8]) -> [TextLines.Line] {
    let lines = TextLines.difference(text(old), text(new))
    // No text is one empty line.
    if old.isEmpty { return lines.filter { $0 != .removed("") } }
    if new.isEmpty { return lines.filter { $0 != .added("") } }
    return lines
  }

  /// Without the end of its last line, behind which there is no other.
  private static func text(_ bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    if text.last?.isNewline ?? false { text.removeLast() }
    return text
  }
}
