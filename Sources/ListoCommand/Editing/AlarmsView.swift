internal import Listo

/// Alarms below the days on which they ring, for people.
struct AlarmsView {
  let rings: [AlarmTimes.Ring]
  let catalog: Catalog
  let context: ViewContext
  let surface: Surface

  var lines: [StyledLine] {
    guard !rings.isEmpty else { return [StyledLine([StyledText("No alarm rings.")])] }
    let names = catalog.shortNames()
    let dates = RelativeDate(context)
    return RowSheet(
      from: rings.indices.map { UInt32($0) }, below: headings(dates),
      lead: ListLayout.indent.utf8.count + surface.glyphs.alarm.count + 1 + names.width + 2, surface
    ) { [self] places in
      var rows = RowTexts(for: places.count)
      for place in places { append(rings[Int(place)], names, dates, to: &rows) }
      return rows
    }.lines
  }

  private func headings(_ dates: RelativeDate) -> [RowSheet.Opening] {
    var openings: [RowSheet.Opening] = []
    let days = rings.map { context.zone.local(of: $0.instant).day }
    for (row, day) in days.enumerated() where row == 0 || day != days[row - 1] {
      var heading = StyledLine([StyledText(dates.heading(day), .bold)])
      heading.append("  \(days[row...].prefix { $0 == day }.count)", .dim)
      openings.append(RowSheet.Opening(row: row, lines: (row > 0 ? [StyledLine()] : []) + [heading]))
    }
    return openings
  }

  private func append(
    _ ring: AlarmTimes.Ring, _ names: ShortNames, _ dates: RelativeDate, to rows: inout RowTexts
  ) {
    let glyphs = surface.glyphs
    let path = catalog.indexPath(for: ring.identifier) ?? catalog.masterPath(ofOccurrence: ring.identifier)
    let list = path.flatMap(catalog.list)?.list
    rows.append(.mark, glyphs.alarm, surface.depth > .sixteen ? .ofList(list?.color) : .plain)
    rows.append(.name, names.name(of: ring.identifier), .dim)
    rows.append(.title, Wrapping.phrase(Visible.line(ring.titles(in: catalog).title, glyphs), space: 1))
    rows.append(.date, StyledText(dates.time(ring.instant)))
    if ring.isSnooze { rows.append(.extras, "snoozed", .dim, space: 2) }
    rows.appendList(list?.title ?? "", list?.color, isOpen: true, space: ring.isSnooze ? 1 : 2, glyphs)
    rows.endRow()
  }
}
