/// A part of a line that was understood.
public struct Piece: Sendable, Hashable {
  /// What a part of a line says.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case date, time, start, rule, priority, tag, list
    /// A backslash, which makes of what follows a word of the title.
    case escape

    /// The kind as a noun phrase within a sentence.
    public var name: String {
      switch self {
      case .start: "start date"
      case .rule: "rule"
      case .escape: "backslash"
      default: rawValue
      }
    }
  }

  /// Where it stands in the line, with signs and the words that lead to it, such as `by`.
  public let range: Range<String.Index>
  /// What it says.
  public let kind: Kind
  /// What it means, in words that mean the same when they are read again: `Fri 27 Nov 2026 09:00`.
  public let meaning: String
  /// Why it means that, where a rule decided: `9:00 has passed today`.
  public let note: String?

  /// A part of a line, and what was understood by it.
  public init(_ range: Range<String.Index>, _ kind: Kind, _ meaning: String, note: String? = nil) {
    (self.range, self.kind, self.meaning, self.note) = (range, kind, meaning, note)
  }
}
