internal import Listo

/// An error in an expression, for people: the piece of it that is meant, with a caret under it.
struct QueryErrorView {
  let error: QuerySyntaxError

  /// How much of a long expression is shown before and behind the place, in characters.
  private static let reach = 40

  /// The expression, and below it the carets.
  var lines: [String] {
    let bytes = Array(error.expression.utf8)
    func text(_ range: Range<Int>) -> String {
      String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
    }
    let (before, after) = (text(0..<error.range.lowerBound), text(error.range.upperBound..<bytes.count))
    var piece = text(error.range)
    if piece.count > Self.reach { piece = piece.prefix(Self.reach) + "…" }
    let head = Visible.line(before.count > Self.reach ? "…" + before.suffix(Self.reach) : before)
    let tail = Visible.line(after.count > Self.reach ? after.prefix(Self.reach) + "…" : after)
    let marked = Visible.line(piece)
    let carets = String(repeating: "^", count: max(1, TextWidth.cells(marked)))
    return [
      "  " + head + marked + tail,
      "  " + String(repeating: " ", count: TextWidth.cells(head)) + carets,
    ]
  }

  /// The failure that ends the command: the option, the reason, the place.
  ///
  /// - Parameter name: what the expression was given to.
  func failure(_ name: String) -> Failure {
    var reason = error.reason
    if let suggestion = error.suggestion { reason += "; " + UnknownName.question(suggestion) }
    var details = lines
    if let expected = error.expected { details.append("Expected \(expected).") }
    details.append("See 'listo help query'.")
    return Failure(.usage, "\(name): \(reason)", details: details)
  }
}
