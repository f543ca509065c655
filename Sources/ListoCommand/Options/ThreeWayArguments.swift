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
