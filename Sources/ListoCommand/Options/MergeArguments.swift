public import ArgumentParser
public import Listo

/// How a merge decides where it is not the newest version that is kept, whole.
struct ThreeWayArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The common older state of the inputs: a file, a folder, or an earlier output. The changes of each input are merged field by field.",
      valueName: "path"), completion: .file())
  var base: String?

  @Option(
    help: ArgumentHelp(
      "With --base: the version that wins if inputs changed the same field: newest, ours (the first input), theirs (the last), "
        + "or both (the newest wins, and the other is kept as a separate reminder).", valueName: "side"))
  var prefer: MergePreference?

  @Flag(
    help:
      "Without --base: combine the tags, subtasks, alarms and other sets of all versions; all else comes from the newest."
  )
  var unionSets = false

  @Flag(
    help:
      "With --base: accept an empty input as one in which everything was deleted. Otherwise the merge stops, because a folder that is not mounted looks the same."
  )
  var allowEmpty = false

  @Flag(
    help:
      "Ask about each conflict on the terminal; without --base, about each reminder whose versions differ.")
  var interactive = false

  /// A merge that asks without a base is one against nothing.
  var hasBase: Bool { base != nil || interactive }

  /// - Throws: ValidationError where options do not go together.
  func validate(inputs: Int) throws {
    if base != nil, inputs < 2 {
      throw ValidationError("--base needs at least two inputs.")
    }
    if interactive, inputs < 2 {
      throw ValidationError("--interactive needs at least two inputs.")
    }
    if interactive, unionSets {
      throw ValidationError("--union-sets and --interactive cannot be combined.")
    }
    if base == nil, prefer != nil {
      throw ValidationError(
        "--prefer needs --base; without --base, the newest version is kept.")
    }
    if base == nil, allowEmpty {
      throw ValidationError("--allow-empty needs --base; without --base, nothing is deleted.")
    }
    if base != nil, unionSets {
      throw ValidationError(
        "--union-sets and --base cannot be combined; --base already shows the added and removed values.")
    }
  }

  /// The common base of the inputs; nil where nothing counts as deleted.
  func base(of inputs: [String]) -> MergeJob.Base? {
    hasBase ? MergeJob.Base(base, of: inputs, allowsEmpty: allowEmpty) : nil
  }
}

extension MergePreference: ExpressibleByArgument {}

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
