/// A recoverable problem: something that Listo met, kept as it was, and went on from.
///
/// Printed as `file:line: severity: reason [code]`.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The severity of a problem.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Worth knowing; nothing is wrong with the input.
    case note
    /// A part of the input is wrong; it is kept, but not understood.
    case warning
    /// A requested action failed.
    case error
  }

  /// The severity; problems whose content is kept are warnings or notes.
  public var severity: Severity
  /// The stable code of the problem, for programs.
  public var code: Code
  /// The input as the user named it; `-` for standard input; nil if the problem is not about one input.
  public var file: String?
  /// The physical line in that input, counted from 1.
  public var line: Int?
  /// The reason in words, without the position and the code.
  public var message: String {
    get { isCount ? "and \(count) more like this" : words }
    set { words = newValue }
  }
  private var words: String
  /// The number of problems: more than one if it counts further problems like earlier ones in the same file.
  public private(set) var count = 1
  /// True for a diagnostic that only gives the number of problems that have none of their own.
  public private(set) var isCount = false

  /// - Parameters:
  ///   - file: the input as the user named it; nil if only the caller knows.
  ///   - line: counted from 1; nil if the problem is not about a line.
  ///   - message: a sentence for people, without its full stop.
  public init(
    _ severity: Severity = .warning, _ code: Code, file: String? = nil, line: Int? = nil, _ message: String
  ) {
    (self.severity, self.code, self.file, self.line) = (severity, code, file, line)
    words = message
  }

  /// Creates a diagnostic that counts further problems of a kind.
  public init(counting count: Int, severity: Severity, _ code: Code, file: String?, line: Int? = nil) {
    self.init(severity, code, file: file, line: line, "")
    (self.count, isCount) = (count, true)
  }

  /// Counts so many more.
  mutating func count(_ more: Int) { count += more }

  /// Returns the diagnostic with this file.
  public func inFile(_ file: String) -> Diagnostic {
    var copy = self
    copy.file = file
    return copy
  }

  /// `file:line: `, as far as they are known.
  public var position: String {
    var text = ""
    if let file { text += file + ":" }
    if let line { text += "\(line):" }
    return text.isEmpty ? text : text + " "
  }

  public var description: String { "\(position)\(severity.rawValue): \(message) [\(code.rawValue)]" }
}
