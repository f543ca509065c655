internal import ArgumentParser

/// What a merge does beside choosing versions.
struct MergeContentOptions: ParsableArguments {
  @Flag(
    help:
      "Do what inputs with METHOD:CANCEL or METHOD:REPLY ask for, instead of leaving them out: cancel what is named, note an attendee's answer."
  )
  var applyMessages = false

  @Flag(help: "Leave out the definitions of time zones that nothing uses.")
  var pruneZones = false

  @Flag(help: "Define the time zones that are used and not defined, from the system's time zone data.")
  var addZones = false

  @Flag(help: "Write into each component which inputs it came from, as X-LISTO-ORIGIN.")
  var keepOrigin = false

  @Option(
    help: ArgumentHelp(
      "Merge reminders with different UIDs that are at least this similar, from 0.5 to 1; listo check --duplicates shows the scores.",
      valueName: "score"))
  var fuzzy: Double?

  func validate() throws {
    if let fuzzy, !(0.5...1).contains(fuzzy) {
      throw ValidationError("--fuzzy: the score is from 0.5 to 1, such as 0.9.")
    }
  }
}
