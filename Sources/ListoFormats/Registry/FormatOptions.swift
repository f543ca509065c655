/// The options of readers and writers besides the format itself.
public struct FormatOptions: Sendable, Hashable {
  /// The treatment of a recurrence rule in a format without rules.
  public enum Recurrence: Sendable, Hashable {
    /// The rule is written in words.
    case text
    /// The current occurrence, whose dates are the reminder's due date and start: programs advance these when
    /// an occurrence is completed.
    case next
    /// This many occurrences are written, from the current one on, each as a reminder.
    case expand(Int)
  }

  /// The names of the options that are switched on.
  public var names: Set<String>
  /// The values of those that have some, in their order.
  public var values: [String: [String]] = [:]
  /// The treatment of recurrence rules.
  public var recurrence: Recurrence

  /// - Parameter names: options without a value.
  public init(names: Set<String> = [], recurrence: Recurrence = .text) {
    (self.names, self.recurrence) = (names, recurrence)
  }

  /// Returns whether the option was given.
  public func contains(_ name: String) -> Bool { names.contains(name) }

  /// The same, with the options of another that are not set here.
  package func filled(from other: FormatOptions) -> FormatOptions {
    var result = self
    result.names.formUnion(other.names)
    result.values.merge(other.values) { own, _ in own }
    return result
  }

  /// Returns the value of an option, the last one if it was given several times; nil if it was not given.
  public func value(_ name: String) -> String? { values[name]?.last }
}

extension Format {
  /// The option of this name.
  public func option(_ name: String) -> FormatOption? { options.first { $0.name == name } }

  /// The names of a table's possible columns, in the default order; empty for a format that is not a table.
  public var columns: [String] {
    for case .columns(let names)? in options.map(\.value) { return names }
    return []
  }
}

/// An option of a format, switched on by its name after a plus sign: `markdown+dataview`.
public struct FormatOption: Sendable, Hashable {
  /// The name as written after the plus sign.
  public let name: String
  /// A short description of the effect.
  public let summary: String
  /// The kind of value after the equals sign, as in `csv+dates=dmy`; nil for an option without a value.
  public let value: Value?

  /// The kind of an option's value.
  public enum Value: Sendable, Hashable {
    case word([String])
    /// A name of the file's own, a colon, and which of these columns it is: `Done:status`, or
    /// `Done:status(ja=completed)`.
    case column([String])
    /// Some of these columns, in any order, separated by commas: `title,due`.
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

    /// The columns that the value may name; nil if it names none.
    public var known: [String]? {
      switch self {
      case .column(let columns), .columns(let columns): columns
      case .word, .text: nil
      }
    }

    /// The parts of `Done:status(ja=completed,nein=needs-action)`.
    struct Mapping {
      /// As the file names the column.
      let name: String
      /// The column that it is, in small letters.
      let column: String
      /// Words of the file, and the values that they stand for.
      let words: [(word: String, value: String)]
    }

    /// The parts of a value of ``column(_:)``; nil for a text of another form.
    func mapping(_ text: String) -> Mapping? {
      guard case .column(let columns) = self else { return nil }
      for colon in text.indices where text[colon] == ":" && colon > text.startIndex {
        var column = text[text.index(after: colon)...]
        var words: [(String, String)] = []
        if column.last == ")", let open = column.firstIndex(of: "(") {
          let pairs = column[column.index(after: open)...].dropLast().split(
            separator: ",", omittingEmptySubsequences: false
          ).map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
          guard pairs.allSatisfy({ $0.count == 2 }) else { continue }
          words = pairs.map { ($0[0], $0[1]) }
          column = column[..<open]
        }
        if columns.contains(column.lowercased()) {
          return Mapping(name: String(text[..<colon]), column: column.lowercased(), words: words)
        }
      }
      return nil
    }

    /// The columns that a value names, in small letters.
    static func columns(of text: String) -> [String] {
      text.split(separator: ",").map { $0.drop { $0 == " " }.lowercased() }
    }

    /// Returns the first unknown column in a value of ``columns(_:)``.
    public func unknownColumn(in text: String) -> String? {
      guard case .columns(let known) = self else { return nil }
      return Self.columns(of: text).first { !known.contains($0) }
    }
  }

  /// The option as written, with the form of its value.
  public var form: String { value.map { "\(name)=\($0.form)" } ?? name }

  /// The kinds of losses, as ``Losses`` names them, that the option avoids.
  public let keeps: [String]

  /// - Parameters:
  ///   - summary: a short description of the effect, for people.
  ///   - value: the kind of value after the `=`; nil for none.
  ///   - keeps: the kinds of losses that the option avoids.
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
    case (.column?, let text?): value?.mapping(text) != nil
    case (.columns?, let text?):
      !Value.columns(of: text).isEmpty && value?.unknownColumn(in: text) == nil
    case (.text?, _?): true
    default: false
    }
  }
}
