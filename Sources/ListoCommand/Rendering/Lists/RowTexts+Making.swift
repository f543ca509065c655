internal import Listo

extension RowTexts {
  /// Appends the row of a reminder.
  mutating func append(
    _ reminder: PlacedReminder, _ place: RowPlace, dates: RelativeDate, detail: RelativeDate.Detail,
    surface: Surface
  ) {
    let glyphs = surface.glyphs
    let status = reminder.status
    let isOpen = status.isOpen
    if place.isSelected { append(.pointer, glyphs.pointer, .bold) }
    // The eight named colours are too few, and yellow too faint, for more than the dot.
    let listStyle = surface.depth > .sixteen ? Style.ofList(place.color) : .plain
    append(.mark, glyphs.mark(status), isOpen ? listStyle : .dim)
    append(.name, place.name, .dim)
    appendGuides(place.hasMore, surface)
    appendTitle(reminder, place.number, isOpen: isOpen, glyphs)
    let due = isOpen ? reminder.due.map { dates.context.view(of: $0, zones: reminder.calendar.zones) } : nil
    let date: StyledText?
    var absolute: String?
    if place.isBelowItsDay, let due {
      date = dates.time(due).map { StyledText(Self.aligned($0), due.isPast ? .overdue : .plain) }
    } else if isOpen {
      (date, absolute) = Self.date(reminder, due, dates, detail)
    } else {
      (date, absolute) = Self.dateOfFinished(reminder, status, dates, detail)
    }
    if let date { append(.date, date) }
    if let absolute { append(.absolute, absolute, .dim) }
    appendExtras(reminder, isOpen: isOpen, place, glyphs, dates)
    endRow()
  }

  /// - Parameter hasMore: see ``ReminderTree/Entry``.
  private mutating func appendGuides(_ hasMore: [Bool], _ surface: Surface) {
    guard let last = hasMore.last else { return }
    let glyphs = surface.glyphs
    // Deep levels are drawn as less deep ones where they would leave no room for the title.
    let levels = surface.width.map { max(1, ($0 - 12) / 3 / TextWidth.cells(glyphs.branch)) } ?? .max
    let trunks = hasMore.suffix(levels).dropLast().map { $0 ? glyphs.trunk : glyphs.noTrunk }.joined()
    append(.guides, trunks + (last ? glyphs.branch : glyphs.lastBranch), .dim)
    append(.furtherGuides, trunks + (last ? glyphs.trunk : glyphs.noTrunk), .dim)
  }

  private mutating func appendTitle(
    _ reminder: PlacedReminder, _ number: Int?, isOpen: Bool, _ glyphs: Glyphs
  ) {
    if let number { append(.title, "#\(number)", .dim, space: 1) }
    append(.title, ReminderRow.sign(reminder.priorityBucket), isOpen ? .priority : .dim, space: 1)
    // A title may also be nothing but blanks.
    if !append(.title, phrase: .summary, of: reminder, isOpen ? .plain : .done, space: 1, glyphs) {
      append(.title, "(untitled)", .missing, space: 1)
    }
  }

  private mutating func appendExtras(
    _ reminder: PlacedReminder, isOpen: Bool, _ place: RowPlace, _ glyphs: Glyphs, _ dates: RelativeDate
  ) {
    // Only the first stands two blanks behind what is before it.
    var space = 2
    func add(_ text: String, _ style: Style, to rows: inout RowTexts) {
      rows.append(.extras, Visible.line(text, glyphs), isOpen ? style : .dim, space: space)
      space = 1
    }
    if isOpen, let percent = reminder.percent, (1..<100).contains(percent) {
      add("\(percent)%", .plain, to: &self)
    }
    reminder.forEachTag { tag in
      append(.extras, "#", tag, isOpen ? .tag : .dim, space: space, glyphs)
      space = 1
    }
    if let rule = place.rule ?? reminder.recurrence ?? reminder.ruleWithoutDate {
      let end = reminder.repeatsFromCompletion ? DateWording.whenDone : ""
      add("\(glyphs.repeats) \(RecurrenceRule.words(rule, until: nil))\(end)", .dim, to: &self)
    }
    if let missed = place.missed, missed > 0 { add("\(missed) missed", .overdue, to: &self) }
    if place.rule == nil, let occurrence = reminder.recurrenceID {
      let zones = reminder.calendar.zones
      let own = (reminder.start ?? reminder.due).map { dates.context.instant(of: $0, zones: zones) }
      let isMoved = own.map { $0 != dates.context.instant(of: occurrence, zones: zones) } ?? false
      add(
        "\(glyphs.repeats) \(isMoved ? "instead of" : "only") \(dates.short(occurrence, zones))", .dim,
        to: &self)
    }
    if isOpen {
      for alarm in reminder.alarms where alarm.proximity != nil {
        add("\(glyphs.alarm) \(AlarmWords.words(alarm, reminder.calendar.zones, dates))", .dim, to: &self)
      }
    }
    if let parent = place.hiddenParent { add("\(glyphs.partOf) \(parent)", .dim, to: &self) }
    if let list = place.list { appendList(list, place.color, isOpen: isOpen, space: space, glyphs) }
  }

  /// Appends the title of a list with its dot.
  mutating func appendList(
    _ list: String, _ color: ListColor?, isOpen: Bool, space: Int, _ glyphs: Glyphs
  ) {
    var words = Wrapping.phrase(Visible.line(list, glyphs), .dim, space: space)
    if words.isEmpty { words = [Word("(untitled)", .missing, space: space)] }
    // The dot is no last word of a line.
    words[0].sign = StyledText(glyphs.listDot, isOpen ? .list(color) : .dim)
    append(.extras, words)
  }

  private static func dateOfFinished(
    _ reminder: some ReminderProperties, _ status: Status, _ dates: RelativeDate,
    _ detail: RelativeDate.Detail
  ) -> (StyledText?, String?) {
    guard status == .completed else { return (StyledText(Visible.line(status.word), .dim), nil) }
    guard let completed = reminder.completed else { return (StyledText("done", .dim), nil) }
    // Nobody needs the minute in which it was done.
    let day = dates.context.day(of: completed, zones: reminder.calendar.zones)
    return (
      StyledText("done " + dates.words(day, detail), .dim), aligned(dates.date(day, alwaysYear: false))
    )
  }

  /// - Parameter due: when what is open is due.
  private static func date(
    _ reminder: some ReminderProperties, _ due: ViewedMoment?, _ dates: RelativeDate,
    _ detail: RelativeDate.Detail
  ) -> (StyledText?, String?) {
    if let due {
      let absolute = aligned(dates.short(due))
      if due.isPast { return (StyledText(dates.overdue(due), .overdue), absolute) }
      return (StyledText(dates.words(due, detail), due.day == dates.today ? .today : .plain), absolute)
    }
    guard
      let start = reminder.start.map({ dates.context.view(of: $0, zones: reminder.calendar.zones) }),
      start.instant > dates.context.now
    else { return (nil, nil) }
    return (StyledText("from " + dates.words(start, detail), .dim), aligned(dates.short(start)))
  }

  /// With a blank before a day, or an hour, of one digit.
  static func aligned(_ date: String) -> String {
    guard let second = date.utf8.dropFirst().first, second == UInt8(ascii: " ") || second == UInt8(ascii: ":")
    else { return date }
    return " " + date
  }
}
