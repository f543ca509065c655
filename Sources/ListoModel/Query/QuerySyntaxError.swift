/// Why a text is no expression of the query language, and where.
public struct QuerySyntaxError: Error, Sendable, Hashable {
  /// The whole expression.
  public let expression: String
  /// What is wrong, in bytes of UTF-8 from the expression's beginning; empty at its end where something is missing.
  public let range: Range<Int>
  /// What is wrong, in words.
  public let reason: String
  /// What could stand there, in words; nil where nothing could.
  public let expected: String?
  /// The word that may have been meant; nil where none is near.
  public let suggestion: String?

  init(
    _ expression: String, _ range: Range<Int>, _ reason: String, expected: String? = nil,
    suggestion: String? = nil
  ) {
    (self.expression, self.range, self.reason) = (expression, range, reason)
    (self.expected, self.suggestion) = (expected, suggestion)
  }
}

extension QuerySyntaxError: CustomStringConvertible {
  /// One line: the reason, what was expected, what may have been meant.
  public var description: String {
    var text = reason
    if let suggestion { text += "; did you mean '\(suggestion)'?" }
    if let expected { text += "\(suggestion == nil ? "; " : " ")expected \(expected)" }
    return text
  }
}
