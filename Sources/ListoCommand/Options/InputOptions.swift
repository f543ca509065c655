internal import ArgumentParser
internal import Listo

/// What is read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, addresses on the web (https:, webcal:), or - for standard input; without any, the sources of the configuration.",
      valueName: "input"), completion: .file())
  var inputs: [String] = []

  @OptionGroup var reading: ReadingOptions

  /// The files of all inputs; what is missing is reported, and the others are there.
  ///
  /// - Throws: ``Failure`` where none is named, and none is configured.
  func tree(
    _ reporter: Reporter, _ limits: LimitOptions, web: PublishedCalendars = WebReading.calendars
  ) throws(Failure) -> InputTree {
    reading.tree(try SourceInputs.paths(inputs), reporter, limits, web: web)
  }
}

/// Where a name is looked for, besides the inputs behind it.
struct LookupOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Look in this file or folder, as in a trailing input; repeated: in all.", valueName: "input"),
    completion: .file())
  var places: [String] = []

  @OptionGroup var reading: ReadingOptions
}
