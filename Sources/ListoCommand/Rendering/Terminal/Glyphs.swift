internal import Listo

/// The signs that are drawn: one set for UTF-8, one for everything else.
///
/// One truth value says which, so that for each row that is made no signs are copied.
struct Glyphs: Sendable, Hashable {
  let isASCII: Bool

  static let unicode = Glyphs(isASCII: false)
  static let ascii = Glyphs(isASCII: true)

  private func sign(_ unicode: String, _ ascii: String) -> String { isASCII ? ascii : unicode }

  var open: String { sign("○", "[ ]") }
  var inProcess: String { sign("◐", "[/]") }
  var completed: String { sign("✓", "[x]") }
  var cancelled: String { sign("✗", "[-]") }
  var listDot: String { sign("●", "*") }
  var separator: String { sign(" ·", ",") }
  var ellipsis: String { sign("…", "...") }
  var lineEnd: String { sign("⏎", " / ") }
  var none: String { sign("–", "-") }
  var repeats: String { sign("↻", "@") }
  var alarm: String { sign("◷", "%") }
  var partOf: String { sign("‹", "<") }
  var path: String { sign(" › ", " > ") }
  var pointer: String { sign("▸", ">") }
  var arrow: String { sign("→", "->") }
  var focus: String { sign("★", "*") }

  // The lines of a tree.

  /// Before a child.
  var branch: String { sign("├ ", "|- ") }
  /// Before the last child.
  var lastBranch: String { sign("└ ", "`- ") }
  /// Below an ancestor with more children.
  var trunk: String { sign("│ ", "|  ") }
  /// Below an ancestor without.
  var noTrunk: String { sign("  ", "   ") }

  // Bars.

  /// A cell of a bar of progress that is done.
  var barDone: String { sign("━", "#") }
  /// A cell of it that is not.
  var barRest: String { sign("─", ".") }
  /// The bars of statistics, from dark to light.
  var fullBar: String { sign("█", "#") }
  var halfBar: String { sign("▓", "=") }
  var lightBar: String { sign("░", ".") }
  /// Eight steps from nothing to the most.
  var spark: [String] {
    isASCII ? ["_", ".", ":", "-", "=", "+", "*", "#"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  }

  /// How wide the check marks are.
  var markWidth: Int { open.count }

  /// The code of a character that must not be sent.
  func code(_ code: String) -> String { isASCII ? "<\(code)>" : "‹\(code)›" }

  func mark(_ status: Status) -> String {
    switch status {
    case .completed: completed
    case .cancelled, .failed: cancelled
    case .inProcess: inProcess
    case .needsAction, .pending, .other: open
    }
  }
}

extension Glyphs {
  /// The signs for a locale: LC_ALL, else LC_CTYPE, else LANG (POSIX §8.2).
  static func forLocale(_ environment: (String) -> String?) -> Glyphs {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
    let encoding = (names.first { !$0.isEmpty } ?? "").uppercased()
    return encoding.contains("UTF-8") || encoding.contains("UTF8") ? .unicode : .ascii
  }
}
