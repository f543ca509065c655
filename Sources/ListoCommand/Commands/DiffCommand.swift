internal import ArgumentParser
internal import Listo
private import Platform

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two collections by meaning.",
    usage: "listo diff [<options>] <old> <new>",
    discussion: """
      Lists reminders that were added (+), removed (-), changed (~), or moved to another list (>), with \
      their old and new values. Events, journals and other components are compared too. The order, folding \
      and spelling of lines do not count, nor do properties that programs rewrite at each export, such as \
      DTSTAMP; --rewritten shows these too.

      Reminders are matched by UID, and lists by identifier, then by title, then by file name. If each side \
      is a file with one list, the two lists are compared whatever their names. --pair pairs other lists.

      The exit status is 0 if there are no differences, and 1 if there are; with --quiet, nothing else tells. \
      --patch prints a patch, which listo patch applies to a third collection.

      Examples:
        listo diff laptop.ics phone.ics
        listo diff export1/ export2/
        listo diff laptop.ics phone.ics --json | jq -r '.lists[].items[].title'
        listo diff laptop.ics phone.ics --patch > changes.ics
        listo diff laptop.ics phone.ics --rewritten --ignore-lists
      """)

  @Argument(help: ArgumentHelp("The older side: a file, a folder, or -."), completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("The newer side: a file, a folder, or -."), completion: .file())
  var new: String

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Also show properties that programs rewrite at each export.")
  var rewritten = false

  @Flag(help: "Treat all lists of each side as one.")
  var ignoreLists = false

  @Option(
    help: ArgumentHelp(
      "Compare list A of the older side with list B of the newer, each by title, identifier or file name; can be repeated.",
      valueName: "A=B"), transform: ListMapArgument.init)
  var pair: [ListMapArgument] = []

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print a patch: iCalendar with the old and the new version of each difference.")
  var patch = false

  @Flag(
    help:
      "With --patch: accept an empty newer side; the patch then removes everything. Otherwise there is no patch, because a folder that is not mounted looks the same."
  )
  var allowEmpty = false

  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if old == "-" && new == "-" {
      throw ValidationError("only one side can be standard input.")
    }
    if allowEmpty && !patch { throw ValidationError("--allow-empty needs --patch.") }
    if json && patch { throw ValidationError("--json and --patch cannot be combined.") }
    if ignoreLists && !pair.isEmpty { throw ValidationError("--ignore-lists and --pair cannot be combined.") }
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let sides = [old, new].map { argument in
      ComparisonJob.Side(
        name: InputTree.name(ofArgument: argument), tree: reading.tree([argument], reporter, limits))
    }
    // Half of a side would be told as changes.
    guard reporter.status.rawValue < ExitStatus.noInput.rawValue else {
      throw Failure(.noInput, "an input cannot be read, so nothing was compared.")
    }
    if !patch { for side in sides { reporter.warnOfPending(side.tree) } }
    let difference = try reporter.run(nothingWas: "compared") { () throws(WorkError) in
      try ComparisonJob(
        old: sides[0], new: sides[1], options,
        for: patch ? ComparisonJob.ForPatch(allowsEmpty: allowEmpty) : nil, reporter
      ).difference
    }
    Heap.leave(difference)
    if !difference.isEmpty { reporter.raise(.differences) }
    if patch {
      let output = reporter.dataOutput()
      let text = Patch(difference, folders: (sides[0].name, sides[1].name)).text
      try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.write(text[...]) }
      try OutputWriting.finish(output, reporter)
    } else if json {
      try Printing.print(
        DifferenceJSON.value(difference, old: sides[0].name, new: sides[1].name).prettyText,
        reporter)
    } else if !difference.isEmpty, !reporter.isQuiet {
      let view = DifferenceView(
        difference: difference, surface: appearance.surface,
        dates: LocalizedStyle(ConfigurationFile.load(reporter)).dateStyle)
      try Printing.print(reporter, paging.pager()) { put throws(Failure) in try view.write(put) }
    }
    if reporter.met.contains(.tooLarge) {
      reporter.raise(.doubtful)
      reporter.error("items larger than the limit were not compared; raise it with --input-limit item-size")
    }
    try reporter.finish()
  }

  private var options: CatalogDifference.Options {
    var options = CatalogDifference.Options()
    options.includesInsignificant = rewritten
    options.ignoresLists = ignoreLists
    options.pairing.named = pair.map { ($0.old, $0.new) }
    return options
  }
}

/// A list of one side and one of the other: `Home=House`.
struct ListMapArgument {
  let old: String
  let new: String

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw ValidationError(
        "write it like Home=House: a list of the older side and a list of the newer side.")
    }
    (old, new) = (String(parts[0]), String(parts[1]))
  }

  /// The message about an unsuitable list that was named with `--pair`.
  static func words(_ error: ListPairing.UnknownList) -> String {
    if error.isTaken { return "--pair: the list '\(error.name)' is paired twice." }
    let near = UnknownName.guess(error.name, in: error.known)
    return "--pair: the \(error.isOld ? "older" : "newer") side has no list '\(error.name)'; "
      + (near ?? "its lists are \(error.known.joined(separator: ", ")).")
  }
}
