internal import ArgumentParser
internal import Listo

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count open, overdue and completed reminders by list and by week.",
    usage: "listo stats [<options>] [<input> ...]",
    discussion: """
      Completed reminders count in the week of their completion, open reminders in the week of their due \
      date. Reminders without such a date are counted separately. Conditions are those of listo list; \
      without an input, Listo reads the configured sources. With -o and a name that ends in .svg, \
      Listo writes a picture.

      Examples:
        listo stats
        listo stats ~/Calendars --list Home --weeks 4
        listo stats ~/Calendars -o stats.svg
        listo stats --json | jq .total
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup(title: "Conditions") var conditions: ConditionOptions

  @Option(help: ArgumentHelp("The number of weeks to count back, including this week.", valueName: "number"))
  var weeks = 12

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write a picture (SVG) to this file, whose name ends in .svg, or to standard output (-).",
      valueName: "path"),
    completion: .file(extensions: ["svg"]))
  var output: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var watching: WatchOptions

  func validate() throws {
    guard (1...104).contains(weeks) else {
      throw ValidationError("--weeks must be from 1 to 104.")
    }
    if watching.watch && output != nil { throw ValidationError("--watch and -o cannot be combined.") }
    if json && output != nil { throw ValidationError("--json and -o cannot be combined.") }
    if let output, output != "-", !output.lowercased().hasSuffix(".svg") {
      throw ValidationError("-o \(output): the name of the picture must end in .svg.")
    }
  }

  /// How many weeks to come are counted.
  private static let coming = 3

  func run() throws { try watching.run(input.inputs, runOnce) }

  private func runOnce() throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let expression = try conditions.expression(reporter)
    if conditions.explain { return try Printing.print("\(expression)\n", reporter) }
    let context = try view.context(reporter, inputs: input.inputs)
    let tree = try input.tree(reporter, limits)
    if let output {
      try reporter.run { () throws(WorkError) in try Overwriting.refuse([output], of: tree.inputs) }
    }
    let query = expression.query(in: context)
    // A tag that no reminder has is told of all of them.
    let selection =
      conditions.tag.isEmpty ? Statistics.selection(query, context, past: weeks, coming: Self.coming) : nil
    let catalog = reporter.rows(of: try reporter.catalog(tree, selecting: selection), context)
    try NameCheck(catalog).check(conditions, query, reporter)
    let selected = StartingPoint.Scope().paths(of: query, in: catalog, context, reporter)
    let statistics = Statistics(catalog, selected, context, past: weeks, coming: Self.coming)
    if let output, output != "-" {
      var picture = StatisticsPicture(statistics, context)
      let file = try OutputWriting.create(output, reporter)
      let bytes = Array(picture.svg().utf8)
      try OutputWriting.attempt(reporter) { () throws(StoreError) in try file.write(bytes[...]) }
      try OutputWriting.finish(file, reporter)
    } else if output != nil {
      var picture = StatisticsPicture(statistics, context)
      try Printing.print(picture.svg(), reporter)
    } else if json {
      try Printing.print(statistics.json.prettyText, reporter)
    } else {
      try Printing.print(
        StatisticsView(statistics, context, appearance.surface).text(), reporter,
        paging.pager(isForPeople: !watching.watch))
    }
    try reporter.finish()
  }
}
