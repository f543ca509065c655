internal import Listo

/// The signs that are drawn: one set for UTF-8, one for everything else.
struct Glyphs: Sendable, Hashable {
  let isASCII: Bool
  let open, inProcess, completed, cancelled: String
  let listDot, separator, ellipsis, lineEnd, none, repeats, alarm, partOf, path, pointer, arrow, focus: String
  /// The lines of a tree: a child, the last child, an ancestor with more children, one without.
  let branch, lastBranch, trunk, noTrunk: String
  /// A bar of progress: a cell that is done, and one that is not.
  let barDone, barRest: String
  /// The bars of statistics, from dark to light, and eight steps from nothing to the most.
  let fullBar, halfBar, lightBar: String
  let spark: [String]

  static let unicode = Glyphs(
    isASCII: false, open: "○", inProcess: "◐", completed: "✓", cancelled: "✗", listDot: "●", separator: " ·",
    ellipsis: "…", lineEnd: "⏎", none: "–", repeats: "↻", alarm: "◷", partOf: "‹", path: " › ", pointer: "▸",
    arrow: "→", focus: "★",
    branch: "├ ",
    lastBranch: "└ ",
    trunk: "│ ", noTrunk: "  ", barDone: "━", barRest: "─", fullBar: "█", halfBar: "▓", lightBar: "░",
    spark: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"])

  static let ascii = Glyphs(
    isASCII: true, open: "[ ]", inProcess: "[/]", completed: "[x]", cancelled: "[-]", listDot: "*",
    separator: ",", ellipsis: "...", lineEnd: " / ", none: "-", repeats: "@", alarm: "%", partOf: "<",
    path: " > ", pointer: ">", arrow: "->", focus: "*",
    branch: "|- ", lastBranch: "`- ", trunk: "|  ", noTrunk: "   ", barDone: "#", barRest: ".", fullBar: "#",
    halfBar: "=", lightBar: ".",
    spark: ["_", ".", ":", "-", "=", "+", "*", "#"])

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
