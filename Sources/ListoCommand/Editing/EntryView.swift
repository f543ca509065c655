internal import Listo

/// The meaning that Listo found in the words of a quick entry, for people.
struct EntryView {
  private let entry: QuickEntry
  private let line: String
  private let dates: RelativeDate

  init(_ entry: QuickEntry, of line: String, _ dates: RelativeDate) {
    (self.entry, self.line, self.dates) = (entry, line, dates)
  }

  /// A line for each piece: what was written, what it is, and what it means.
  var text: String {
    var rows = [("title", entry.title, "")]
    rows += entry.pieces.map { piece in
      let note = piece.note.map { " (\($0))" } ?? ""
      return (piece.kind.name, String(line[piece.range]), meaning(piece) + note)
    }
    let kinds = rows.map { TextWidth.cells($0.0) }.max() ?? 0
    let words = rows.dropFirst().map { TextWidth.cells(Visible.line($0.1)) }.max() ?? 0
    return rows.map { kind, word, meaning in
      let word = Visible.line(word)
      guard !meaning.isEmpty else { return kind.padded(toCells: kinds) + "  " + word + "\n" }
      return kind.padded(toCells: kinds) + "  " + word.padded(toCells: words) + "  " + Visible.line(meaning)
        + "\n"
    }.joined()
  }

  /// One line with all of it: `understood: Fri 27 Nov 2026 09:00, tag health`; nil where there was nothing to
  /// understand.
  var summary: String? {
    let pieces = entry.pieces.filter { $0.kind != .escape }
    guard !pieces.isEmpty else { return nil }
    return "understood: "
      + pieces.map { piece in
        let name =
          piece.kind == .date || piece.kind == .time || piece.kind == .rule ? "" : piece.kind.name + " "
        return name + meaning(piece) + (piece.note.map { " (\($0))" } ?? "")
      }.joined(separator: ", ")
  }

  /// The meaning of a piece; dates and times are written as the views write them.
  private func meaning(_ piece: Piece) -> String {
    for said in [entry.due, entry.start].compactMap(\.self) {
      let day = DateWords(.date(said.day))
      if piece.meaning == said.words(.english) { return dates.long(said.moment, .empty) }
      if piece.meaning == day.words(.english) { return dates.long(day.moment, .empty) }
      if let local = said.local, piece.meaning == RelativeDate.clock(local) {
        return RelativeDate.clock(local, dates.context.dateStyle.clock)
      }
    }
    return piece.meaning
  }

  /// Notes for the answer: the words that look like a date and stay in the title.
  var notes: [String] {
    guard let unread = entry.unread else { return [] }
    let reason =
      if let language = unread.language {
        "to read it as a date, set language = \"\(language)\" in the configuration"
      } else if unread.rest.isEmpty {
        "write a date like fri, 15 dec, 2026-12-15 or every month"
      } else {
        "'\(unread.rest)' after it is neither a date nor a time; write the date at the end"
      }
    return ["'\(unread.words)' stays in the title; \(reason)"]
  }
}
