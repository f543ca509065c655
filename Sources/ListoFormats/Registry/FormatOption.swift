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

extension FormatOption {
  /// Whether this may stand behind its equals sign, or nothing may.
  func admits(_ text: String?) -> Bool {
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
