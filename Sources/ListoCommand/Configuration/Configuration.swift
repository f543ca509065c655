internal import Listo
internal import TOML

/// The settings that a person gave Listo once: the places of the reminders, and the ways to look at them.
struct Configuration: Sendable {
  /// A value, and the line that it stands in.
  struct Setting<Value: Sendable>: Sendable {
    let value: Value
    let line: Int
  }

  /// A source, or a saved query: its name, and what it stands for.
  struct Named: Sendable, Hashable {
    let name: String
    let text: String
    let line: Int
  }

  /// Folders, files and addresses on the web, in their order; as they are written.
  var sources: [Named] = []
  var queries: [Named] = []
  var zone: Setting<String>?
  var weekStart: Setting<Localized<Weekday>>?
  var clock: Setting<Localized<DateStyle.Clock>>?
  var dateOrder: Setting<Localized<DateStyle.Order>>?
  /// The title or the identifier of the list that one is in where nothing is selected.
  var defaultList: Setting<String>?
  /// The lists that show running numbers.
  var numbered = NumberedLists.marked
  /// The language of words for dates, as ISO 639 has it.
  var language: Setting<String>?
  /// Certificates (PEM) to trust in the place of the system's, for calendars on the web.
  var authorities: Setting<String>?
  /// The program that shows output which is longer than the screen, with its arguments.
  var pager: Setting<String>?
  /// `[formats]`: how inputs of a format are read where the command line does not say it.
  var formats: [FormatChoice] = []
  var editing = EditSettings()
  /// Accounts by their names, in their order; what a sync may delete.
  var accounts = AccountEntries()

  /// - Throws: ``TOMLDocument/Problem``, with what may have been meant.
  init(_ document: TOMLDocument) throws(TOMLDocument.Problem) {
    for header in document.headers where !Self.isTable(header.path) {
      let name = header.path.joined(separator: ".")
      throw Self.unknown(
        "table", name, Self.tables, header.line, "[\(Self.tables.joined(separator: "], ["))]")
    }
    if let header = document.headers.first(where: \.isElement) {
      throw Self.problem(header.line, "[\(header.path[0])] needs single brackets")
    }
    for entry in document.entries { try take(entry) }
  }

  init() {}

  /// The names of all settings outside of tables, for the manual.
  static let settings: [(name: String, summary: String)] = [
    ("zone", "the time zone, such as Europe/Berlin; --timezone and the variable TZ override it"),
    (
      "week-start",
      "the first day of the week; the default is monday, and locale uses the locale (LC_TIME)"
    ),
    ("clock", "how times are shown: 24-hour (the default), 12-hour, or locale"),
    (
      "date-order",
      "the order of day and month: day-month (5 Dec, the default), month-day (Dec 5), or locale; if it is set, Listo also reads 12/1 in this order"
    ),
    (
      "default-list",
      "the title or identifier of the list for new reminders, which list, next and browse also show if nothing is selected"
    ),
    ("ca-file", "certificates (PEM) to trust instead of the system's, for calendars on the web"),
    (
      "pager",
      "the program, with its arguments, that shows output longer than the screen, such as less -FRX; cat for none; LISTO_PAGER overrides it"
    ),
    (
      "numbers",
      "the lists that show running numbers: marked (lists whose titles end in #, the default), always or never"
    ),
    ("language", "the language of words for dates beside English, en or de; otherwise that of the locale"),
  ]

  /// The settings in tables, for the manual.
  static let tableSettings =
    [
      (
        name: "[formats] org",
        summary:
          "how files of a format are read, as after the plus sign of -f: \"keywords=TODO,IDEA|DONE\"; instead of org, any format that listo formats lists"
      )
    ] + EditSettings.tables

  private static let tables = ["sources", "queries", "formats"] + EditSettings.names + AccountEntries.names

  private static func isTable(_ path: [String]) -> Bool {
    path.count == 1 && tables.contains(path[0]) || path.count == 2 && path[0] == "accounts"
  }

  private mutating func take(_ entry: TOMLDocument.Entry) throws(TOMLDocument.Problem) {
    let line = entry.lines.lowerBound
    switch entry.path[0] {
    case "sources":
      try Self.collect(
        entry, into: &sources, "a folder, a file or an address on the web, such as \"~/Calendars\"")
    case "queries": try Self.collect(entry, into: &queries, "an expression, such as \"open and due < today\"")
    case "zone" where entry.path.count == 1:
      zone = Setting(value: try Self.string(entry.value, "zone", line), line: line)
    case "week-start" where entry.path.count == 1:
      weekStart = try Self.localized(entry, "day", Weekday.names, Weekday.init(named:))
    case "clock" where entry.path.count == 1:
      clock = try Self.localized(entry, "clock", DateStyle.Clock.allCases.map(\.rawValue)) {
        DateStyle.Clock(rawValue: $0.lowercased())
      }
    case "date-order" where entry.path.count == 1:
      dateOrder = try Self.localized(entry, "order of dates", DateStyle.Order.allCases.map(\.rawValue)) {
        DateStyle.Order(rawValue: $0.lowercased())
      }
    case "default-list" where entry.path.count == 1:
      defaultList = Setting(value: try Self.string(entry.value, "default-list", line), line: line)
    case "ca-file" where entry.path.count == 1:
      authorities = Setting(value: try Self.string(entry.value, "ca-file", line), line: line)
    case "pager" where entry.path.count == 1:
      pager = Setting(value: try Self.string(entry.value, "pager", line), line: line)
    case "language" where entry.path.count == 1:
      let text = try Self.string(entry.value, "language", line)
      let known = WordsLanguage.all.map(\.code)
      guard known.contains(text.lowercased()) else {
        throw Self.problem(
          line, "unknown language '\(text)'; the languages are \(known.joined(separator: ", ")).")
      }
      language = Setting(value: text.lowercased(), line: line)
    case "numbers" where entry.path.count == 1:
      let text = try Self.string(entry.value, "numbers", line)
      guard let lists = NumberedLists(rawValue: text.lowercased()) else {
        let known = NumberedLists.allCases.map(\.rawValue).joined(separator: ", ")
        throw Self.problem(line, "numbers = '\(text)' is unknown; the values are \(known).")
      }
      numbered = lists
    case "formats":
      var found: [Named] = []
      try Self.collect(entry, into: &found, "the options of a format, such as \"keywords=TODO,IDEA|DONE\"")
      formats += try found.map(Self.choice)
    case "accounts", "sync":
      guard case .table(let members) = entry.value else {
        return try accounts.take(entry.path, entry.value, line)
      }
      for member in members { try accounts.take(entry.path + member.key, member.value, line) }
    case let table where EditSettings.names.contains(table):
      guard case .table(let members) = entry.value, entry.path.count == 1 else {
        return try editing.take(entry.path, entry.value, line: line)
      }
      for member in members { try editing.take([table] + member.key, member.value, line: line) }
    default:
      let names = Self.settings.map(\.name) + Self.tables
      throw Self.unknown(
        "setting", entry.path.joined(separator: "."), names, line, names.joined(separator: ", "))
    }
  }

  /// A format with its options, as they stand in `[formats]`.
  private static func choice(_ setting: Named) throws(TOMLDocument.Problem) -> FormatChoice {
    let choice: FormatChoice
    do throws(FormatChoice.Problem) {
      choice = try FormatChoice("\(setting.name)+\(setting.text)")
    } catch {
      throw problem(setting.line, error.reason)
    }
    guard choice.format.canRead else {
      throw problem(setting.line, "Listo writes \(choice.format.title), but cannot read it")
    }
    return choice
  }

  /// A word out of a few, or `locale`.
  private static func localized<Value: Sendable>(
    _ entry: TOMLDocument.Entry, _ kind: String, _ words: [String], _ value: (String) -> Value?
  ) throws(TOMLDocument.Problem) -> Setting<Localized<Value>> {
    let line = entry.lines.lowerBound
    let text = try string(entry.value, entry.path[0], line)
    if text.lowercased() == "locale" { return Setting(value: .locale, line: line) }
    guard let value = value(text) else {
      let words = words + ["locale"]
      let near = UnknownName.guess(text, in: words)
      throw problem(line, "unknown \(kind) '\(text)'; \(near ?? "use \(words.joined(separator: ", ")).")")
    }
    return Setting(value: .chosen(value), line: line)
  }

  /// Takes `name = "text"` of a table, however the table is written.
  private static func collect(
    _ entry: TOMLDocument.Entry, into all: inout [Named], _ wanted: String
  ) throws(TOMLDocument.Problem) {
    let first = all.count
    try append(entry, to: &all, wanted)
    for setting in all[first...] where entry.path[0] != "formats" {
      // Most likely the line was appended to the file, behind the table.
      guard settings.contains(where: { $0.name == setting.name }) else { continue }
      throw problem(
        setting.line,
        "\(setting.name) is a setting, but stands in [\(entry.path[0])]; move the line above the first [table]"
      )
    }
  }

  private static func append(
    _ entry: TOMLDocument.Entry, to all: inout [Named], _ wanted: String
  ) throws(TOMLDocument.Problem) {
    let table = entry.path[0]
    let line = entry.lines.lowerBound
    if entry.path.count == 1 {
      guard case .table(let members) = entry.value else {
        throw problem(
          line, "\(table) is a table: write a line [\(table)], and below it lines such as name = \(wanted)")
      }
      for member in members {
        guard member.key.count == 1 else {
          throw problem(line, "quote names with dots in \(table)")
        }
        let text = try string(member.value, member.key[0], line, wanted)
        all.append(Named(name: member.key[0], text: text, line: line))
      }
      return
    }
    guard entry.path.count == 2 else {
      throw problem(line, "quote names with dots in \(table)")
    }
    let text = try string(entry.value, entry.path[1], line, wanted)
    all.append(Named(name: entry.path[1], text: text, line: line))
  }

  private static func string(
    _ value: TOMLDocument.Value, _ name: String, _ line: Int, _ wanted: String = "a text in quotes"
  ) throws(TOMLDocument.Problem) -> String {
    guard case .string(let text) = value else { throw problem(line, "\(name) must be \(wanted)") }
    guard !text.isEmpty else { throw problem(line, "\(name) is empty; it must be \(wanted)") }
    return text
  }

  private static func problem(_ line: Int, _ reason: String) -> TOMLDocument.Problem {
    TOMLDocument.Problem(line: line, column: 1, reason: reason)
  }

  private static func unknown(
    _ kind: String, _ name: String, _ known: [String], _ line: Int, _ all: String
  ) -> TOMLDocument.Problem {
    let near = UnknownName.guess(name, in: known)
    return problem(line, "unknown \(kind) '\(name)'; \(near ?? "use \(all).")")
  }
}

extension Weekday {
  /// From Monday on.
  static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let all: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]

  /// The day with this English name, in any case.
  init?(named name: String) {
    guard let index = Self.names.firstIndex(of: name.lowercased()) else { return nil }
    self = Self.all[index]
  }
}
