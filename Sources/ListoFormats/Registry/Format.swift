/// One syntax: a row of the registry that help, completions, the manual, look-up by extension and tests are
/// driven by.
public struct Format: Sendable {
  /// The word for `-f` and `-t`.
  public let name: String
  /// The name for people.
  public let title: String
  /// Without the dot; the first is the usual one.
  public let extensions: [String]
  /// A short description of the content.
  public let holds: String
  /// The options that can follow a plus sign, as in `csv+dates=dmy`.
  public let options: [FormatOption]
  /// The fields and parts that the format can hold.
  public let capabilities: Capabilities
  /// Returns how probable it is that an input with this name and these first bytes is in this format.
  package let recognise: @Sendable (_ name: String, _ beginning: ArraySlice<UInt8>) -> Likelihood
  /// Makes a reader; nil for a format that is only written, and for iCalendar, which is read as it is.
  package let makeReader: (@Sendable (FormatOptions) -> any FormatReader)?
  /// Makes a writer; nil for a format that is only read, and for iCalendar, which is written by copying
  /// bytes.
  package let makeWriter: (@Sendable (FormatOptions, Losses) -> any FormatWriter)?
  /// The map through which an export is read, as TOML; nil for other formats.
  package let map: [UInt8]?

  /// - Parameter recognise: nil for a format that is known by its extension alone.
  init(
    map: [UInt8]? = nil, name: String, title: String, extensions: [String], holds: String,
    options: [FormatOption] = [],
    capabilities: Capabilities,
    recognise: (@Sendable (_ name: String, _ beginning: ArraySlice<UInt8>) -> Likelihood)? = nil,
    makeReader: (@Sendable (FormatOptions) -> any FormatReader)? = nil,
    makeWriter: (@Sendable (FormatOptions, Losses) -> any FormatWriter)? = nil
  ) {
    (self.name, self.title, self.extensions, self.holds) = (name, title, extensions, holds)
    (self.options, self.capabilities) = (options, capabilities)
    self.recognise = recognise ?? { name, _ in Recognition.has(name, extensions) ? .likely : .none }
    (self.makeReader, self.makeWriter, self.map) = (makeReader, makeWriter, map)
  }

  /// Whether this is iCalendar, from and to which the other formats are converted.
  public var isICalendar: Bool { name == Self.iCalendar.name }
  /// Whether the format can be read.
  public var canRead: Bool { makeReader != nil || isICalendar }
  /// Whether the format can be written.
  public var canWrite: Bool { makeWriter != nil || isICalendar }

  /// A file of this name has one of its extensions.
  public func claims(_ name: String) -> Bool { Recognition.has(name, extensions) }

  /// The registry, in the order in which it is shown. A new format is a folder and a line here.
  public static let all: [Format] = [
    .iCalendar,
    .json,
    .jsonLines,
    .jCal,
    .xCal,
    .jsCalendar,
    .takeout,
    .todoTxt,
    .plain,
    .taskwarrior,
    .csv,
    .tsv,
    .todoist,
    .markdown,
    .logseq,
    .org,
    .taskPaper,
    .vCalendar,
    .html,
  ]

  /// Other words for `-f` and `-t`, besides names and extensions.
  private static let otherNames: KeyValuePairs<String, String> = [
    "listo": "json", "lines": "jsonl", "json-lines": "jsonl", "gtasks": "takeout", "google": "takeout",
    "todo": "todotxt", "todo.txt": "todotxt", "text": "plain", "tw": "taskwarrior", "task": "taskwarrior",
    "gfm": "markdown", "orgmode": "org", "org-mode": "org", "vcal": "vcalendar", "js": "jscalendar",
  ]

  /// The words for `-f` and `-t` besides its name: the extensions of which it is the first format, and a few
  /// others.
  public var aliases: [String] {
    extensions.filter { $0 != name && Self.named($0)?.name == name }
      + Self.otherNames.filter { $0.value == name }.map(\.key)
  }

  /// The format with this name, in any case: an extension and an alias are names too, such as `ics`, `ndjson`
  /// and `tw`.
  public static func named(_ name: String) -> Format? {
    let lower = name.lowercased()
    return all.first { $0.name == lower } ?? all.first { $0.extensions.contains(lower) }
      ?? otherNames.first { $0.key == lower }.flatMap { alias in all.first { $0.name == alias.value } }
      ?? ExportMap.builtIn(named: lower).map { Format($0) }
  }

  /// The format that a file of this name is written in: the first with its extension.
  public static func forFileName(_ name: String) -> Format? {
    all.first { $0.claims(name) }
  }
}
