/// Why a text is no expression of the query language, and where.
public struct QuerySyntaxError: Error, Sendable, Hashable {
  /// The whole expression.
  public let expression: String
  /// The position of the error, in UTF-8 bytes from the start; empty at the end if something is missing.
  public let range: Range<Int>
  /// The reason, in words.
  public let reason: String
  /// A description of the expected input; nil if there is none.
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
  /// One line with the reason, the expected input and a suggestion.
  public var description: String {
    var text = reason
    if let suggestion { text += "; did you mean '\(suggestion)'?" }
    if let expected { text += "\(suggestion == nil ? "; " : " ")expected \(expected)" }
    return text
  }
}
