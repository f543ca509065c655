internal import Listo
internal import TOML

/// How reminders are changed, as the configuration says it.
struct EditSettings: Sendable {
  /// When something is asked about before it is done.
  enum Asking: String, Sendable, CaseIterable {
    case always
    /// More than three at once.
    case many
    case never

    /// The smallest number of reminders that is asked about.
    var least: Int {
      switch self {
      case .always: 1
      case .many: 4
      case .never: .max
      }
    }
  }

  /// `[confirm]`: of deletions and purges.
  var deletion = Asking.always
  /// `[completion]`: by the title of a source; `default` for all others.
  var completion: [String: Completion.Recurrence] = [:]
  /// `[done]`: where the next occurrence is counted from.
  var origin = Completion.Origin.due
  /// `[journal]`: how long changes can be taken back.
  var journalDays = 90
  /// `[journal]`: how many bytes the journal may have, the last change left out.
  var journalBytes = 64 << 20

  /// `[new-lists]`: whose shapes the lists get that Listo makes.
  var producer = Producer.other
  /// `[keys]`: on the screen.
  var bindings = KeyBindings.standard

  /// The settings in tables, for the manual.
  static let tables: [(name: String, summary: String)] = [
    (
      "[confirm] delete",
      "when listo delete and listo purge ask: always (the default), many (more than three at once) or never"
    ),
    (
      "[completion] default",
      "how listo done completes a repeating reminder: advance, override or series; use the name of a source instead of default for that source"
    ),
    (
      "[done] from",
      "where the next occurrence of a repeating reminder is counted from: due (the default), next to skip missed occurrences, or completion"
    ),
    ("[journal] days", "how many days changes are kept for undo; the default is 90"),
    ("[journal] megabytes", "the largest size of the journal in MiB; the default is 64"),
    (
      "[new-lists] shape",
      "the program whose conventions Listo follows in its own lists: \(producers.map(\.name).joined(separator: ", ")); the default is RFC 5545"
    ),
    (
      "[keys] done",
      "the keys that complete a reminder on the screen, separated by spaces: \"x space\"; instead of done, any of \(ScreenCommand.allCases.map(\.name).joined(separator: ", "))"
    ),
  ]

  static let names = ["confirm", "completion", "done", "journal", "new-lists", "keys"]

  /// The producers whose shapes can be asked for.
  private static let producers = Producer.all.map { (name: $0.name.lowercased(), producer: $0) }

  /// Takes a setting of one of the tables.
  ///
  /// - Parameter path: the table and the name in it.
  /// - Throws: ``TOMLDocument/Problem``.
  mutating func take(
    _ path: [String], _ value: TOMLDocument.Value, line: Int
  ) throws(TOMLDocument.Problem) {
    guard path.count == 2 else {
      throw TOMLDocument.Problem(
        line: line, column: 1, reason: "\(path[0]) is a table: a line [\(path[0])], and settings below it")
    }
    switch (path[0], path[1]) {
    case ("confirm", "delete"): deletion = try Self.word(value, "delete", line)
    case ("completion", let source): completion[source] = try Self.word(value, source, line)
    case ("done", "from"): origin = try Self.word(value, "from", line)
    case ("journal", "days"): journalDays = try Self.number(value, "days", 1...36_500, line)
    case ("journal", "megabytes"): journalBytes = try Self.number(value, "megabytes", 1...65_536, line) << 20
    case ("new-lists", "shape"):
      guard case .string(let text) = value,
        let found = Self.producers.first(where: { $0.name == text.lowercased() })
      else {
        throw TOMLDocument.Problem(
          line: line, column: 1,
          reason:
            "shape must be one of \(Self.producers.map { "\"\($0.name)\"" }.joined(separator: ", "))")
      }
      producer = found.producer
    case ("keys", let name) where ScreenCommand(rawValue: name) != nil:
      guard let command = ScreenCommand(rawValue: name), case .string(let text) = value,
        let keys = Self.keys(text)
      else {
        throw TOMLDocument.Problem(
          line: line, column: 1,
          reason: "\(name) must be names of keys, separated by spaces, such as \"x ctrl-d space\"")
      }
      bindings.bind(command, to: keys)
    default:
      let known =
        switch path[0] {
        case "confirm": ["delete"]
        case "done": ["from"]
        case "journal": ["days", "megabytes"]
        case "keys": ScreenCommand.allCases.map(\.name)
        default: ["shape"]
        }
      let near = UnknownName.guess(path[1], in: known)
      throw TOMLDocument.Problem(
        line: line, column: 1,
        reason:
          "unknown setting '\(path[1])' in [\(path[0])]; \(near ?? "the settings are \(known.joined(separator: ", ")).")"
      )
    }
  }

  /// Nil where one of the words names no key; none for an empty text.
  private static func keys(_ text: String) -> [Key]? {
    let words = text.split(separator: " ")
    let keys = words.compactMap { Key(named: String($0)) }
    return keys.count == words.count ? keys : nil
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ value: TOMLDocument.Value, _ name: String, _ line: Int
  ) throws(TOMLDocument.Problem) -> Word where Word.RawValue == String {
    let known = Word.allCases.map(\.rawValue)
    guard case .string(let text) = value, let word = Word(rawValue: text.lowercased()) else {
      throw TOMLDocument.Problem(
        line: line, column: 1,
        reason: "\(name) must be one of \(known.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    return word
  }

  private static func number(
    _ value: TOMLDocument.Value, _ name: String, _ range: ClosedRange<Int>, _ line: Int
  ) throws(TOMLDocument.Problem) -> Int {
    guard case .integer(let number) = value, range.contains(number) else {
      throw TOMLDocument.Problem(
        line: line, column: 1,
        reason: "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// When and for whom reminders are changed, with these choices.
  func context(_ view: ViewContext) -> EditContext {
    var context = EditContext(view)
    (context.producer, context.origin) = (producer, origin)
    return context
  }

  /// The setting for completing the repeating reminders of a source; without one, `advance`.
  func completion(inSource title: String?) -> Completion.Recurrence {
    title.flatMap { completion[$0] } ?? completion["default"] ?? .advance
  }
}
