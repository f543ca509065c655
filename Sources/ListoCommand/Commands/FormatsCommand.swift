internal import ArgumentParser
internal import Listo

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the formats that Listo reads and writes, and their fields.",
    usage: "listo formats [<options>] [<format>]",
    discussion: """
      With a name, listo formats describes that format: its options, and for each field whether the format holds it exactly, changed or not \
      at all.

      Exports of other programs are read through maps: small TOML files that say which key or column is which field. --map prints one. A \
      map of your own is a file such as maps/bugs.toml in the folder of the configuration; -f bugs uses it. listo-maps(5) describes maps.

      Examples:
        listo formats
        listo formats jsonl
        listo formats trello --map
        listo formats --schema list
        listo formats --json | jq -r '.formats[] | select(.write) | .name'
      """)

  @Argument(
    help: ArgumentHelp("The format to show in full.", valueName: "format"),
    completion: .list(Format.all.map(\.name) + ExportMap.names), transform: FormatChoice.init(argument:))
  var format: FormatChoice?

  @Flag(help: "Print the map through which an export is read, as TOML.")
  var map = false

  @Option(
    help: ArgumentHelp(
      "Print the JSON Schema of what this command prints with --json.", valueName: "command"),
    completion: .list(OutputSchema.commands))
  var schema: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var reporting: ReportOptions

  func validate() throws {
    if let schema, OutputSchema.json(of: schema) == nil {
      let near = UnknownName.guess(schema, in: OutputSchema.commands)
      throw ValidationError(
        "--schema \(schema): \(near ?? "the commands with --json are \(OutputSchema.commands.joined(separator: ", ")).")"
      )
    }
    if schema != nil, map || json || format != nil {
      throw ValidationError("--schema cannot be combined with a format, --map and --json.")
    }
    guard map else { return }
    guard let format else {
      throw ValidationError("--map needs the name of an export: listo formats trello --map")
    }
    guard format.format.map != nil else {
      throw ValidationError("\(format.format.name) is not read through a map.")
    }
    if json { throw ValidationError("--map and --json cannot be combined.") }
  }

  func run() throws {
    if let schema = schema.flatMap(OutputSchema.json) {
      return try Printing.print(
        schema.prettyText, Reporter(isQuiet: reporting.quiet, isStrict: reporting.strict))
    }
    if map, let text = format?.format.map {
      let reporter = Reporter(isQuiet: reporting.quiet, isStrict: reporting.strict)
      return try Printing.print(String(decoding: text, as: UTF8.self), reporter)
    }
    let surface = appearance.surface
    let text =
      if let format {
        json
          ? FormatJSON.value([format.format]).prettyText
          : surface.text(FormatView(format.format, surface).lines)
      } else {
        json ? FormatJSON.value(Format.all + Self.maps).prettyText : surface.text(Self.table(surface))
      }
    try Printing.print(text, Reporter(isQuiet: reporting.quiet, isStrict: reporting.strict))
  }

  static func table(_ surface: Surface) -> [StyledLine] {
    let names = ["name", "aliases", "format", "extensions", "read", "write", "holds"]
    let rows = Format.all.map { format in
      [
        StyledText(format.name, .bold), StyledText(format.aliases.joined(separator: " "), .dim),
        StyledText(format.title), StyledText(format.extensions.map { "." + $0 }.joined(separator: " ")),
        mark(format.canRead, surface), mark(format.canWrite, surface), StyledText(format.holds),
      ]
    }
    let exports = maps.map { [StyledText($0.name, .bold), StyledText($0.title), StyledText($0.holds)] }
    return AlignedRows.lines([names.map { StyledText($0, .dim) }] + rows, surface)
      + [StyledLine()]
      + Wrapping.lines(
        "Exports of other programs, which are read through maps:", width: surface.width, .plain,
        surface.glyphs)
      + [StyledLine()] + AlignedRows.lines(exports, surface)
  }

  /// The exports, those of the user's maps first.
  private static var maps: [Format] {
    let own = MapFolder.ofUser?.formats ?? []
    return own + Format.maps.filter { map in !own.contains { $0.name == map.name } }
  }

  private static func mark(_ isSo: Bool, _ surface: Surface) -> StyledText {
    isSo ? StyledText("yes") : StyledText(surface.glyphs.none, .dim)
  }
}
