internal import Listo

extension ReminderCounts {
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
