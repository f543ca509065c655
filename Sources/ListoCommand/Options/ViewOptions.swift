internal import ArgumentParser
internal import Listo
internal import Platform

/// The clock and the zone that questions such as "overdue" are asked from.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this time as now, such as 2026-12-01T09:00:00; add Z or an offset to name its zone.",
      valueName: "time"))
  var now: String?

  @OptionGroup var zone: ZoneOptions

  /// - Parameter inputs: those that were named. Where there are some, a configuration that is of no use ends
  ///   nothing: all that it could say here is the zone, the first day of the week and how dates are written,
  ///   so that a warning and the system's ways will do.
  /// - Throws: ValidationError for a zone that does not exist or a time that cannot be read; ``Failure`` with
  ///   status 78.
  func context(_ reporter: Reporter, inputs: [String]) throws -> ViewContext {
    let isNeeded = inputs.isEmpty
    let configuration = try isNeeded ? ConfigurationFile.load() : ConfigurationFile.load(reporter)
    let zone = try zone.resolve(configuration, isNeeded: isNeeded, reporter)
    let style = LocalizedStyle(configuration)
    let view = ViewContext(
      now: Instant(seconds: ProcessEnvironment.secondsSince1970), zone: zone, weekStart: style.weekStart,
      dateStyle: style.dateStyle)
    guard let now else { return view }
    guard let instant = DateArgument.instant(now, in: zone) else {
      throw ValidationError(
        "--now: '\(now)' is not a time; write it like 2026-12-01T09:00:00 or 2026-12-01T08:00:00Z.")
    }
    return view.at(instant)
  }
}

/// The zone of dates, and of times without one.
struct ZoneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time zone of dates and shown times, such as Europe/Berlin, instead of the configured zone or the system's.",
      valueName: "zone"))
  var timezone: String?

  /// - Parameter isNeeded: a configuration that is of no use ends the command.
  /// - Throws: ValidationError for a zone that does not exist; ``Failure`` with status 78.
  func resolve(_ configuration: Configuration, isNeeded: Bool, _ reporter: Reporter) throws -> Zone {
    if let timezone {
      if let zone = Zone.resolve(tzid: timezone)?.zone { return zone }
      throw ValidationError("--timezone: \(Self.unknown(timezone))")
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
        .warning, .unknownZone, "unknown time zone '\(name)' (TZ); times are shown in UTC\(near)"))
    return .utc
  }

  /// The message about a zone that does not exist.
  static func unknown(_ zone: String) -> String {
    let near = self.zone(near: zone).map(UnknownName.question)
    return "unknown time zone '\(zone)'; \(near ?? "write it like Europe/Berlin or UTC.")"
  }

  /// - Throws: ``Failure`` with status 78.
  private static func zone(
    of setting: Configuration.Setting<String>, isNeeded: Bool, _ reporter: Reporter
  ) throws(Failure) -> Zone? {
    if let zone = Zone.resolve(tzid: setting.value)?.zone { return zone }
    let reason = unknown(setting.value)
    if isNeeded { try ConfigurationFile.refuse(setting.line, reason) }
    reporter.report(
      Diagnostic(
        .warning, .unknownZone, file: ConfigurationFile()?.path, line: setting.line,
        "the system's time zone is used: " + reason))
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

/// A date or time on the command line.
enum DateArgument {
  /// `2026-12-01`, which is its midnight, `2026-12-01T09:00:00` (in the viewer's zone), the same with `Z`, an
  /// offset or a zone in brackets; nil for anything else.
  static func instant(_ text: String, in zone: Zone) -> Instant? {
    guard let moment = try? Moment(written: text) else { return nil }
    return ViewContext(now: Instant(seconds: 0), zone: zone).instant(of: moment, zones: .empty)
  }
}
