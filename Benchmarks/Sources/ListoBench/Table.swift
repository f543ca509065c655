/// Columns of text, the first two to the left, the others to the right.
struct Table {
  private var lines: [[String]]

  init(_ heading: [String]) { lines = [heading] }

  mutating func append(_ cells: [String]) { lines.append(cells) }

  var text: String {
    let columns = lines.map(\.count).max() ?? 0
    // A line shorter than the others ends in a remark, which no column has to make room for.
    let widths = (0..<columns).map { column in
      lines.filter { $0.count == columns || column < $0.count - 1 }.map { $0[column].count }.max() ?? 0
    }
    return lines.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        if column > 0 { line += "  " }
        let isRemark = cells.count < columns && column == cells.count - 1
        let space = isRemark ? "" : String(repeating: " ", count: max(0, widths[column] - cell.count))
        line += column < 2 ? cell + space : space + cell
      }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}

/// Numbers as people read them.
enum Shown {
  static func seconds(_ seconds: Double?) -> String {
    guard let seconds else { return "–" }
    return seconds < 0.1
      ? decimals(seconds * 1000, 1) + " ms" : decimals(seconds, seconds < 10 ? 2 : 1) + " s"
  }

  static func megabytes(_ bytes: Int?) -> String {
    guard let bytes else { return "–" }
    let megabytes = Double(bytes) / 1_048_576
    return decimals(megabytes, megabytes < 10 ? 1 : 0)
  }

  static func ratio(_ ratio: Double?) -> String { ratio.map { decimals($0, $0 < 10 ? 1 : 0) + " ×" } ?? "–" }

  static func count(_ number: Int) -> String {
    var digits = String(number)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }

  static func decimals(_ number: Double, _ places: Int) -> String {
    let scale = [1.0, 10, 100, 1000][places]
    let scaled = Int((number * scale).rounded())
    guard places > 0 else { return String(scaled) }
    let digits = String(abs(scaled) % Int(scale))
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / Int(scale))."
      + String(repeating: "0", count: places - digits.count) + digits
  }
}
