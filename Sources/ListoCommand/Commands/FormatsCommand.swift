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

      Examples:
        listo formats
        listo formats jsonl
        listo formats --json | jq -r '.formats[] | select(.write) | .name'
      """)

  @Argument(
    help: ArgumentHelp("The format to show in full.", valueName: "format"),
    completion: .list(Format.all.map(\.name)), transform: FormatChoice.init(argument:))
  var format: FormatChoice?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var reporting: ReportOptions

  func run() throws {
    let surface = appearance.surface
    let text =
      if let format {
        json
          ? FormatJSON.value([format.format]).prettyText
          : surface.text(FormatView(format.format, surface).lines)
      } else {
        json ? FormatJSON.value().prettyText : surface.text(Self.table(surface))
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
    return AlignedRows.lines([names.map { StyledText($0, .dim) }] + rows, surface)
  }

  private static func mark(_ isSo: Bool, _ surface: Surface) -> StyledText {
    isSo ? StyledText("yes") : StyledText(surface.glyphs.none, .dim)
  }
}
