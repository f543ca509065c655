/// A choice within a format, switched on by its name behind a plus sign: `markdown+dataview`.
public struct FormatOption: Sendable, Hashable {
  /// As it is written behind the plus sign.
  public let name: String
  /// What it does, in a few words.
  public let summary: String
  /// What stands behind an equals sign: `csv+dates=dmy`; nil where nothing does.
  public let value: Value?

  /// What an option's value may be.
  public enum Value: Sendable, Hashable {
    case word([String])
    /// A name of the file's own, a colon, and which of these columns it is: `Done:status`.
    case column([String])
    /// Some of these columns, in any order, with commas between them: `title,due`.
    case columns([String])
    /// Any text.
    case text

    /// `dmy|mdy|ymd`.
    var form: String {
      switch self {
      case .word(let words): words.joined(separator: "|")
      case .column: "NAME:COLUMN"
      case .columns: "COLUMN,…"
      case .text: "TEXT"
      }
    }

    /// The columns that it may name; nil where it names none.
    public var known: [String]? {
      switch self {
      case .column(let columns), .columns(let columns): columns
      case .word, .text: nil
      }
    }

    /// The columns that a value names, in small letters.
    static func columns(of text: String) -> [String] {
      text.split(separator: ",").map { $0.drop { $0 == " " }.lowercased() }
    }

    /// The first column that a value of ``columns(_:)`` names and that is none.
    public func unknownColumn(in text: String) -> String? {
      guard case .columns(let known) = self else { return nil }
      return Self.columns(of: text).first { !known.contains($0) }
    }
  }

  /// As it is written, with the form of its value.
  public var form: String { value.map { "\(name)=\($0.form)" } ?? name }

  /// What it can hold that the format without it cannot: kinds of losses, as ``Losses`` names them.
  public let keeps: [String]

  /// - Parameters:
  ///   - summary: what it does, for people.
  ///   - value: what stands behind its `=`; nil where nothing does.
  ///   - keeps: what is kept because of it, for the table of losses.
  public init(_ name: String, _ summary: String, value: Value? = nil, keeps: [String] = []) {
    (self.name, self.summary, self.value, self.keeps) = (name, summary, value, keeps)
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
  /// The values of those that have some, in their order.
  public var values: [String: [String]] = [:]
  /// What is written of a rule.
  public var recurrence: Recurrence

  /// - Parameter names: options without a value.
  public init(names: Set<String> = [], recurrence: Recurrence = .text) {
    (self.names, self.recurrence) = (names, recurrence)
  }

  /// It was said.
  public func contains(_ name: String) -> Bool { names.contains(name) }

  /// The value of an option, the last where it was given several times; nil where it was not.
  public func value(_ name: String) -> String? { values[name]?.last }
}

/// A format and its options, as they are named on a command line: `jsonl`, `csv+bom`, `ics`.
public struct FormatChoice: Sendable {
  /// The format.
  public let format: Format
  /// What was said of it.
  public var options: FormatOptions

  /// A format, with what is said of it.
  public init(_ format: Format, options: FormatOptions = FormatOptions()) {
    (self.format, self.options) = (format, options)
  }

  /// Why a word names no format.
  public enum Problem: Error, Sendable, Hashable {
    case unknownFormat(String)
    /// The format has no such option.
    case unknownOption(String, format: String)
    /// The option needs a value, cannot have this one, or takes none.
    case badValue(String?, option: FormatOption, format: String)
  }

  /// Reads the name or an extension of a format, with options behind plus signs.
  public init(_ text: String) throws(Problem) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].hasPrefix(".") ? String(parts[0].dropFirst()) : parts[0]
    guard let format = Format.named(name) else { throw .unknownFormat(parts[0]) }
    self.init(format)
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      try set(pair[0].lowercased(), pair.count > 1 ? pair[1] : nil)
    }
  }

  /// Switches an option of the format on.
  ///
  /// - Parameter value: what stands behind its equals sign; nil where nothing does.
  public mutating func set(_ name: String, _ value: String?) throws(Problem) {
    guard let option = format.option(name) else { throw .unknownOption(name, format: format.name) }
    guard option.admits(value) else { throw .badValue(value, option: option, format: format.name) }
    options.names.insert(name)
    if let value { options.values[name, default: []].append(value) }
  }
}

extension Format {
  /// The option of this name.
  public func option(_ name: String) -> FormatOption? { options.first { $0.name == name } }

  /// The names of the columns that a table may be made of, in the order in which they are written where none is chosen; empty for a
  /// format that is no table.
  public var columns: [String] {
    for case .columns(let names)? in options.map(\.value) { return names }
    return []
  }
}

extension FormatOption {
  fileprivate func admits(_ text: String?) -> Bool {
    switch (value, text) {
    case (nil, nil): true
    case (.word(let words)?, let text?): words.contains(text.lowercased())
    case (.column(let columns)?, let text?):
      text.lastIndex(of: ":").map {
        $0 > text.startIndex && columns.contains(text[text.index(after: $0)...].lowercased())
      } ?? false
    case (.columns?, let text?):
      !Value.columns(of: text).isEmpty && value?.unknownColumn(in: text) == nil
    case (.text?, _?): true
    default: false
    }
  }
}
