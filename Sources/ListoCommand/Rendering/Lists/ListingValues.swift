internal import Listo

/// A name in a column or a template: a field of the table, or a value that only a listing knows.
enum ListingName: Sendable, Hashable {
  case field(FieldID)
  case id, list, source, identifier, number, mark

  /// A row for each name that is no field's, and what it is.
  static let own: [(name: String, value: ListingName, summary: String)] = [
    ("id", .id, "the short name"), ("list", .list, "the title of its list"),
    ("source", .source, "the title of its source"),
    ("identifier", .identifier, "the identifier that stays the same from run to run"),
    ("number", .number, "the running number in its list"),
    ("mark", .mark, "the mark of its status, as a list shows it"),
  ]

  static let all = own.map(\.name) + Field.all.map(\.name)

  static func named(_ word: String) -> ListingName? {
    own.first { $0.name == word.lowercased() }?.value ?? Field.named(word).map { .field($0.id) }
  }

  /// The forms that its value can be written in.
  var forms: [ValueForm] {
    switch self {
    case .field(.priority): [.word, .sign]
    case .field(let id): Field[id].type == .moment ? ValueForm.ofMoments : []
    default: []
    }
  }

  /// Whether it stands at the right of a column.
  var isNumber: Bool {
    switch self {
    case .field(let id): Field[id].type == .integer
    case .number: true
    default: false
    }
  }
}

/// How a value is written, in the viewer's zone.
enum ValueForm: String, Sendable, CaseIterable {
  /// 2026-12-04; 18:00; Fri; 4 Dec 18:00; Fri 4 Dec 2026, 18:00; in 3 days.
  case date, time, weekday, short, long, relative
  /// high, medium, low or none; !!!, !! or !.
  case word, sign

  static let ofMoments: [ValueForm] = [.date, .time, .weekday, .short, .long, .relative]
}

/// The values of the reminders of a catalog, as text that is fit for a terminal.
struct ListingValues {
  let catalog: Catalog
  let names: ShortNames
  let dates: RelativeDate
  let glyphs: Glyphs
  private var lists: ListFacts

  init(_ catalog: Catalog, _ names: ShortNames, _ context: ViewContext, _ glyphs: Glyphs) {
    (self.catalog, self.names, self.glyphs) = (catalog, names, glyphs)
    dates = RelativeDate(context)
    lists = ListFacts(catalog, numbered: .always, hasParents: false)
  }

  /// Empty where the reminder has no such value. Without a form, a value is written as it is stored: a time
  /// with its zone's name.
  mutating func text(_ name: ListingName, _ form: ValueForm?, of path: Catalog.IndexPath) -> String {
    guard let reminder = catalog.reminder(at: path), let identifier = catalog.modelIdentifier(at: path) else {
      return ""
    }
    switch name {
    case .id: return names.name(of: identifier)
    case .list: return visible(catalog.list(at: path)?.list.title ?? "")
    case .source: return visible(catalog.sources[path.source].source.title)
    case .identifier: return visible(identifier.description)
    case .number:
      lists.learn(path)
      return lists.number(path).map(String.init) ?? ""
    case .mark: return glyphs.mark(reminder.status)
    case .field(let id): return text(id, form, of: reminder)
    }
  }

  private func text(_ id: FieldID, _ form: ValueForm?, of reminder: Reminder) -> String {
    guard let value = Field[id].get(reminder) else {
      return id == .priority && form == .word ? PriorityBucket.none.rawValue : ""
    }
    switch (value, form) {
    case (.moment(let moment), let form?): return text(moment, form, id, reminder)
    case (.integer, .word): return reminder.priorityBucket.rawValue
    case (.integer, .sign): return ReminderRow.sign(reminder.priorityBucket)
    default: return visible(value.description)
    }
  }

  private func text(_ moment: Moment, _ form: ValueForm, _ id: FieldID, _ reminder: Reminder) -> String {
    let zones = reminder.calendar.zones
    let day = dates.context.day(of: moment, zones: zones)
    switch form {
    case .date: return day.description
    case .time: return dates.time(moment, zones) ?? ""
    case .weekday: return RelativeDate.name(day.weekday)
    case .short: return dates.short(moment, zones)
    case .long: return dates.long(moment, zones)
    case .relative:
      return id == .due && reminder.isOverdue(in: dates.context)
        ? dates.overdue(moment, zones) : dates.words(moment, zones)
    case .word, .sign: return ""
    }
  }

  private func visible(_ text: String) -> String { Visible.line(text, glyphs) }
}
