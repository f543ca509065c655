internal import ArgumentParser
internal import Listo

struct SplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Split a collection into several files, with the bytes unchanged.",
    usage: "listo split [<options>] <input> ... -o <folder>",
    discussion: """
      Splits by list, source, first tag, year (of the due date, or else of the start, completion or \
      creation), or the input that a merge recorded as the origin. By uid, each reminder gets its own file, \
      in a folder for each list: a vdir.

      Each component is written to one file, with the properties of its calendar and the time zones that it \
      uses. Changed occurrences stay with their reminder; by tag and by year, subtasks stay with their \
      parents. Events and journals are included. Merging all files restores the collection.

      Existing files with other content are not overwritten unless you pass --force.

      Examples:
        listo split Export.ics -o years/ --by year
        listo split ~/Calendars -o tags/ --by tag --dry-run
        listo split Export.ics -o vdir/ --by uid
        listo split Export.ics -o vdir/ --by uid --for radicale
        listo split ~/Calendars -o lists/ --by list
      """)

  @OptionGroup var input: NamedInputOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the files.", valueName: "path"),
    completion: .directory)
  var output: String?

  @Option(help: "The field that decides the file.")
  var by = SplitWayArgument(.list)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "With --by uid: the servers or apps that must accept each file. Safe repairs are made, and the rest is reported; listo check --for help lists the names.",
      valueName: "targets"), completion: ProfilesArgument.completion, transform: ProfilesArgument.init(words:)
  )
  var target: ProfilesArgument?

  @Flag(help: "List the files, and write nothing.")
  var dryRun = false

  @Flag(help: "Overwrite files with other content.")
  var force = false

  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if input.inputs.isEmpty { throw ValidationError("name the files or folders to split.") }
    try target?.requireTargets(by: "split")
    if target != nil, by.way != .uid {
      throw ValidationError(
        "--for needs --by uid.")
    }
    guard let output, !output.isEmpty else {
      throw ValidationError("the output folder is missing: -o folder/.")
    }
    if output == "-" {
      throw ValidationError("several files cannot go to standard output; give -o a folder.")
    }
  }

  func run() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let tree = input.tree(reporter, limits)
    reporter.begin(.reading, tree.inputs, passes: dryRun ? 2 : 3)
    let folder = output ?? ""
    let job = try reporter.run(nothingWas: "split") { () throws(WorkError) in
      try Overwriting.refuse(folder: folder, in: input.inputs)
      return try SplitJob(tree, by: by.way, into: folder, for: target?.profiles ?? [], reporter)
    }
    if dryRun {
      try Printing.print(Self.text(job.files), reporter)
    } else {
      reporter.keepData()
      reporter.tell(try reporter.run { () throws(WorkError) in try job.write(force: force, reporter) })
    }
    try reporter.finish()
  }

  /// The files that would be written, one a line.
  private static func text(_ files: [SplitJob.File]) -> String {
    files.map { file in
      switch file.content {
      case .text: Visible.line(file.path) + "\n"
      case .part(let part):
        "\(Visible.line(file.path))  \(RelativeDate.count(part.reminders, "reminder"))"
          + (part.others > 0 ? ", \(RelativeDate.count(part.others, "other"))" : "") + "\n"
      }
    }.joined()
  }
}

/// One of ``SplitWay``.
struct SplitWayArgument: ExpressibleByArgument, CustomStringConvertible {
  let way: SplitWay

  init(_ way: SplitWay) { self.way = way }

  init?(argument: String) {
    guard let way = SplitWay(rawValue: argument.lowercased()) else { return nil }
    self.way = way
  }

  var description: String { way.rawValue }

  static let allValueStrings = SplitWay.allCases.map(\.rawValue)
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}
