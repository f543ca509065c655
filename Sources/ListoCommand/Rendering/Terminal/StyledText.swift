/// A text in one style.
struct StyledText: Sendable, Hashable {
  let text: String
  var style: Style
  let cells: Int

  init(_ text: String, _ style: Style = .plain) { self.init(text, style, cells: TextWidth.cells(text)) }

  /// - Parameter cells: ``TextWidth/cells(_:)`` of the text, or the sum of those of its pieces.
  init(_ text: String, _ style: Style, cells: Int) {
    (self.text, self.style, self.cells) = (text, style, cells)
  }
}
