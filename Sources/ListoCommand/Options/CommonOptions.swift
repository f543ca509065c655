internal import ArgumentParser
internal import ICalendar
internal import Listo
internal import ListoFormats
internal import ListoStores
internal import Platform

/// What is read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Files, folders, or - for standard input.", valueName: "input"), completion: .file())
  var inputs: [String]

  @OptionGroup var reading: ReadingOptions

  /// The files of all inputs; what is missing is reported, and the others are there.
  func tree(_ reporter: Reporter, _ limits: some ReadingBounds) -> InputTree {
    reading.tree(inputs, reporter, limits)
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
  func tree(_ inputs: [String], _ reporter: Reporter, _ limits: some ReadingBounds) -> InputTree {
    let tree = InputTree(
      inputs, format: from, temporaryFolder: ProcessEnvironment.variable("TMPDIR") ?? "/tmp",
      limits: limits.values, meter: reporter.progress?.meter)
    for error in tree.errors { reporter.report(error) }
    reporter.report(tree.problems)
    reporter.learn(tree.inputs)
    return tree
  }
}

extension FormatChoice {
  /// - Throws: ValidationError that names the format, or the option, which may have been meant.
  init(argument: String) throws {
    do throws(Problem) {
      try self.init(argument)
    } catch {
      switch error {
      case .unknownFormat(let word):
        let near = Spelling.nearest(to: word, in: Format.all.map(\.name)).map { "did you mean '\($0)'?" }
        throw ValidationError("there is no format '\(word)'; \(near ?? "listo formats lists them.")")
      case .unknownOption(let word, let name):
        let known = Format.named(name)?.options.map(\.name) ?? []
        guard !known.isEmpty else { throw ValidationError("the format \(name) has no options.") }
        let near = Spelling.nearest(to: word, in: known).map { "did you mean '\(name)+\($0)'?" }
        throw ValidationError(
          "the format \(name) has no option '\(word)'; \(near ?? "it has \(known.joined(separator: ", ")).")")
      }
    }
  }
}

/// How problems are told.
struct ReportOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not print warnings and notes about the input.")
  var quiet = false

  @Flag(help: "End with status 2 where there was a warning.")
  var strict = false

  func reporter(_ limits: some ReadingBounds) -> Reporter {
    Reporter(isQuiet: quiet, isStrict: strict, limits: limits.values, progress: Progress(isQuiet: quiet))
  }
}

/// The clock and the zone that questions such as "overdue" are asked from.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time to ask from, instead of the clock's, such as 2026-12-01T09:00:00; a Z or an offset behind it names its zone.",
      valueName: "time"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "The time zone to ask from and to show times in, instead of the system's, such as Europe/Berlin.",
      valueName: "zone"))
  var timezone: String?

  /// - Throws: ValidationError for a zone that does not exist or a time that cannot be read.
  func context(_ reporter: Reporter) throws -> ViewContext {
    let zone = try resolveZone(reporter)
    guard let now else {
      return ViewContext(now: Instant(seconds: ProcessEnvironment.secondsSince1970), zone: zone)
    }
    guard let instant = DateArgument.instant(now, in: zone) else {
      throw ValidationError(
        "--now: '\(now)' is no time; write it like 2026-12-01T09:00:00 or 2026-12-01T08:00:00Z.")
    }
    return ViewContext(now: instant, zone: zone)
  }

  private func resolveZone(_ reporter: Reporter) throws -> Zone {
    if let timezone {
      if let zone = Zone.resolve(tzid: timezone)?.zone { return zone }
      let near = Self.zone(near: timezone).map { "did you mean '\($0)'?" }
      throw ValidationError(
        "--timezone: there is no zone '\(timezone)'; \(near ?? "write it like Europe/Berlin or UTC.")")
    }
    // Without a word from the system the time is UTC, as it is to the C library.
    guard let name = ProcessEnvironment.zoneName else { return .utc }
    if let zone = Zone.resolve(tzid: name)?.zone ?? Zone.posix(name) { return zone }
    let near = Self.zone(near: name).map { "; did you mean '\($0)'?" } ?? ""
    reporter.report(
      Diagnostic(
        .warning, .unknownZone, "there is no time zone '\(name)' (TZ): times are shown in UTC\(near)"))
    return .utc
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
