internal import ArgumentParser
internal import Listo
internal import Platform

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

/// What is read by a command that changes or writes files: its inputs are named, the configured sources are not meant by chance.
struct NamedInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, addresses on the web (https:, webcal:), or - for standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var reading: ReadingOptions

  /// The files of all inputs; what is missing is reported, and the others are there.
  func tree(_ reporter: Reporter, _ limits: LimitOptions) -> InputTree {
    reading.tree(inputs, reporter, limits)
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

/// What is read where a command line names its inputs, and where it does not.
enum SourceInputs {
  /// The inputs that were named, else the sources of the configuration. An input that is no file may be the name of a source.
  ///
  /// What standard input is makes no difference: a command means the same in a terminal, in a pipe and at night.
  ///
  /// - Throws: ``Failure`` with status 64 where there is neither.
  static func paths(_ inputs: [String]) throws(Failure) -> [String] {
    if !inputs.isEmpty {
      guard inputs.contains(where: isMissing), let file = ConfigurationFile(),
        let configuration = try? ConfigurationFile.load()
      else { return inputs }
      let sources = zip(configuration.sources.map(\.name), file.paths(configuration))
      return inputs.map { input in
        isMissing(input) ? sources.first { $0.0 == input }?.1 ?? input : input
      }
    }
    let paths = try configured()
    guard !paths.isEmpty else {
      throw Failure(
        .usage, "no input is named, and no source is configured.",
        details: [
          "Name files, folders, or - for standard input: listo list ~/Calendars",
          "Or say once where your reminders are: listo sources add ~/Calendars",
        ])
    }
    return paths
  }

  /// The paths of the configured sources.
  ///
  /// - Throws: ``Failure`` with status 78.
  static func configured() throws(Failure) -> [String] {
    guard let file = ConfigurationFile() else { return [] }
    return file.paths(try ConfigurationFile.load())
  }

  private static func isMissing(_ input: String) -> Bool {
    input != "-" && !input.contains("/") && (try? FileStatus(path: input)) == nil
  }
}

/// How inputs are read.
struct ReadingOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp(
      "The format of the inputs, where neither extension nor content tell; in a folder only files with its extensions are read.",
      valueName: "format"),
    completion: .list(Format.all.filter(\.canRead).map(\.name)), transform: FormatChoice.init(argument:))
  var from: FormatChoice?

  func validate() throws {
    if let from, !from.format.canRead {
      throw ValidationError("-f \(from.format.name): \(from.format.title) is written, not read.")
    }
  }

  /// The files of these inputs; what is missing is reported, and the others are there.
  func tree(
    _ inputs: [String], _ reporter: Reporter, _ limits: LimitOptions,
    web: PublishedCalendars = WebReading.calendars
  ) -> InputTree {
    let tree = InputTree(
      inputs, format: from, temporaryFolder: ProcessEnvironment.variable("TMPDIR") ?? "/tmp",
      limits: limits.values, meter: reporter.progress?.meter, patience: reporter.patience,
      web: web)
    for error in tree.errors { reporter.report(error) }
    if let missing = MissingInputs(tree.errors, of: inputs) { reporter.report(missing) }
    reporter.report(tree.problems)
    reporter.learn(tree)
    return tree
  }
}

extension FormatChoice {
  /// - Throws: ValidationError that names the format, or the option, which may have been meant.
  init(argument: String) throws {
    do throws(Problem) { try self.init(argument) } catch { throw ValidationError(error.reason) }
  }

  /// Switches an option of the format on by the command's own option of that name: `--columns title` is `csv+columns=title`.
  ///
  /// - Parameter value: nil, where the option was not given, changes nothing.
  /// - Throws: ValidationError that names the formats which have it, or says what the value may be.
  mutating func set(shorthand name: String, _ value: String?) throws {
    guard let value else { return }
    guard format.option(name) != nil else {
      let holders = Format.all.filter { $0.option(name) != nil }.map(\.name).joined(separator: " and ")
      throw ValidationError("--\(name) is for \(holders); \(format.title) has none.")
    }
    do throws(Problem) { try set(name, value) } catch { throw ValidationError("--\(name): \(error.reason)") }
  }
}

extension FormatChoice.Problem {
  /// A sentence for people, with what may have been meant.
  fileprivate var reason: String {
    switch self {
    case .unknownFormat(let word):
      let near = UnknownName.guess(word, in: Format.all.map(\.name))
      return "there is no format '\(word)'; \(near ?? "listo formats lists them.")"
    case .unknownOption(let word, let name):
      let known = Format.named(name)?.options.map(\.name) ?? []
      guard !known.isEmpty else { return "the format \(name) has no options." }
      let near = Spelling.nearest(to: word, in: known).map { UnknownName.question("\(name)+\($0)") }
      let words = near ?? "it has \(known.joined(separator: ", "))."
      return "the format \(name) has no option '\(word)'; \(words)"
    case .badValue(let value, let option, let name):
      guard let form = option.value else {
        return "\(name)+\(option.name) takes no value, and '\(value ?? "")' was given."
      }
      let columns = form.known.map { "the columns are \($0.joined(separator: ", "))." }
      if let value, let known = form.known, let word = form.unknownColumn(in: value) {
        let near = UnknownName.guess(word, in: known)
        return "there is no column '\(word)'; \(near ?? columns ?? "")"
      }
      return "write it like \(name)+\(option.form)" + (columns.map { "; " + $0 } ?? ".")
    }
  }
}

/// How problems are told.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not print warnings and notes about the input.")
  var quiet = false

  @Flag(help: "End with status 2 where there was a warning.")
  var strict = false

  func reporter(_ limits: LimitOptions) -> Reporter {
    Reporter(isQuiet: quiet, isStrict: strict, limits: limits.values, progress: Progress(isQuiet: quiet))
  }
}

/// The clock and the zone that questions such as "overdue" are asked from.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this time as now, such as 2026-12-01T09:00:00; a Z or an offset behind it names its zone.",
      valueName: "time"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "The time zone of dates and shown times, instead of the configured one or the system's, such as Europe/Berlin.",
      valueName: "zone"))
  var timezone: String?

  /// - Parameter inputs: those that were named. Where there are some, a configuration that is of no use ends nothing: all that it
  ///   could say here is the zone, the first day of the week and how dates are written, so that a warning and the system's ways will do.
  /// - Throws: ValidationError for a zone that does not exist or a time that cannot be read; ``Failure`` with status 78.
  func context(_ reporter: Reporter, inputs: [String]) throws -> ViewContext {
    let isNeeded = inputs.isEmpty
    let configuration = try isNeeded ? ConfigurationFile.load() : ConfigurationFile.load(reporter)
    let zone = try resolveZone(configuration, isNeeded: isNeeded, reporter)
    let style = LocalizedStyle(configuration)
    let view = ViewContext(
      now: Instant(seconds: ProcessEnvironment.secondsSince1970), zone: zone, weekStart: style.weekStart,
      dateStyle: style.dateStyle)
    guard let now else { return view }
    guard let instant = DateArgument.instant(now, in: zone) else {
      throw ValidationError(
        "--now: '\(now)' is no time; write it like 2026-12-01T09:00:00 or 2026-12-01T08:00:00Z.")
    }
    return view.at(instant)
  }

  private func resolveZone(_ configuration: Configuration, isNeeded: Bool, _ reporter: Reporter) throws
    -> Zone
  {
    if let timezone {
      if let zone = Zone.resolve(tzid: timezone)?.zone { return zone }
      let near = Self.zone(near: timezone).map(UnknownName.question)
      throw ValidationError(
        "--timezone: there is no zone '\(timezone)'; \(near ?? "write it like Europe/Berlin or UTC.")")
    }
    if ProcessEnvironment.variable("TZ") == nil, let setting = configuration.zone,
      let zone = try Self.zone(of: setting, isNeeded: isNeeded, reporter)
    {
      return zone
    }
    // Without a word from the system the time is UTC, as it is to the C library.
    guard let name = ProcessEnvironment.zoneName else { return .utc }
    if let zone = Zone.resolve(tzid: name)?.zone ?? Zone.posix(name) { return zone }
    let near = Self.zone(near: name).map { "; " + UnknownName.question($0) } ?? ""
    reporter.report(
      Diagnostic(
        .warning, .unknownZone, "there is no time zone '\(name)' (TZ): times are shown in UTC\(near)"))
    return .utc
  }

  /// - Throws: ``Failure`` with status 78.
  private static func zone(
    of setting: Configuration.Setting<String>, isNeeded: Bool, _ reporter: Reporter
  ) throws(Failure) -> Zone? {
    if let zone = Zone.resolve(tzid: setting.value)?.zone { return zone }
    let near = zone(near: setting.value).map(UnknownName.question)
    let reason = "there is no zone '\(setting.value)'; \(near ?? "write it like Europe/Berlin or UTC.")"
    if isNeeded { try ConfigurationFile.refuse(setting.line, reason) }
    reporter.report(
      Diagnostic(
        .warning, .unknownZone, file: ConfigurationFile()?.path, line: setting.line,
        "the system's zone is used: " + reason))
    return nil
  }

  /// The name of a zone that may have been meant: its whole name, or the place in it.
  private static func zone(near word: String) -> String? {
    let names = Zone.systemNames
    if let name = Spelling.nearest(to: word, in: names) { return name }
    let places = names.map { String($0.drop { $0 != "/" }.dropFirst()) }
    guard let place = Spelling.nearest(to: word.replacing(" ", with: "_"), in: places.filter { !$0.isEmpty })
    else { return nil }
    return places.firstIndex(of: place).map { names[$0] }
  }
}
