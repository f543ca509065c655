/// A part of a line that was understood.
public struct Piece: Sendable, Hashable {
  /// The kind of a part of a line.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case date, time, start, rule, priority, tag, list
    /// A backslash, which makes the following word part of the title.
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

  /// The range in the line, including signs and introducing words such as `by`.
  public let range: Range<String.Index>
  /// The kind of the part.
  public let kind: Kind
  /// The meaning, in words that have the same meaning when read again: `Fri 27 Nov 2026 09:00`.
  public let meaning: String
  /// Why it means that, where a rule decided: `9:00 has passed today`.
  public let note: String?

  /// Creates a part of a line with its meaning.
  public init(_ range: Range<String.Index>, _ kind: Kind, _ meaning: String, note: String? = nil) {
    (self.range, self.kind, self.meaning, self.note) = (range, kind, meaning, note)
  }
}
