public import ArgumentParser
public import Listo

/// How a merge decides where it is not the newest version that is kept, whole.
struct ThreeWayArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the inputs began with: a file, a folder, or an earlier output. Then the changes of each are merged, field by field.",
      valueName: "path"), completion: .file())
  var base: String?

  @Option(
    help: ArgumentHelp(
      "With --base: who wins where inputs changed the same thing: newest, ours (the first input), theirs (the last), or both: the newest wins, "
        + "and the other stays as a reminder of its own.", valueName: "side"))
  var prefer: MergePreference?

  @Flag(
    help:
      "Without --base: of copies that were edited apart keep the tags, subtasks, alarms and other sets of all; the rest is the newest's."
  )
  var unionSets = false

  @Flag(
    help:
      "With --base: an input may be empty, and counts as one in which everything was deleted. Without this the merge ends there: a folder that is not mounted looks the same."
  )
  var allowEmpty = false

  @Flag(
    help:
      "Ask about each conflict, on the terminal; without --base about each reminder whose versions differ.")
  var interactive = false

  /// A merge that asks without a base is one against nothing.
  var hasBase: Bool { base != nil || interactive }

  /// - Throws: ValidationError where options do not go together.
  func validate(inputs: Int) throws {
    if base != nil, inputs < 2 {
      throw ValidationError("--base needs two inputs at least: what each of them changed is merged.")
    }
    if interactive, inputs < 2 {
      throw ValidationError("--interactive needs two inputs at least: it asks where they differ.")
    }
    if interactive, unionSets {
      throw ValidationError("--union-sets settles everything, so --interactive has nothing to ask.")
    }
    if base == nil, prefer != nil {
      throw ValidationError(
        "--prefer settles conflicts against a --base; without one the newest version is kept.")
    }
    if base == nil, allowEmpty {
      throw ValidationError("--allow-empty is for a merge with --base: without one nothing is deleted.")
    }
    if base != nil, unionSets {
      throw ValidationError(
        "--union-sets is for a merge without --base, which tells what was added and what was removed.")
    }
  }

  /// The inputs, each with the side that it belongs to, and the base's.
  func inputs(
    _ input: NamedInputOptions, _ reporter: Reporter, _ limits: LimitOptions
  ) throws(Failure) -> (inputs: [Input], errors: [StoreError]) {
    guard hasBase else {
      let tree = input.tree(reporter, limits)
      return (tree.inputs, tree.errors)
    }
    var result: (inputs: [Input], errors: [StoreError]) = ([], [])
    var trees: [(path: String, tree: InputTree)] = []
    for (side, path) in (input.inputs + (base.map { [$0] } ?? [])).enumerated() {
      let tree = input.reading.tree([path], reporter, limits)
      result.errors += tree.errors
      trees.append((path, tree))
      for var found in tree.inputs {
        found.side = side == input.inputs.count ? -1 : side
        if tree.isPartial { found.isPartial = true }
        result.inputs.append(found)
      }
      guard base != nil, tree.inputs.isEmpty, tree.errors.isEmpty, !allowEmpty else { continue }
      let meaning =
        side == input.inputs.count
        ? "nothing tells what was deleted, and it would come back" : "everything would count as deleted there"
      throw Failure(.doubtful, Absence.empty(InputTree.name(ofArgument: path), meaning))
    }
    if base != nil, let base = trees.last {
      try reporter.run { () throws(WorkError) in
        try InputTree.requireFiles(of: base, in: trees.dropLast())
      }
    }
    return result
  }
}

extension MergePreference: ExpressibleByArgument {}
