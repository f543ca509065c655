internal import ArgumentParser
internal import Listo

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the formats that Listo reads and writes, and their fields.",
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

  @OptionGroup var reporting: ReportOptions

  func run() throws {
    let text =
      if let format {
        json ? FormatJSON.value([format.format]).prettyText : FormatView(format.format, .standardOutput).text
      } else {
        json ? FormatJSON.value().prettyText : Self.table(.standardOutput)
      }
    try Printing.print(text, Reporter(isQuiet: reporting.quiet, isStrict: reporting.strict))
  }

  static func table(_ surface: Surface) -> String {
    let rows =
      [["name", "aliases", "format", "extensions", "read", "write", "holds"]]
      + Format.all.map { format in
        [
          format.name, format.aliases.joined(separator: " "), format.title,
          format.extensions.map { "." + $0 }.joined(separator: " "),
          format.canRead ? "yes" : "–", format.canWrite ? "yes" : "–", format.holds,
        ]
      }
    return FormatView.aligned(rows, surface)
  }
}
