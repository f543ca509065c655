import Listo
import ListoTestSupport
import Testing

/// Rows as a table shows them, and the steps from one state to the next.
@Suite struct RowsTests {
  private let view = ViewContext(now: Instant(seconds: 1_796_126_400), zone: .utc)

  @Test func subtasksStandBelowTheirParents() throws {
    let store = ReminderStore(inMemory: Catalog(sources: []), clock: FixedClock(view))
    let home = try store.addList("Home")
    let party = try store.edit("Add") { edit in
      let party = try edit.add(
        ReminderDraft(title: "Party", due: .date(view.today.adding(days: 9))), to: home)
      try edit.add(ReminderDraft(title: "Cake", due: .date(view.today), parent: party), to: home)
      try edit.add(ReminderDraft(title: "Bread", due: .date(view.today.adding(days: -1))), to: home)
      return party
    }
    let rows = try store.rows()
    #expect(rows.sections.map(\.title) == ["Home"])
    #expect(
      rows.sections[0].rows.map { "\($0.depth) \($0.title ?? "")" } == ["0 Bread", "0 Party", "1 Cake"])
    #expect(rows.sections[0].rows.map(\.isOverdue) == [true, false, false])
    #expect(rows.position(of: party) == ReminderRows.Position(section: 0, row: 1))
    let due = try store.rows(grouping: .due)
    #expect(due.sections.map(\.title) == ["Overdue", "Today", "Later"])
    #expect(due.count == 3)
  }

  @Test func draggingArrangesSiblings() throws {
    let store = ReminderStore(inMemory: Catalog(sources: []), clock: FixedClock(view))
    let home = try store.addList("Home")
    try store.edit("Add") { edit in
      for title in ["A", "B", "C", "D"] { try edit.add(ReminderDraft(title: title), to: home) }
    }
    for (offsets, target, expected) in [([3], 0, "DABC"), ([0, 1], 4, "BCDA"), ([2], 2, "BCDA")] {
      let rows = try store.rows(by: .manual)
      let move = try #require(rows.move(fromOffsets: offsets, toOffset: target, inSection: 0))
      try store.edit("Move") { try $0.arrange(move.ids, move.position) }
      let titles = try store.rows(by: .manual).sections[0].rows.compactMap(\.title).joined()
      #expect(titles == expected)
    }
  }

  /// A table of arrays, to which changes are applied by index as UITableView does it.
  private struct Table: Equatable {
    var sections: [[ReminderRows.Row]]

    init(_ rows: ReminderRows) { sections = rows.sections.map(\.rows) }

    mutating func apply(_ changes: RowChanges, from old: ReminderRows, to new: ReminderRows) {
      let gone = changes.removed + changes.moved.map(\.old)
      for place in gone.sorted(by: >) { sections[place.section].remove(at: place.row) }
      for section in changes.removedSections.sorted(by: >) { sections.remove(at: section) }
      for section in changes.insertedSections { sections.insert(new.sections[section].rows, at: section) }
      let came = (changes.inserted + changes.moved.map(\.new)).sorted()
      for place in came {
        // The moved row is as it was until it is reloaded.
        let move = changes.moved.first { $0.new == place }
        let row = move.flatMap { old.row(at: $0.old) } ?? new.row(at: place)
        if let row { sections[place.section].insert(row, at: place.row) }
      }
      for place in changes.updated {
        if let row = new.row(at: place) { sections[place.section][place.row] = row }
      }
    }
  }

  /// Random edits, with every grouping: the table is always what the rows are.
  @Test(arguments: Grouping.allCases)
  func changesLeadToTheNewRows(grouping: Grouping) throws {
    var random = SplitMix64(seed: Seed.current)
    let store = ReminderStore(inMemory: Catalog(sources: []), clock: FixedClock(view))
    let lists = try ["Home", "Work", "Garden"].map { try store.addList($0) }
    var shown = try store.rows(where: "all", by: .natural, grouping: grouping)
    var table = Table(shown)
    var (moves, updates) = (0, 0)
    for round in 0..<300 {
      try store.edit("Round \(round)") { edit in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          try change(&edit, lists, &random)
        }
      }
      let next = try store.rows(where: "all", by: .natural, grouping: grouping)
      let changes = next.changes(from: shown)
      table.apply(changes, from: shown, to: next)
      #expect(table == Table(next), "round \(round) of \(grouping), seed \(Seed.current)")
      #expect(next.changes(from: next).isEmpty)
      moves += changes.moved.count
      updates += changes.updated.count
      shown = next
    }
    #expect(updates > 0)
    #expect(moves > 0 || grouping == .none)
  }

  /// The same while another program edits the files, too: the table is what a new reading shows.
  @Test func changesOfAnotherProgramLeadToTheNewRows() throws {
    var random = SplitMix64(seed: Seed.current)
    let folder = try StoreFolder()
    for name in ["Home", "Work", "Garden"] {
      try folder.write(
        "\(name).ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:\(name)\r\nEND:VCALENDAR\r\n")
    }
    let clock = FixedClock(view)
    let store = try ReminderStore([folder.path], clock: clock)
    let other = try ReminderStore([folder.path], clock: clock)
    let lists = store.catalog.lists.map(\.id)
    var shown = try store.rows(where: "all", grouping: .due)
    var table = Table(shown)
    for round in 0..<100 {
      for editor in [store, other] where Bool.random(using: &random) {
        editor.refresh()
        try editor.edit("Round \(round)") { try change(&$0, lists, &random) }
      }
      store.refresh()
      let next = try store.rows(where: "all", grouping: .due)
      table.apply(next.changes(from: shown), from: shown, to: next)
      let read = try ReminderStore([folder.path], clock: clock).rows(where: "all", grouping: .due)
      #expect(table == Table(read), "round \(round), seed \(Seed.current)")
      shown = next
    }
    #expect(shown.count > 10)
  }

  private func change(
    _ edit: inout Editing, _ lists: [ModelIdentifier], _ random: inout SplitMix64
  ) throws {
    let list = lists[Int.random(in: 0..<lists.count, using: &random)]
    let day = Moment.date(view.today.adding(days: Int.random(in: -3...9, using: &random)))
    let members = edit.reminders(in: list)
    guard let chosen = members.randomElement(using: &random), members.count > 3 else {
      try edit.add(
        ReminderDraft(
          title: "Task \(Int.random(in: 0..<100, using: &random))",
          due: Bool.random(using: &random) ? day : nil,
          priority: PriorityBucket.allCases.randomElement(using: &random) ?? .none,
          tags: ["a", "b", "c"].filter { _ in Bool.random(using: &random) }), to: list)
      return
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: try edit.delete(chosen.identifier)
    case 1: try edit.setDue(day, of: chosen.identifier)
    case 2: chosen.reminder.isOpen ? try edit.complete(chosen.identifier) : try edit.reopen(chosen.identifier)
    case 3: try edit.set(.tags, to: ["c", "d"], of: chosen.identifier)
    case 4: try edit.flag(chosen.identifier, to: !chosen.reminder.isFlagged)
    case 5:
      let other = members.randomElement(using: &random)?.identifier
      // A circle is refused.
      _ = try? edit.apply(.setParent(other == chosen.identifier ? nil : other), to: chosen.identifier)
    case 6: try edit.move(chosen.identifier, to: lists[Int.random(in: 0..<lists.count, using: &random)])
    case 7: try edit.rename(chosen.identifier, to: "Task \(Int.random(in: 0..<100, using: &random))")
    default: try edit.add(ReminderDraft(title: "New", due: day), to: list)
    }
  }
}
