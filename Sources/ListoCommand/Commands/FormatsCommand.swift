internal import ArgumentParser
internal import Listo

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "Show the formats that can be read and written, and what they hold.",
    discussion: """
      With a name: that format, its options, and field by field what it holds: exactly, in which way changed, or not at all.

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
        json ? Self.json([format.format]) : FormatView(format.format, .standardOutput).text
      } else {
        json ? Self.json(Format.all) : Self.table(.standardOutput)
      }
    try Printing.print(text, Reporter(isQuiet: reporting.quiet, isStrict: reporting.strict))
  }

  static func table(_ surface: Surface) -> String {
    let rows =
      [["name", "format", "extensions", "read", "write", "holds"]]
      + Format.all.map { format in
        [
          format.name, format.title, format.extensions.map { "." + $0 }.joined(separator: " "),
          format.canRead ? "yes" : "–", format.canWrite ? "yes" : "–", format.holds,
        ]
      }
    return FormatView.aligned(rows, surface)
  }

  private static func json(_ formats: [Format]) -> String {
    let formats = formats.map { format in
      JSONValue.object(present: [
        "name": .string(format.name), "title": .string(format.title),
        "extensions": .array(format.extensions.map { .string($0) }), "read": .bool(format.canRead),
        "write": .bool(format.canWrite), "holds": .string(format.holds),
        "options": .array(
          format.options.map { option in
            .object(present: ["name": .string(option.name), "summary": .string(option.summary)])
          }),
        "capabilities": .object(
          FormatView.capabilities(format).map { JSONValue.Member(key: $0.name, value: .string($0.fidelity)) }),
      ])
    }
    let value = JSONValue.object(present: ["listo": "formats", "version": 1, "formats": .array(formats)])
    return value.prettyText
  }
}
