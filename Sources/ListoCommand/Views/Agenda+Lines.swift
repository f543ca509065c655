internal import Listo

extension Agenda {
  /// - Parameter days: how many there are, those that have nothing among them.
  func lines(_ view: GroupedView, ofDays count: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    if overdue > 0 {
      var line = StyledLine([StyledText("Overdue", .overdue)])
      line.append("  \(overdue) from before today; see listo overdue", .dim)
      lines = [line.truncated(toCells: view.surface.width, view.surface.glyphs), StyledLine()]
    }
    guard !days.isEmpty else {
      let words = count == 1 ? "Nothing is due today." : "Nothing is due in the next \(count) days."
      return lines + [StyledLine([StyledText(words)])]
    }
    return lines + view.lines(days.map { ReminderGroup(.day($0.day), $0.paths) })
  }
}
