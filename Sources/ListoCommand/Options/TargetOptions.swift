internal import ArgumentParser
internal import Listo
internal import Platform

/// Which reminders are changed, and where they are.
struct TargetOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Reminders: short names, words of titles, or identifiers; - reads short names and identifiers from "
        + "standard input, one per line or as JSON.",
      valueName: "name"),
    completion: NameCompletion.reminders)
  var names: [String] = []

  @OptionGroup var places: PlaceOptions

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "All reminders that match this expression, such as 'overdue and list = Home'; repeated: all must match. See listo help query.",
      valueName: "expression"))
  var expressions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Look only in the list with this title or identifier; a name can then be a running number, as listo list shows it.",
      valueName: "name"),
    completion: NameCompletion.lists)
  var list: String?

  /// Identifiers come from standard input.
  var readsStandardInput: Bool { names.contains("-") }

  mutating func validate() throws {
    if places.places.isEmpty { takeTrailingPlaces() }
    if readsStandardInput && names.count > 1 {
      throw ValidationError("names and - cannot be combined; - reads the names from standard input.")
    }
  }

  /// Files and folders behind the names are places, as with `--in`.
  private mutating func takeTrailingPlaces() {
    while hasMoreThanItNeeds, let last = names.last, last != "-", (try? FileStatus(path: last)) != nil {
      places.places.insert(last, at: 0)
      names.removeLast()
    }
  }

  /// Takes the last word off, which is the value of a missing option: the list in `listo move NAME LIST`.
  ///
  /// - Returns: nil if that would leave no reminder.
  mutating func takeLastWord() -> String? {
    guard hasMoreThanItNeeds, names.last != "-" else { return nil }
    return names.removeLast()
  }

  private var hasMoreThanItNeeds: Bool { names.count > (expressions.isEmpty ? 1 : 0) }
}

/// Where reminders are that a command changes.
struct PlaceOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Change reminders in this file or folder instead of your sources; can be repeated.",
      valueName: "place"),
    completion: .file())
  var places: [String] = []

  /// - Throws: ``Failure`` with status 64 where no place is named and none configured, or one is standard
  ///   input.
  func paths() throws(Failure) -> [String] {
    guard !places.contains("-") else {
      throw Failure(
        .usage,
        "standard input cannot be changed in place; use listo filter or listo convert."
      )
    }
    guard places.isEmpty else { return try SourceInputs.paths(places) }
    let paths = try SourceInputs.configured()
    guard !paths.isEmpty else {
      throw Failure(
        .usage, "no place was named, and no source is configured.",
        details: [
          "Name the file or folder: --in ~/Calendars",
          "Or add a source once: listo sources add ~/Calendars",
        ])
    }
    return paths
  }
}

/// How a change is made and told.
struct EditOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Show the changes line by line, and make none.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Do not ask before deletions or changes of many reminders.")
  var yes = false

  @Flag(help: "Ask on the terminal even if standard input is not a terminal.")
  var ask = false

  @Flag(help: "Print the changes as JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if yes && ask { throw ValidationError("--yes and --ask cannot be combined.") }
  }
}

/// The part of a repeating reminder that a change is for, as EKSpan of EventKit has it.
struct SpanOptions: ParsableArguments {
  enum Span: String, EnumerableFlag {
    case this, series

    static func help(for value: Span) -> ArgumentHelp? {
      switch value {
      case .this: "Change only the current occurrence of a repeating reminder."
      case .series: "Change all occurrences of a repeating reminder."
      }
    }
  }

  @Flag(exclusivity: .exclusive)
  var span: Span?

  /// The reminder to change where a series or one of its occurrences was named.
  ///
  /// - Parameter usual: the part of a series that the command changes by itself.
  func target(_ identifier: ModelIdentifier, or usual: Span, _ editing: inout Editing) -> ModelIdentifier {
    let series = ModelIdentifier(source: identifier.source, list: identifier.list, uid: identifier.uid)
    guard identifier.recurrenceID == nil else {
      return span == .series && editing[series] != nil ? series : identifier
    }
    return (span ?? usual) == .this ? editing.currentOccurrence(of: identifier) ?? identifier : identifier
  }
}

extension PlaceOptions {
  /// How a word that was meant otherwise was read: `; 'home' is a folder or file, and was taken as a place`.
  var reading: String {
    guard let place = places.first, (try? FileStatus(path: place)) != nil else { return "" }
    return "; '\(place)' is a file or folder here, and was taken as a place"
  }
}
