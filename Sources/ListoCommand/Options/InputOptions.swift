public import ArgumentParser
public import Listo

/// The inputs to read; without any, the configured sources.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, web addresses (https:, webcal:), or - for standard input; without any, the configured "
        + "sources.",
      valueName: "input"), completion: .file())
  var inputs: [String] = []

  /// Inputs as the commands that change reminders take them.
  @Option(
    name: .customLong("in"), help: ArgumentHelp(valueName: "place", visibility: .hidden),
    completion: .file())
  var places: [String] = []

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "The parser for iCalendar: listo, the default, which keeps every byte, or libical, which reads each file as a whole; listo check --as libical lists its losses.",
      valueName: "parser"))
  var parser = CalendarParser.listo

  mutating func validate() { inputs += places }

  /// The files of all inputs; what is missing is reported, and the others are there.
  ///
  /// - Throws: ``Failure`` where none is named, and none is configured.
  func tree(
    _ reporter: Reporter, _ limits: LimitOptions, web: PublishedCalendars = WebReading.calendars
  ) throws(Failure) -> InputTree {
    tree(of: try SourceInputs.paths(inputs), reporter, limits, web: web)
  }

  /// The files of the inputs that are meant where the command named none, or others.
  func tree(
    of paths: [String], _ reporter: Reporter, _ limits: LimitOptions,
    web: PublishedCalendars = WebReading.calendars
  ) -> InputTree {
    reading.tree(paths, reporter, limits, parser: parser, web: web)
  }
}

/// Where a name is looked for, besides the inputs behind it.
struct LookupOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Look in this file or folder, like a trailing input; can be repeated.", valueName: "place"),
    completion: .file())
  var places: [String] = []

  @OptionGroup var reading: ReadingOptions
}

extension CalendarParser: ExpressibleByArgument {}
