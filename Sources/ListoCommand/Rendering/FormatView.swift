internal import Listo

/// `listo formats FORMAT`: one format, its options and what it holds.
struct FormatView {
  private let format: Format

  init(_ format: Format) { self.format = format }

  var text: String {
    let ways = [format.canRead ? "read" : nil, format.canWrite ? "written" : nil].compactMap(\.self)
    var text = "\(format.title)  \(format.extensions.map { "." + $0 }.joined(separator: " "))\n\n"
    text += Self.aligned([
      ["  name", format.name], ["  use", ways.joined(separator: ", ")], ["  holds", format.holds],
    ])
    if !format.options.isEmpty {
      text += "\noptions, behind plus signs\n\n"
      text += Self.aligned(format.options.map { ["  \(format.name)+\($0.form)", $0.summary] })
    }
    if !format.columns.isEmpty {
      text += "\ncolumns, all of them but the last where --columns chooses none\n\n"
      text += "  " + format.columns.joined(separator: ", ") + "\n"
    }
    text += "\nfields, and what else calendars hold\n\n"
    return text + Self.aligned(Self.capabilities(format).map { ["  " + $0.name, $0.fidelity] })
  }

  /// Every field and aspect by name, with a word for how it is held.
  static func capabilities(_ format: Format) -> [(name: String, fidelity: String)] {
    Field.all.map { ($0.name, word(format.capabilities[$0.id])) }
      + Capabilities.Aspect.allCases.map { ($0.rawValue, word(format.capabilities[$0])) }
  }

  private static func word(_ fidelity: Capabilities.Fidelity) -> String {
    switch fidelity {
    case .exact: "yes"
    case .approximate(let how): how
    case .none: "no"
    }
  }

  /// Rows with their columns below each other.
  static func aligned(_ rows: [[String]]) -> String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { TextWidth.cells($0[column]) }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row.dropLast(), widths).map { $0.padded(toCells: $1) }
      return (cells + [row[row.count - 1]]).joined(separator: "  ") + "\n"
    }.joined()
  }
}
