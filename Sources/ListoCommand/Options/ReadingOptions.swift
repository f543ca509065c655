internal import ArgumentParser
internal import Listo
internal import Platform

/// How inputs are read.
struct ReadingOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp(
      "The format of the inputs, if extension and content do not show it. In a folder, Listo then reads only "
        + "files with the extensions of this format, if there are any. csv:table.txt gives the format of one "
        + "input.",
      valueName: "format"),
    completion: .list(FormatChoice.readable), transform: FormatChoice.init(argument:))
  var from: FormatChoice?

  func validate() throws {
    if let from, !from.format.canRead {
      throw ValidationError("-f \(from.format.name): Listo writes \(from.format.title), but cannot read it.")
    }
  }

  /// The files of these inputs; what is missing is reported, and the others are there.
  func tree(
    _ inputs: [String], _ reporter: Reporter, _ limits: LimitOptions,
    parser: CalendarParser = .listo, web: PublishedCalendars = WebReading.calendars
  ) -> InputTree {
    let configuration = ConfigurationFile.load(reporter)
    let tree = InputTree(
      inputs, format: from, sourceNames: SourceInputs.names(configuration),
      defaults: configuration.formats, parser: parser,
      temporaryFolder: ProcessEnvironment.variable("TMPDIR") ?? "/tmp",
      limits: limits.values, meter: reporter.progress?.meter, patience: reporter.patience,
      web: web)
    for error in tree.errors { reporter.report(error) }
    if let missing = MissingInputs(tree.errors, of: inputs) { reporter.report(missing) }
    reporter.report(tree.problems)
    reporter.learn(tree)
    return tree
  }
}
