public import ArgumentParser
public import Listo
internal import Platform

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

/// The inputs of a command that changes or writes files: they are named, so that the configured sources are
/// not meant by chance.
struct NamedInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, web addresses (https:, webcal:), or - for standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var reading: ReadingOptions

  /// The files of all inputs; what is missing is reported, and the others are there.
  func tree(_ reporter: Reporter, _ limits: LimitOptions) -> InputTree {
    reading.tree(inputs, reporter, limits)
  }
}

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

/// How much reading may cost.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("input-limit"),
    help: ArgumentHelp(
      "Set a limit on inputs, such as nesting=100 or input-size=2G; can be repeated. man listo-diagnostics explains the limits: \(LimitArgument.names.joined(separator: ", ")).",
      valueName: "name=value"),
    completion: .list(LimitArgument.names.map { $0 + "=" }), transform: LimitArgument.init)
  var inputLimits: [LimitArgument] = []

  /// The limits of the table, with those that were given; of a limit that is given twice, the last counts.
  var values: ReadingLimits {
    var values = ReadingLimits()
    for argument in inputLimits { values[argument.limit] = argument.value }
    return values
  }
}

/// A limit and its value: `nesting=100`.
struct LimitArgument {
  let limit: Limit
  let value: Int

  /// - Throws: ValidationError that names the limit which may have been meant, or what its values may be.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let limit = Limit.named(name) else {
      let near = UnknownName.guess(name, in: Self.names)
      throw ValidationError(
        "unknown limit '\(name)'; \(near ?? "the limits are \(Self.names.joined(separator: ", ")).")")
    }
    let row = limit.row
    guard parts.count == 2, let value = limit.value(String(parts[1])) else {
      let (least, highest) = (limit.text(row.range.lowerBound), row.range.upperBound)
      let range = highest == Int.max ? "\(least) up" : "\(least) to \(limit.text(highest))"
      throw ValidationError(
        "write it like \(row.name)=\(limit.text(row.standard)), with a value from \(range).")
    }
    (self.limit, self.value) = (limit, value)
  }

  static let names = Limit.allCases.map(\.name)
}
