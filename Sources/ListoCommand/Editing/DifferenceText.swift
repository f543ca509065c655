internal import Listo

/// The lines of files that a change would take out and put in.
enum DifferenceText {
  /// Prints them, for people or for scripts.
  static func print(_ differences: [FileDifference], json isJSON: Bool, _ reporter: Reporter) throws {
    try Printing.print(
      isJSON ? FileDifference.json(of: differences).prettyText : text(differences), reporter)
  }

  /// `--- file` and below it lines with `-` and `+`; where nothing differs, a line that says so.
  static func text(_ differences: [FileDifference]) -> String {
    guard differences.contains(where: { !$0.passages.isEmpty || $0.kind != .changed }) else {
      return "nothing would change\n"
    }
    var text = ""
    for file in differences {
      let kind =
        switch file.kind {
        case .changed: ""
        case .created: " (new)"
        case .removed: " (removed)"
        }
      text += Visible.line(StandardFolders.abbreviated(file.path) + kind) + "\n"
      for passage in file.passages {
        text += "  line \(passage.line)\n"
        for line in passage.lines {
          switch line {
          case .kept(let line): text += Visible.line("    " + line) + "\n"
          case .removed(let line): text += Visible.line("  - " + line) + "\n"
          case .added(let line): text += Visible.line("  + " + line) + "\n"
          }
        }
      }
    }
    return text
  }
}
