internal import Listo

/// `listo merge --report` for people: each decision, its reason and the fields that differ, by list.
struct MergeReportView {
  let plan: MergePlan
  let surface: Surface
  /// The style of dates.
  var dates = DateStyle()

  private var rows: DifferenceRows { DifferenceRows(surface: surface, dates: dates) }

  /// Hands on the lines, decision by decision.
  func write(_ put: ([StyledLine]) throws -> Void) throws {
    try put(plan.refusals.flatMap { plain($0) })
    var list: String?
    var isFirst = plan.refusals.isEmpty
    try plan.forEachDecision { decision in
      var lines = isFirst ? [] : [StyledLine()]
      if list != decision.key.list { lines += heading(decision.key.list) }
      try put(lines + self.lines(decision))
      (list, isFirst) = (decision.key.list, false)
    }
    if !isFirst { try put([StyledLine()]) }
    try put(plan.conclusion.flatMap { plain($0) })
  }

  private func lines(_ decision: MergeDecision) -> [StyledLine] {
    var lines = rows.heading(
      decision.isDeleted ? .removed : .changed, decision.title, component: decision.key.component,
      occurrence: decision.key.recurrenceID)
    for loser in decision.losers {
      lines += reason(MergePlan.sentence(loser, decision), isConflict: false)
      lines += fields(decision.fields(dropped: loser.dropped, instead: loser.instead))
    }
    for field in decision.fields where !field.isStamp {
      lines += reason(
        MergePlan.sentence(field, decision, naming: Self.name), isConflict: field.isConflict)
      lines += fields(decision.fields(dropped: field.dropped, instead: field.instead))
    }
    return lines
  }

  private func heading(_ identifier: String) -> [StyledLine] {
    let list = plan.report.lists.first { $0.identifier == identifier }
    guard let title = list?.title ?? (identifier.isEmpty ? nil : identifier) else { return [] }
    return rows.heading(rows.title(title), color: nil)
  }

  private func fields(_ differences: [FieldDifference]) -> [StyledLine] {
    rows.lines(differences.map(rows.row), indent: DifferenceRows.fieldIndent)
  }

  /// A conflict stands out, because the other decisions lose nothing that was meant.
  private func reason(_ sentence: String, isConflict: Bool) -> [StyledLine] {
    plain(sentence, isConflict ? .overdue : .dim, indent: DifferenceRows.fieldIndent)
  }

  private func plain(_ text: String, _ style: Style = .plain, indent: Int = 0) -> [StyledLine] {
    let room = surface.width.map { $0 - indent }
    return Wrapping.lines(Visible.line(text, surface.glyphs), width: room, style, surface.glyphs).map {
      var line = StyledLine()
      line.append(blanks: indent)
      line.append($0)
      return line
    }
  }

  /// The field that shows a property, in words.
  private static func name(_ property: String) -> String {
    if property == "VALARM" { return "alarm" }
    let id = PropertyID(name: property)
    return id == .other ? property : Field.all.first { $0.property == id }?.name ?? property
  }
}
