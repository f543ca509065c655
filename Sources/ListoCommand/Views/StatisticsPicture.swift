internal import Listo

/// `listo stats -o file.svg`: the bars as a picture that needs nothing beside it, for light and for dark
/// pages.
struct StatisticsPicture {
  let statistics: Statistics
  private let dates: RelativeDate
  private var body = ""

  private static let width = 760
  private static let margin = 28
  private static let labelWidth = 190
  private static let numberWidth = 180
  private static let rowHeight = 26
  private static let chartHeight = 170

  init(_ statistics: Statistics, _ context: ViewContext) {
    self.statistics = statistics
    dates = RelativeDate(context)
  }

  /// The whole file.
  mutating func svg() -> String {
    let listsTop = 124
    let rows = max(1, statistics.lists.count)
    let weeksTop = listsTop + rows * Self.rowHeight + 58
    let height = weeksTop + Self.chartHeight + 76
    body = ""
    heading()
    drawLists(top: listsTop)
    drawWeeks(top: weeksTop)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" width="\(Self.width)" \
      height="\(height)" role="img" aria-labelledby="title">
      <style>
      text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328; }
      .page { fill: #ffffff; }
      .big { font-size: 20px; font-weight: 600; }
      .head { font-weight: 600; }
      .faint { fill: #636c76; font-size: 12px; }
      .grid { stroke: #d1d9e0; stroke-width: 1; }
      .now { fill: #eef2f6; }
      .done { fill: #aab4c0; }
      .open { fill: #3b7dd8; }
      .overdue { fill: #d1383d; }
      .dot { stroke: #818b98; }
      @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .page { fill: #0d1117; }
      .faint { fill: #9198a1; }
      .grid { stroke: #3d444d; }
      .now { fill: #1c232c; }
      .done { fill: #59636e; }
      .open { fill: #4c8fe8; }
      .overdue { fill: #f0565b; }
      }
      </style>
      <rect class="page" width="100%" height="100%"/>
      \(body)</svg>

      """
  }

  // MARK: Parts

  private mutating func heading() {
    let counts = statistics.total
    let date = dates.date(statistics.today, alwaysYear: true)
    body += "<title id=\"title\">Reminders on \(date)</title>\n"
    text(Self.margin, 44, "Reminders on \(date)", "big")
    let words = "\(counts.open) open, \(counts.overdue) of them overdue; \(counts.done) done"
    text(Self.margin, 66, words, "faint")
    var x = Self.width - Self.margin - 197
    for (name, step) in [("overdue", 84), ("open", 66), ("done", 60)] {
      body += "<rect class=\"\(name)\" x=\"\(x)\" y=\"34\" width=\"11\" height=\"11\" rx=\"2\"/>\n"
      text(x + 17, 44, name, "faint")
      x += step
    }
  }

  private mutating func drawLists(top: Int) {
    text(Self.margin, top - 12, "By list", "head")
    let left = Self.margin + Self.labelWidth
    let room = Self.width - left - Self.margin - Self.numberWidth
    let most = statistics.lists.reduce(1) { max($0, $1.counts.open + $1.counts.done) }
    for (index, row) in statistics.lists.enumerated() {
      let y = top + index * Self.rowHeight
      let title = Visible.line(row.title).truncated(toCells: 24, ellipsis: "…")
      body +=
        "<circle class=\"dot\" cx=\"\(Self.margin + 5)\" cy=\"\(y + 13)\" r=\"5\" fill=\"\(row.color.map { "\($0)" } ?? "#8e8e93")\"/>\n"
      text(Self.margin + 18, y + 17, title.isEmpty ? "(untitled)" : title)
      var x = left
      let counts = row.counts
      for (name, count) in [
        ("overdue", counts.overdue), ("open", counts.open - counts.overdue), ("done", counts.done),
      ]
      where count > 0 {
        let width = max(2, count * room / most)
        rect(name, x, y + 5, width, 16, "\(row.title): \(count) \(name)")
        x += width + 1
      }
      let parts = [(counts.open, "open"), (counts.overdue, "overdue"), (counts.done, "done")].filter {
        $0.0 > 0
      }
      text(x + 8, y + 17, parts.map { "\($0.0) \($0.1)" }.joined(separator: ", "), "faint")
    }
  }

  private mutating func drawWeeks(top: Int) {
    text(Self.margin, top - 12, "By week", "head")
    let bottom = top + Self.chartHeight
    let left = Self.margin + 26
    let slot = (Self.width - left - Self.margin) / max(1, statistics.weeks.count)
    // Many weeks stand close together.
    let inset = min(5, slot / 4)
    let labels = max(1, (85 + slot - 1) / slot)
    let most = statistics.weeks.reduce(1) { max($0, $1.total) }
    let now = left + statistics.thisWeek * slot
    body +=
      "<rect class=\"now\" x=\"\(now)\" y=\"\(top)\" width=\"\(slot)\" height=\"\(Self.chartHeight)\"/>\n"
    for value in Self.steps(to: most) {
      let y = bottom - value * Self.chartHeight / most
      body +=
        "<line class=\"grid\" x1=\"\(left)\" y1=\"\(y)\" x2=\"\(Self.width - Self.margin)\" y2=\"\(y)\"/>\n"
      text(left - 8, y + 4, "\(value)", "faint", anchor: "end")
    }
    for (index, week) in statistics.weeks.enumerated() {
      let x = left + index * slot
      var y = bottom
      let start = dates.date(week.start, alwaysYear: false)
      for (name, count) in [("done", week.done), ("overdue", week.overdue), ("open", week.open)]
      where count > 0 {
        let height = max(2, count * Self.chartHeight / most)
        y -= height
        rect(name, x + inset, y, slot - 2 * inset, height - 1, "week of \(start): \(count) \(name)")
      }
      let label = index == statistics.thisWeek ? "this week" : start
      // Not every one, counted from this week: there is no room for all.
      if (index - statistics.thisWeek) % labels == 0 {
        text(x + slot / 2, bottom + 20, label, "faint", anchor: "middle")
      }
    }
    let words = "done in a week; overdue and open by the week in which they are due"
    text(Self.width - Self.margin, bottom + 48, words, "faint", anchor: "end")
  }

  /// Up to five round numbers from 0 to the highest.
  private static func steps(to most: Int) -> [Int] {
    let step =
      [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000, 100_000].first { most / $0 < 5 } ?? most
    return Array(stride(from: 0, through: most, by: step))
  }

  // MARK: Elements

  private mutating func rect(_ name: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ title: String)
  {
    body +=
      "<rect class=\"\(name)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(max(1, height))\" rx=\"2\">"
    body += "<title>\(Self.escaped(title))</title></rect>\n"
  }

  private mutating func text(
    _ x: Int, _ y: Int, _ text: String, _ style: String? = nil, anchor: String? = nil
  ) {
    body += "<text x=\"\(x)\" y=\"\(y)\""
    if let style { body += " class=\"\(style)\"" }
    if let anchor { body += " text-anchor=\"\(anchor)\"" }
    body += ">\(Self.escaped(text))</text>\n"
  }

  /// As XML has it, without characters that it does not allow.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in Visible.line(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
