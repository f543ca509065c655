internal import ArgumentParser

/// The options of a merge besides those for choosing versions.
struct MergeContentOptions: ParsableArguments {
  @Flag(
    help:
      "Apply inputs with METHOD:CANCEL or METHOD:REPLY instead of leaving them out: cancel the named reminders, record an attendee's answer."
  )
  var applyMessages = false

  @Flag(help: "Leave out time zone definitions (VTIMEZONE) that are not used.")
  var pruneZones = false

  @Flag(help: "Add the definitions of used time zones that are missing, from the system's time zone data.")
  var addZones = false

  @Flag(help: "Record the inputs that each component came from in X-LISTO-ORIGIN.")
  var keepOrigin = false

  @Option(
    help: ArgumentHelp(
      "Merge reminders with different UIDs that are at least this similar, from 0.5 to 1; listo check --duplicates shows the scores.",
      valueName: "score"))
  var fuzzy: Double?

  func validate() throws {
    if let fuzzy { try Self.requireScore(fuzzy) }
  }

  /// - Throws: ``ValidationError`` if `--fuzzy` is no score.
  static func requireScore(_ fuzzy: Double) throws {
    guard (0.5...1).contains(fuzzy) else {
      throw ValidationError("--fuzzy must be a score from 0.5 to 1, such as 0.9.")
    }
  }
}
