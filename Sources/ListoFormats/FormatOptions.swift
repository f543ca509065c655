/// A choice within a format, switched on by its name behind a plus sign: `markdown+dataview`.
public struct FormatOption: Sendable, Hashable {
  public let name: String
  /// What it does, in a few words.
  public let summary: String
  /// What stands behind an equals sign: `csv+dates=dmy`; nil where nothing does.
  public let value: Value?

  /// What an option's value may be.
  public enum Value: Sendable, Hashable {
    case word([String])
    /// A name of the file's own, a colon, and the column that it is: `Done:status`.
    case column

    /// `dmy|mdy|ymd`.
    var form: String {
      switch self {
      case .word(let words): words.joined(separator: "|")
      case .column: "NAME:COLUMN"
      }
    }
  }

  /// As it is written, with the form of its value.
  public var form: String { value.map { "\(name)=\($0.form)" } ?? name }

  /// What it can hold that the format without it cannot: kinds of losses, as ``Losses`` names them.
  public let keeps: [String]

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
  public var recurrence: Recurrence
  /// The fields, in their order, that a table is made of; empty for the format's own choice.
  public var columns: [String]
  /// What a page is called; nil for the format's own words.
  public var title: String?

  public init(
    names: Set<String> = [], recurrence: Recurrence = .text, columns: [String] = [], title: String? = nil
  ) {
    (self.names, self.recurrence, self.columns, self.title) = (names, recurrence, columns, title)
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
    /// The option needs a value, cannot have this one, or takes none.
    case badValue(String?, option: FormatOption, format: String)
  }

  /// Reads the name or an extension of a format, with options behind plus signs.
  public init(_ text: String) throws(Problem) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].hasPrefix(".") ? String(parts[0].dropFirst()) : parts[0]
    guard let format = Format.named(name) else { throw .unknownFormat(parts[0]) }
    var options = FormatOptions()
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = pair[0].lowercased()
      guard let option = format.options.first(where: { $0.name == name }) else {
        throw .unknownOption(name, format: format.name)
      }
      let value = pair.count > 1 ? pair[1] : nil
      guard option.admits(value, format) else { throw .badValue(value, option: option, format: format.name) }
      options.names.insert(name)
      if let value { options.values[name, default: []].append(value) }
    }
    self.init(format, options: options)
  }
}

extension FormatOption {
  fileprivate func admits(_ text: String?, _ format: Format) -> Bool {
    switch (value, text) {
    case (nil, nil): true
    case (.word(let words)?, let text?): words.contains(text.lowercased())
    case (.column?, let text?):
      text.lastIndex(of: ":").map {
        $0 > text.startIndex && format.columns.contains(text[text.index(after: $0)...].lowercased())
      } ?? false
    default: false
    }
  }
}
