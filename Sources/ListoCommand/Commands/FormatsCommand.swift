internal import ArgumentParser
internal import ListoFormats

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "Show the formats that can be read and written, and what they hold.",
    discussion: """
      Examples:
        listo formats
        listo formats --json | jq -r '.formats[] | select(.write) | .name'
      """)

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var reporting: ReportOptions

  func run() throws {
    try Printing.print(
      json ? Self.json : Self.table, Reporter(isQuiet: reporting.quiet, isStrict: reporting.strict))
  }

  private static var table: String {
    let rows =
      [["name", "format", "extensions", "read", "write", "holds"]]
      + Format.all.map { format in
        [
          format.name, format.title, format.extensions.map { "." + $0 }.joined(separator: " "),
          format.canRead ? "yes" : "–", format.canWrite ? "yes" : "–", format.holds,
        ]
      }
    let widths = rows[0].indices.map { column in rows.map { TextWidth.cells($0[column]) }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row.dropLast(), widths).map { $0.padded(toCells: $1) }
      return (cells + [row[row.count - 1]]).joined(separator: "  ") + "\n"
    }.joined()
  }

  private static var json: String {
    let formats = Format.all.map { format in
      JSONValue.object(present: [
        "name": .string(format.name), "title": .string(format.title),
        "extensions": .array(format.extensions.map { .string($0) }), "read": .bool(format.canRead),
        "write": .bool(format.canWrite), "holds": .string(format.holds),
      ])
    }
    let value = JSONValue.object(present: ["listo": "formats", "version": 1, "formats": .array(formats)])
    return String(decoding: value.pretty, as: UTF8.self)
  }
}
