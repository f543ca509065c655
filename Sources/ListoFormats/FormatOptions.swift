/// A choice within a format, switched on by its name behind a plus sign: `markdown+dataview`.
public struct FormatOption: Sendable, Hashable {
  public let name: String
  /// What it does, in a few words.
  public let summary: String
  /// What it can hold that the format without it cannot: kinds of losses, as ``Losses`` names them.
  public let keeps: [String]

  public init(_ name: String, _ summary: String, keeps: [String] = []) {
    (self.name, self.summary, self.keeps) = (name, summary, keeps)
  }
}

/// What readers and writers are asked for beside the format itself.
public struct FormatOptions: Sendable, Hashable {
  /// What becomes of a rule of recurrence in a format that has none.
  public enum Recurrence: Sendable, Hashable {
    /// It is written in words.
    case text
    /// The occurrence that it stands at, which is its own due date and start: programs move these on when one
    /// is done.
    case next
    /// So many occurrences are written from that one on, each as a reminder.
    case expand(Int)
  }

  /// The names of the options that are switched on.
  public var names: Set<String>
  public var recurrence: Recurrence
  /// The fields, in their order, that a table is made of; empty for the format's own choice.
  public var columns: [String]

  public init(names: Set<String> = [], recurrence: Recurrence = .text, columns: [String] = []) {
    (self.names, self.recurrence, self.columns) = (names, recurrence, columns)
  }

  public func contains(_ name: String) -> Bool { names.contains(name) }
}

/// A format and its options, as they are named on a command line: `jsonl`, `csv+bom`, `ics`.
public struct FormatChoice: Sendable {
  public let format: Format
  public var options: FormatOptions

  public init(_ format: Format, options: FormatOptions = FormatOptions()) {
    (self.format, self.options) = (format, options)
  }

  /// Why a word names no format.
  public enum Problem: Error, Sendable, Hashable {
    case unknownFormat(String)
    /// The format has no such option.
    case unknownOption(String, format: String)
  }

  /// Reads the name or an extension of a format, with options behind plus signs.
  public init(_ text: String) throws(Problem) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].hasPrefix(".") ? String(parts[0].dropFirst()) : parts[0]
    guard let format = Format.named(name) else { throw .unknownFormat(parts[0]) }
    let names = parts.dropFirst().map { $0.lowercased() }
    for name in names where !format.options.contains(where: { $0.name == name }) {
      throw .unknownOption(name, format: format.name)
    }
    self.init(format, options: FormatOptions(names: Set(names)))
  }
}
