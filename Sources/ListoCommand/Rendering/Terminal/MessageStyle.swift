internal import Listo
internal import Platform

/// How messages on standard error look: what is wrong stands out by its colour, and without colour by its
/// words.
enum MessageStyle {
  /// None unless standard error is a terminal; `--color=never` and NO_COLOR count here too.
  static let depth: ColorDepth = {
    let isRefused = refusesColor(CommandLine.arguments)
    return ColorDepth(
      isRefused ? .never : .auto, isTerminal: Terminal.isTerminal(.error),
      environment: ProcessEnvironment.variable)
  }()

  /// Asked of the words themselves: a command line that is not understood is told of in the same way.
  static func refusesColor(_ words: [String]) -> Bool {
    words.contains("--color=never") || zip(words, words.dropFirst()).contains { $0 == ("--color", "never") }
  }

  /// Messages are JSON: `--messages=json`. As of ``refusesColor(_:)``, the words themselves are asked.
  static let isJSON = asksForJSON(CommandLine.arguments)

  static func asksForJSON(_ words: [String]) -> Bool {
    words.contains("--messages=json")
      || zip(words, words.dropFirst()).contains { $0 == ("--messages", "json") }
  }

  // MARK: Texts

  /// A problem of an input, as a line.
  static func text(_ problem: Diagnostic, _ tail: String) -> String {
    isJSON ? jsonLine(problem.json) : line(problem, tail).rendered(depth) + "\n"
  }

  /// A file that cannot be read or written, as a line.
  static func text(_ path: String, _ reason: String, code: String) -> String {
    guard isJSON else {
      return line((path.isEmpty ? "''" : path) + ": ", .error, "\(reason) [\(code)]").rendered(depth) + "\n"
    }
    return jsonLine(
      .object(present: [
        "severity": .string(Diagnostic.Severity.error.rawValue), "code": .string(code), "file": .string(path),
        "message": .string(reason),
      ]))
  }

  /// A message whose beginning may say how bad it is, as of ``line(_:)``.
  static func text(_ message: String) -> String {
    guard isJSON else { return line(message).rendered(depth) + "\n" }
    let severity = Diagnostic.Severity.allCases.first { message.hasPrefix($0.rawValue + ": ") }
    let words = severity.map { String(message.dropFirst($0.rawValue.count + 2)) } ?? message
    return jsonLine(
      .object(present: ["severity": .string((severity ?? .note).rawValue), "message": .string(words)]))
  }

  /// The reason why the command stops, with what to do about it.
  static func text(_ failure: Failure) -> String {
    guard isJSON else {
      let first = failure.message.isEmpty ? "" : text("listo: " + failure.message)
      return first + failure.details.map { Visible.line($0) + "\n" }.joined()
    }
    guard !failure.message.isEmpty || !failure.details.isEmpty else { return "" }
    return jsonLine(
      .object(present: [
        "severity": .string(Diagnostic.Severity.error.rawValue), "message": .string(failure.message),
        "details": failure.details.isEmpty ? nil : .array(failure.details.map { .string($0) }),
        "status": .number(Int(failure.status.rawValue)),
      ]))
  }

  private static func jsonLine(_ value: JSONValue) -> String {
    String(decoding: value.compact, as: UTF8.self) + "\n"
  }

  // MARK: Lines

  /// `file:line: warning: reason [code]`.
  static func line(_ problem: Diagnostic, _ tail: String = "") -> StyledLine {
    line(problem.position, problem.severity, "\(problem.message) [\(problem.code.rawValue)]\(tail)")
  }

  /// A message whose beginning may say how bad it is: `note: …`, `error: …`, or the name of the command,
  /// which then stops.
  static func line(_ text: String) -> StyledLine {
    for severity in Diagnostic.Severity.allCases where text.hasPrefix(severity.rawValue + ": ") {
      return line("", severity, String(text.dropFirst(severity.rawValue.count + 2)))
    }
    let name = "listo: "
    guard text.hasPrefix(name) else { return StyledLine([StyledText(Visible.line(text))]) }
    return StyledLine([
      StyledText(name, style(.error)), StyledText(Visible.line(String(text.dropFirst(name.count)))),
    ])
  }

  /// - Parameter severity: nil for what was repaired.
  static func line(
    _ position: String, _ severity: Diagnostic.Severity?, _ reason: String, _ glyphs: Glyphs = .unicode
  ) -> StyledLine {
    StyledLine([
      StyledText(Visible.line(position, glyphs), .bold),
      StyledText((severity?.rawValue ?? "repaired") + ": ", style(severity)),
      StyledText(Visible.line(reason, glyphs)),
    ])
  }

  /// As compilers do it.
  static func style(_ severity: Diagnostic.Severity?) -> Style {
    switch severity {
    case .error: Style(isBold: true, color: .named(.red))
    case .warning: Style(isBold: true, color: .named(.magenta))
    case .note: Style(isBold: true, color: .named(.cyan))
    case nil: .bold
    }
  }
}
