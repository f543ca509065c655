internal import Listo

/// The texts of one row of a list, outside of ``RowTexts``.
struct ReminderRow: Sendable {
  var mark = StyledText("")
  var name = ""
  /// It is the one that was selected.
  var isSelected = false
  /// The lines of the tree before its title.
  var guides = ""
  /// The same for further lines of it.
  var furtherGuides = ""
  /// Number, priority and title.
  var title: [Word] = []
  /// Progress, tags, recurrence, place; its list, where that is not said above it.
  var extras: [Word] = []
  /// `Fri 18:00`, `3 days overdue`, `done yesterday`.
  var date: StyledText?
  /// The same as a date: `4 Dec 18:00`.
  var absolute: String?
}

/// The facts in a row that the reminder itself does not know.
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
  /// How many occurrences of its series were missed before the one that is shown.
  var missed: Int?
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
    _ reminder: PlacedReminder, _ place: RowPlace, dates: RelativeDate, detail: RelativeDate.Detail,
    surface: Surface
  ) {
    var rows = RowTexts()
    rows.append(reminder, place, dates: dates, detail: detail, surface: surface)
    self = rows[0]
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
}
