/// What is written on: its width, its colours, its signs.
struct Surface: Sendable {
  /// In cells; nil where there is no limit, as in a pipe.
  var width: Int?
  var depth: ColorDepth
  var glyphs: Glyphs

  /// Without limit and colour: what a pipe gets.
  static let pipe = Surface(width: nil, depth: .none, glyphs: .unicode)

  init(width: Int?, depth: ColorDepth, glyphs: Glyphs) {
    (self.depth, self.glyphs) = (depth, glyphs)
    // Narrower than this nothing can be set; the terminal will wrap it.
    self.width = width.map { max($0, 32) }
  }

  func text(_ lines: [StyledLine]) -> String {
    lines.reduce(into: "") { $0 += $1.rendered(depth) + "\n" }
  }
}
