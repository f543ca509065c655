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
    let isOpen = status.isOpen
    // The eight named colours are too few, and yellow too faint, for more than the dot.
    let listStyle = surface.depth > .sixteen ? Style.ofList(place.color) : .plain
    mark = StyledText(glyphs.mark(status), isOpen ? listStyle : .dim)
    (name, isSelected) = (place.name, place.isSelected)
    // Deep levels are drawn as less deep ones where they would leave no room for the title.
    if let last = place.hasMore.last {
      let levels = surface.width.map { max(1, ($0 - 12) / 3 / TextWidth.cells(glyphs.branch)) } ?? .max
      let hasMore = place.hasMore.suffix(levels)
      let trunks = hasMore.dropLast().map { $0 ? glyphs.trunk : glyphs.noTrunk }.joined()
      guides = trunks + (last ? glyphs.branch : glyphs.lastBranch)
      furtherGuides = trunks + (last ? glyphs.trunk : glyphs.noTrunk)
    } else {
      (guides, furtherGuides) = ("", "")
    }
    title = Self.title(reminder, place.number, isOpen: isOpen, glyphs)
    extras = Self.extras(reminder, isOpen: isOpen, place, glyphs, dates)
    titleCells = TextWidth.cells(guides) + Wrapping.cells(title)
    extrasCells = Wrapping.cells(extras)
    let due = isOpen ? reminder.due.map { dates.context.view(of: $0, zones: reminder.calendar.zones) } : nil
    if place.isBelowItsDay, let due {
      date = dates.time(due).map { StyledText(Self.aligned($0), due.isPast ? .overdue : .plain) }
    } else if isOpen {
      (date, absolute) = Self.date(reminder, due, dates, detail)
    } else {
      (date, absolute) = Self.dateOfFinished(reminder, status, dates, detail)
    }
  }

  private static func title(
    _ reminder: some ReminderProperties, _ number: Int?, isOpen: Bool, _ glyphs: Glyphs
  ) -> [Word] {
    var words: [Word] = []
    // A sign and a title are all that most have.
    words.reserveCapacity(2)
    if let number { words.append(Word("#\(number)", .dim)) }
    let priority = Self.sign(reminder.priorityBucket)
    if !priority.isEmpty { words.append(Word(priority, isOpen ? .priority : .dim)) }
    if let title = reminder.title {
      Wrapping.append(
        phrase: Visible.line(title, glyphs), isOpen ? .plain : .done, space: 1, to: &words)
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
      let (first, space) = (words.count, words.isEmpty ? 2 : 1)
      Wrapping.append(phrase: Visible.line(list, glyphs), .dim, space: space, to: &words)
      if words.count == first { words.append(Word("(untitled)", .missing, space: space)) }
      // The dot is no last word of a line.
      words[first].sign = StyledText(glyphs.listDot, isOpen ? .list(place.color) : .dim)
    }
    return words
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
  private static func aligned(_ date: String) -> String {
    guard let second = date.utf8.dropFirst().first, second == UInt8(ascii: " ") || second == UInt8(ascii: ":")
    else { return date }
    return " " + date
  }
}
