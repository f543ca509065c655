/// The surface for the output: its width, its colours, its signs.
struct Surface: Sendable {
  /// In cells; nil where there is no limit, as in a pipe.
  var width: Int?
  var depth: ColorDepth
  var glyphs: Glyphs
  /// It is a terminal that moves its cursor to columns, for characters whose width terminals disagree about.
  var placesByColumn = false

  /// Without limit and colour: what a pipe gets.
  static let pipe = Surface(width: nil, depth: .none, glyphs: .unicode)

  init(width: Int?, depth: ColorDepth, glyphs: Glyphs) {
    (self.depth, self.glyphs) = (depth, glyphs)
    // Narrower than this nothing can be set; the terminal will wrap it.
    self.width = width.map { max($0, 32) }
  }

  /// The surface of standard output: `columns` counts where it is a terminal, `--ascii` and `--color` where
  /// they are given.
  ///
  /// A terminal that does not know its width has COLUMNS, else 80.
  init(
    isTerminal: Bool, columns: Int?, color: ColorChoice, isASCII: Bool, environment: (String) -> String?
  ) {
    let width = columns ?? environment("COLUMNS").flatMap(Int.init) ?? 80
    self.init(
      width: isTerminal ? width : nil,
      depth: ColorDepth(color, isTerminal: isTerminal, environment: environment),
      glyphs: isASCII ? .ascii : .forLocale(environment))
    let terminal = environment("TERM") ?? ""
    placesByColumn = isTerminal && !terminal.isEmpty && terminal != "dumb"
  }

  func text(_ lines: [StyledLine]) -> String {
    var text: [UInt8] = []
    write(lines, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends lines as they are printed, each with its line feed.
  func write(_ lines: [StyledLine], to text: inout [UInt8]) {
    for line in lines { write(line, to: &text) }
  }

  /// Appends a line as it is printed, with its line feed.
  func write(_ line: StyledLine, to text: inout [UInt8]) {
    if placesByColumn { line.write(placedTo: &text, depth) } else { line.write(to: &text, depth) }
    text.append(UInt8(ascii: "\n"))
  }
}
