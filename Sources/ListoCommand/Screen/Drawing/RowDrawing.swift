internal import Listo

/// Draws a reminder in one line: its mark, its title, what else there is room for, and at the right when it
/// is due.
struct RowDrawing: Sendable {
  let columns: Int
  let surface: Surface
  let dates: RelativeDate

  /// Beyond this a title and its date are torn apart.
  private static let widest = 110
  /// The width that a title needs beside a date, in cells.
  private static let leastTitle = 14

  private var glyphs: Glyphs { surface.glyphs }

  func line(
    _ reminder: Reminder, _ place: RowPlace, isMeant: Bool, isInFocus: Bool
  ) -> StyledLine {
    let row = ReminderRow(PlacedReminder(reminder), place, dates: dates, detail: .alone, surface: surface)
    var line = Self.lead(isMeant, glyphs)
    line.append(row.mark)
    line.append(" ")
    line.append(row.guides, .dim)
    if isInFocus { line.append(glyphs.focus + " ", .bold) }
    let end = min(columns, Self.widest)
    let date = self.date(row, reminder, room: end - line.cells)
    let room = end - line.cells - (date.map { $0.cells + 2 } ?? 0)
    line.append(Self.title(row, room: max(1, room), glyphs))
    if let date {
      line.pad(to: end - date.cells)
      line.append(date)
    }
    return line.drawn(isMeant: isMeant, columns: columns)
  }

  /// The beginning of a line: a sign for the one that is meant.
  static func lead(_ isMeant: Bool, _ glyphs: Glyphs) -> StyledLine {
    StyledLine([StyledText(isMeant ? glyphs.pointer + " " : "  ", isMeant ? .bold : .plain)])
  }

  /// The title whole, as far as there is room, and as many of the extras as fit behind it.
  private static func title(_ row: ReminderRow, room: Int, _ glyphs: Glyphs) -> StyledLine {
    var line = Wrapping.line(row.title)
    guard line.cells <= room else { return line.truncated(toCells: room, glyphs) }
    for word in row.extras.flatMap(\.parted) {
      guard line.cells + word.space + word.cells <= room else { break }
      Wrapping.add(word, word.space, to: &line)
    }
    return line
  }

  /// The date, in fewer words where there is little room; nil where there is none for it.
  private func date(_ row: ReminderRow, _ reminder: Reminder, room: Int) -> StyledText? {
    guard let date = row.date else { return nil }
    if room - date.cells - 2 >= Self.leastTitle { return date }
    var short = date
    if reminder.isOverdue(in: dates.context) {
      short = StyledText("late", short.style)
    } else if reminder.isOpen, let due = reminder.due {
      short = StyledText(dates.words(dates.context.day(of: due, zones: reminder.calendar.zones)), short.style)
    } else if !reminder.isOpen {
      return nil
    }
    return room - short.cells - 2 >= Self.leastTitle - 6 ? short : nil
  }
}

extension StyledLine {
  /// The line in reverse video over the full width, where the cursor is on it; a sign says the same without
  /// colours.
  func drawn(isMeant: Bool, columns: Int) -> StyledLine {
    guard isMeant else { return self }
    var line = self
    line.pad(to: columns)
    return StyledLine(
      line.texts.map { text in
        StyledText(
          text.text, Style(isBold: text.style.isBold, isStruck: text.style.isStruck, isInverse: true))
      })
  }
}
