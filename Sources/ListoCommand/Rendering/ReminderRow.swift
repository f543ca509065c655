internal import Listo

/// What a list shows of one reminder, in pieces that a layout puts together.
struct ReminderRow: Sendable {
  var mark: StyledText
  var name: String
  /// It is the one that was selected.
  var isSelected = false
  /// The lines of the tree before its title.
  var guides: String
  /// The same for further lines of it.
  var furtherGuides: String
  /// Number, priority and title.
  var title: [Word]
  /// Progress, tags, recurrence, place; its list, where that is not said above it.
  var extras: [Word]
  /// `Fri 18:00`, `3 days overdue`, `done yesterday`.
  var date: StyledText?
  /// The same as a date: `4 Dec 18:00`.
  var absolute: String?

  /// The cells of the title, with the lines before it, and of the extras, each on one line.
  var titleCells: Int
  var extrasCells: Int
}

/// What a row says that the reminder itself does not know.
struct RowPlace: Sendable {
  /// Its short name.
  var name: String
  /// Its running number, where these are shown.
  var number: Int?
  /// See ``ReminderTree/Entry``.
  var hasMore: [Bool] = []
  /// The title of its parent, where that is not shown.
  var hiddenParent: String?
  /// The rule of what it is an occurrence of, or words in its place.
  var rule: String?
  /// The title of its list, where no heading says it.
  var list: String?
  /// The colour of its list.
  var color: ListColor?
  var isSelected = false
  /// It stands below the day on which it is due: the time is all that is left to say.
  var isBelowItsDay = false
}

extension ReminderRow {
  init(
    _ reminder: some ReminderProperties, _ place: RowPlace, dates: RelativeDate, detail: RelativeDate.Detail,
    surface: Surface
  ) {
    let glyphs = surface.glyphs
    let status = reminder.status
    let isOpen = reminder.isOpen
    // The eight named colours are too few, and yellow too faint, for more than the dot.
    let listStyle = surface.depth > .sixteen ? Style.ofList(place.color) : .plain
    mark = StyledText(glyphs.mark(status), isOpen ? listStyle : .dim)
    (name, isSelected) = (place.name, place.isSelected)
    // Deep levels are drawn as less deep ones where they would leave no room for the title.
    let levels = surface.width.map { max(1, ($0 - 12) / 3 / TextWidth.cells(glyphs.branch)) } ?? .max
    let hasMore = place.hasMore.suffix(levels)
    let trunks = hasMore.dropLast().map { $0 ? glyphs.trunk : glyphs.noTrunk }.joined()
    guides = trunks + (hasMore.last.map { $0 ? glyphs.branch : glyphs.lastBranch } ?? "")
    furtherGuides = trunks + (hasMore.last.map { $0 ? glyphs.trunk : glyphs.noTrunk } ?? "")
    title = Self.title(reminder, place.number, isOpen: isOpen, glyphs)
    extras = Self.extras(reminder, isOpen: isOpen, place, glyphs, dates)
    titleCells = TextWidth.cells(guides) + Wrapping.cells(title)
    extrasCells = Wrapping.cells(extras)
    (date, absolute) = Self.date(reminder, status, dates, detail)
    if place.isBelowItsDay, isOpen, let due = reminder.due {
      absolute = nil
      let style = reminder.isOverdue(in: dates.context) ? Style.overdue : .plain
      date = dates.time(due, reminder.calendar.zones).map { StyledText(Self.aligned($0), style) }
    }
  }

  private static func title(
    _ reminder: some ReminderProperties, _ number: Int?, isOpen: Bool, _ glyphs: Glyphs
  ) -> [Word] {
    var words: [Word] = []
    if let number { words.append(Word("#\(number)", .dim)) }
    let priority = Self.sign(reminder.priorityBucket)
    if !priority.isEmpty { words.append(Word(priority, isOpen ? .priority : .dim)) }
    if let title = reminder.title {
      words += Wrapping.phrase(Visible.line(title, glyphs), isOpen ? .plain : .done, space: 1)
    }
    // A title may also be nothing but blanks.
    if words.count == (priority.isEmpty ? 0 : 1) + (number == nil ? 0 : 1) {
      words.append(Word("(untitled)", .missing))
    }
    return words
  }

  /// `!!!` high, `!!` medium, `!` low.
  static func sign(_ bucket: PriorityBucket) -> String {
    switch bucket {
    case .high: "!!!"
    case .medium: "!!"
    case .low: "!"
    case .none: ""
    }
  }

  private static func extras(
    _ reminder: some ReminderProperties, isOpen: Bool, _ place: RowPlace, _ glyphs: Glyphs,
    _ dates: RelativeDate
  ) -> [Word] {
    var words: [Word] = []
    func add(_ text: String, _ style: Style) {
      words.append(Word(Visible.line(text, glyphs), isOpen ? style : .dim, space: words.isEmpty ? 2 : 1))
    }
    if isOpen, let percent = reminder.percent, (1..<100).contains(percent) { add("\(percent)%", .plain) }
    for tag in reminder.tags { add("#" + tag, .tag) }
    if let rule = place.rule ?? reminder.recurrence {
      add("\(glyphs.repeats) \(RecurrenceWords.words(rule))", .dim)
    }
    if place.rule == nil, let occurrence = reminder.recurrenceID {
      let zones = reminder.calendar.zones
      let own = (reminder.start ?? reminder.due).map { dates.context.instant(of: $0, zones: zones) }
      let isMoved = own.map { $0 != dates.context.instant(of: occurrence, zones: zones) } ?? false
      add("\(glyphs.repeats) \(isMoved ? "instead of" : "only") \(dates.short(occurrence, zones))", .dim)
    }
    if isOpen {
      for alarm in reminder.alarms where alarm.proximity != nil {
        add("\(glyphs.alarm) \(AlarmWords.words(alarm, reminder.calendar.zones, dates))", .dim)
      }
    }
    if let parent = place.hiddenParent { add("\(glyphs.partOf) \(parent)", .dim) }
    if let list = place.list {
      var name = Wrapping.phrase(Visible.line(list, glyphs), .dim, space: words.isEmpty ? 2 : 1)
      if name.isEmpty { name = [Word("(untitled)", .missing, space: words.isEmpty ? 2 : 1)] }
      // The dot is no last word of a line.
      name[0].sign = StyledText(glyphs.listDot, isOpen ? .list(place.color) : .dim)
      words += name
    }
    return words
  }

  private static func date(
    _ reminder: some ReminderProperties, _ status: Status, _ dates: RelativeDate,
    _ detail: RelativeDate.Detail
  ) -> (StyledText?, String?) {
    let zones = reminder.calendar.zones
    func words(_ moment: Moment) -> String { dates.words(moment, zones, detail) }
    func absolute(_ moment: Moment) -> String { Self.aligned(dates.short(moment, zones)) }
    if status == .completed {
      guard let completed = reminder.completed else { return (StyledText("done", .dim), nil) }
      // Nobody needs the minute in which it was done.
      let day = dates.context.day(of: completed, zones: zones)
      return (
        StyledText("done \(dates.words(day, detail))", .dim), Self.aligned(dates.date(day, alwaysYear: false))
      )
    }
    guard reminder.isOpen else { return (StyledText(Visible.line(status.word), .dim), nil) }
    if let due = reminder.due {
      if reminder.isOverdue(in: dates.context) {
        return (StyledText(dates.overdue(due, zones), .overdue), absolute(due))
      }
      let isToday = dates.context.day(of: due, zones: zones) == dates.today
      return (StyledText(words(due), isToday ? .today : .plain), absolute(due))
    }
    guard let start = reminder.start, dates.context.instant(of: start, zones: zones) > dates.context.now
    else {
      return (nil, nil)
    }
    return (StyledText("from \(words(start))", .dim), absolute(start))
  }

  /// With a blank before a day, or an hour, of one digit.
  private static func aligned(_ date: String) -> String {
    guard let second = date.dropFirst().first, second == " " || second == ":" else { return date }
    return " " + date
  }
}
