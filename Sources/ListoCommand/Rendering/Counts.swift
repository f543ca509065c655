internal import Listo

/// How many reminders are in which state.
struct Counts: Sendable, Hashable {
  var open = 0
  /// Of the open ones.
  var overdue = 0
  var done = 0
  /// Cancelled, or failed.
  var cancelled = 0

  init() {}

  init(_ reminders: some Sequence<Reminder>, _ context: ViewContext) {
    for reminder in reminders { add(reminder, context) }
  }

  var total: Int { open + done + cancelled }

  mutating func add(_ reminder: some ReminderProperties, _ context: ViewContext) {
    switch reminder.status {
    case .completed: done += 1
    case .cancelled, .failed: cancelled += 1
    default:
      open += 1
      if reminder.isOverdue(in: context) { overdue += 1 }
    }
  }

  static func + (left: Counts, right: Counts) -> Counts {
    var sum = left
    sum.open += right.open
    sum.overdue += right.overdue
    sum.done += right.done
    sum.cancelled += right.cancelled
    return sum
  }

  /// `5 open · 2 overdue · 3 done`; what is none is left out.
  func words(_ glyphs: Glyphs) -> [Word] {
    var words: [Word] = []
    func add(_ number: Int, _ name: String, _ style: Style) {
      guard number > 0 else { return }
      if !words.isEmpty { words.append(Word(glyphs.separator, .dim, space: 0)) }
      words.append(Word("\(number) \(name)", style))
    }
    add(open, "open", .plain)
    add(overdue, "overdue", .overdue)
    add(done, "done", .dim)
    add(cancelled, "cancelled", .dim)
    return words
  }
}

extension Catalog.ListNode {
  /// `3 events`, `1 journal`: what else its calendars hold.
  var othersInWords: [String] {
    others.sorted { $0.key < $1.key }.map { name, count in
      let word = name.hasPrefix("V") ? String(name.dropFirst()).lowercased() : name.lowercased()
      return RelativeDate.count(count, Visible.line(word))
    }
  }
}
