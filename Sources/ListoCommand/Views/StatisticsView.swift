internal import Listo

/// `listo stats` on a terminal: bars for lists and weeks, and a line of what was done week by week.
struct StatisticsView {
  let statistics: Statistics
  let surface: Surface

  private var dates: RelativeDate
  /// The width of a number's column.
  private let column: Int
  /// There is no room for wide columns, and weeks go by one name.
  private let isNarrow: Bool

  init(_ statistics: Statistics, _ context: ViewContext, _ surface: Surface) {
    (self.statistics, self.surface) = (statistics, surface)
    dates = RelativeDate(context)
    isNarrow = (surface.width ?? 100) < 60
    column = isNarrow ? 8 : 9
  }

  /// The parts of a bar: what is overdue, open, done.
  private struct Bar {
    var overdue: Int
    var open: Int
    var done: Int
    var total: Int { overdue + open + done }
  }

  func text() -> String { surface.text(lines()) }

  func lines() -> [StyledLine] {
    guard !statistics.lists.isEmpty else { return [StyledLine([StyledText("Nothing to count.", .dim)])] }
    let listNames = statistics.lists.map { Visible.line($0.title, surface.glyphs) }
    let weekNames = statistics.weeks.indices.map(weekName)
    let names = (listNames + weekNames).reduce(8) { max($0, TextWidth.cells($1)) }
    let room = surface.width ?? 100
    // Bars of less than eight cells say little: they give way to names.
    let besideNumbers = room - 4 - 3 * column
    let width = min(names, max(min(9, besideNumbers), besideNumbers - (isNarrow ? 10 : 14)))
    let rest = min(40, besideNumbers - width - 2)
    let barWidth = rest < 4 ? 0 : rest
    var lines = [header("By list", width)]
    let bars = statistics.lists.map { Self.bar($0.counts) }
    let most = bars.reduce(1) { max($0, $1.total) }
    for (index, row) in statistics.lists.enumerated() {
      var line = StyledLine([StyledText("  ")])
      line.append(surface.glyphs.listDot, .list(row.color))
      line.append(" ")
      line.append(line: listNames[index], width, surface)
      append(bars[index], most, barWidth, to: &line)
      lines.append(line)
    }
    if statistics.lists.count > 1 {
      var line = StyledLine([StyledText("    ")])
      line.append(line: "all", width, surface)
      append(Self.bar(statistics.total), nil, barWidth, to: &line)
      lines.append(line)
    }
    lines += [StyledLine(), header("By week", width)]
    let weeks = statistics.weeks.map { Bar(overdue: $0.overdue, open: $0.open, done: $0.done) }
    let mostOfWeek = weeks.reduce(1) { max($0, $1.total) }
    // Weeks long ago in which there was nothing need no line.
    let first = min(weeks.firstIndex { $0.total > 0 } ?? 0, max(0, statistics.thisWeek - 3))
    for (index, bar) in weeks.enumerated().dropFirst(first) {
      var line = StyledLine([StyledText(index == statistics.thisWeek ? surface.glyphs.pointer : "", .bold)])
      line.pad(to: 4)
      line.append(line: weekNames[index], width, surface)
      append(bar, mostOfWeek, barWidth, to: &line)
      lines.append(line)
    }
    return lines + [StyledLine(), sparkline] + undated + (barWidth > 0 ? [legend] : [])
  }

  private static func bar(_ counts: ReminderCounts) -> Bar {
    Bar(overdue: counts.overdue, open: counts.open - counts.overdue, done: counts.done)
  }

  private func header(_ title: String, _ width: Int) -> StyledLine {
    var line = StyledLine([StyledText(title, .title)])
    line.pad(to: 4 + width)
    for name in ["open", "overdue", "done"] {
      line.append(name.padded(toCells: column, alignedRight: true), .dim)
    }
    return line
  }

  /// Monday of the week, and how the week is called.
  private func weekName(_ index: Int) -> String {
    let start = dates.date(statistics.weeks[index].start, alwaysYear: false)
    let names = [-1: "last week", 0: "this week", 1: "next week"]
    guard let name = names[index - statistics.thisWeek] else { return start }
    return isNarrow ? name : "\(start)  \(name)"
  }

  /// - Parameter most: what fills the bar; nil for no bar.
  private func append(_ bar: Bar, _ most: Int?, _ width: Int, to line: inout StyledLine) {
    for (count, style) in [(bar.open + bar.overdue, Style.plain), (bar.overdue, .overdue), (bar.done, .dim)] {
      let text = count == 0 ? surface.glyphs.none : "\(count)"
      line.append(text.padded(toCells: column, alignedRight: true), count == 0 ? .dim : style)
    }
    guard let most, bar.total > 0, width > 0 else { return }
    line.append("  ")
    // A count above zero has a cell at least; the largest counts give up cells until all fit.
    var cells = [bar.overdue, bar.open, bar.done].map { $0 == 0 ? 0 : max(1, $0 * width / most) }
    while cells.reduce(0, +) > width, let index = cells.indices.max(by: { cells[$0] < cells[$1] }) {
      cells[index] -= 1
    }
    let glyphs = surface.glyphs
    line.append(String(repeating: glyphs.fullBar, count: cells[0]), .overdue)
    line.append(String(repeating: glyphs.halfBar, count: cells[1]))
    line.append(String(repeating: glyphs.lightBar, count: cells[2]), .dim)
  }

  private var sparkline: StyledLine {
    let done = statistics.weeks.prefix(statistics.thisWeek + 1).map(\.done)
    let most = max(1, done.max() ?? 1)
    let steps = surface.glyphs.spark
    let text = done.map { $0 == 0 ? steps[0] : steps[max(1, $0 * (steps.count - 1) / most)] }.joined()
    var line = StyledLine([StyledText("done a week  ", .dim)])
    line.append(text, .bold)
    let first = statistics.weeks.first.map { dates.date($0.start, alwaysYear: false) } ?? ""
    line.append("  since \(first): \(done.reduce(0, +)), at most \(done.max() ?? 0)", .dim)
    return line.truncated(toCells: surface.width, surface.glyphs)
  }

  /// The lines about reminders that were completed without a date, and so in no week; empty where there are
  /// none.
  private var undated: [StyledLine] {
    guard statistics.doneWithoutDate > 0 else { return [] }
    let text = "\(statistics.doneWithoutDate) done without a date, not in a week"
    return Wrapping.lines(text, width: surface.width, .dim, surface.glyphs)
  }

  private var legend: StyledLine {
    let glyphs = surface.glyphs
    var line = StyledLine([StyledText(glyphs.fullBar, .overdue)])
    line.append(" overdue   ", .dim)
    line.append(glyphs.halfBar)
    line.append(" open   ", .dim)
    line.append(glyphs.lightBar, .dim)
    line.append(" done", .dim)
    return line
  }
}

extension StyledLine {
  /// A name in a column.
  fileprivate mutating func append(line name: String, _ width: Int, _ surface: Surface) {
    append(name.truncated(toCells: width, ellipsis: surface.glyphs.ellipsis).padded(toCells: width))
  }
}
