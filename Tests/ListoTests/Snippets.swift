import Listo
import ListoTesting

/// The code of an app that uses Listo, as articles show it: each part between two marks is the block of code
/// in one of them, word for word (``ArticleTests``). `print` here keeps what an app would show.
struct Snippets {
  private(set) var printed: [String] = []
  let clock: any ReminderClock

  init(clock: any ReminderClock = .system) { self.clock = clock }

  private mutating func print(_ words: Any...) {
    printed.append(words.map { "\($0)" }.joined(separator: " "))
  }

  func open(_ folder: String, _ state: String) throws -> ReminderStore {
    // snippet
    let store = try ReminderStore([folder], journal: Journal(state + "/journal"))
    // end
    _ = store
    return try ReminderStore([folder], journal: Journal(state + "/journal"), clock: clock)
  }

  mutating func list(_ store: ReminderStore) {
    // snippet
    for source in store.catalog.sources {
      print(source.title)
      for list in source.lists { print(list.title, list.color as Any, list.openCount) }
    }
    for failure in store.failures { print(failure) }
    // end
  }

  mutating func ask(_ store: ReminderStore) throws {
    // snippet
    let late = try store.reminders("overdue and priority = high", by: .natural)
    for entry in late { print(entry.id, entry.title ?? "Untitled", entry.due as Any) }
    // end
  }

  func change(_ store: ReminderStore, _ home: Catalog.ListNode) throws {
    // snippet
    let tomorrow = store.view.today.adding(days: 1)
    let milk = try store.edit("Add milk") { edit in
      try edit.add(ReminderDraft(title: "Milk", due: .date(tomorrow), tags: ["shop"]), to: home.id)
    }
    try store.edit("Done") { try $0.complete(milk) }
    try store.undo()
    // end
  }

  @MainActor func follow(_ store: ReminderStore, _ table: Table) async throws {
    // snippet
    var shown = try store.rows(where: "open", by: .manual, grouping: .due)
    for await _ in store.updates {
      let rows = try store.rows(where: "open", by: .manual, grouping: .due)
      let changes = rows.changes(from: shown)
      table.performBatchUpdates(rows) { table in
        table.deleteSections(changes.removedSections)
        table.insertSections(changes.insertedSections)
        table.deleteRows(at: changes.removed)
        table.insertRows(at: changes.inserted)
        for move in changes.moved { table.moveRow(at: move.old, to: move.new) }
      }
      table.reloadRows(at: changes.updated)
      shown = rows
    }
    // end
  }

  func times() throws -> (draft: ReminderDraft, clock: FixedClock)? {
    // snippet
    guard let zone = Zone.named("Europe/Berlin"), let day = Day(year: 2026, month: 12, day: 4),
      let nine = LocalDateTime(day: day, hour: 9, minute: 0)
    else { return nil }
    let meeting = ReminderDraft(
      title: "Meeting", due: .zoned(nine, tzid: "Europe/Berlin"), repeats: RecurrenceRule(.weekly))
    let clock = FixedClock(now: zone.instant(of: nine), zone: zone)
    // end
    return (meeting, clock)
  }

  mutating func read(_ text: String) throws {
    // snippet
    let opened = try Catalog.read(Array(text.utf8), from: .todoTxt)
    print(opened.catalog.entries.map(\.title), opened.problems)
    // end
  }

  mutating func convert(_ bytes: [UInt8]) throws {
    // snippet
    let csv = try Conversion(to: .csv).convert(bytes)
    print(csv.text, csv.losses.counts, csv.problems)
    // end
  }

  func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) throws -> [UInt8] {
    // snippet
    let plan = try Merge.plan(base: base, ours: ours, theirs: theirs) { conflict in .ours }
    let merged = try plan.bytes()
    // end
    return merged
  }

  mutating func mergeFiles(_ laptop: String, _ phone: String, to path: String) throws {
    // snippet
    let plan = try Merge.plan([laptop, phone])
    try plan.save(path)
    for line in try plan.text() { print(line) }
    // end
  }

  func account(_ folder: String, _ states: String, _ password: @escaping @Sendable () async throws -> String)
    -> Account
  {
    // snippet
    let settings = AccountSettings(
      name: "home", place: "https://dav.example.com", user: "ann",
      password: .asking { try await password() }, folder: folder)
    let account = Account(settings, states: states)
    // end
    return account
  }

  @MainActor mutating func sync(
    _ account: Account, _ show: @escaping @Sendable (SyncProgress) -> Void,
    _ ask: @escaping @Sendable ([String], [String]) async -> Bool
  ) async throws {
    // snippet
    let report = try await account.sync(progress: { step in show(step) }) { conflict in
      var winners: [String: MergePreference] = [:]
      for field in conflict.fields where field.isConflict {
        winners[field.name] = await ask(field.ours, field.theirs) ? .ours : .theirs
      }
      return .fields(winners)
    }
    print(report.counts, report.waiting)
    // end
  }

  mutating func restore(_ id: ModelIdentifier, _ store: ReminderStore) {
    // snippet
    let selection = Selection(id, in: store.catalog)
    // Later, in another run:
    switch selection?.resolve(in: store.catalog) {
    case .found(let path), .moved(let path): print(store.catalog.reminder(at: path)?.title ?? "Untitled")
    case .similar, .gone, nil: print("It is gone.")
    }
    // end
  }

  func preview() throws -> ReminderStore {
    // snippet
    let store = ReminderStore(inMemory: Catalog(sources: []))
    let home = try store.addList("Home", color: ListColor("#34C759"))
    try store.edit("Add") { try $0.add(ReminderDraft(title: "Milk"), to: home) }
    // end
    return store
  }

  @MainActor func mock(_ folder: String, _ states: String) async throws -> MockCalDAV {
    // snippet
    let server = MockCalDAV()
    server.addList("home", title: "Home")
    let account = Account(MockCalDAV.settings(folder: folder), states: states, http: server)
    try await account.sync()
    // The first request of the next sync has no answer, so it throws; the one after it goes on.
    server.fail(.unreachable, atRequest: 1)
    // end
    return server
  }
}

/// A table of an app.
@MainActor final class Table {
  private(set) var rows: [ReminderRows.Row] = []

  func performBatchUpdates(_ rows: ReminderRows, _ updates: (Table) -> Void) {
    updates(self)
    self.rows = rows.sections.flatMap(\.rows)
  }

  func deleteSections(_ sections: [Int]) {}
  func insertSections(_ sections: [Int]) {}
  func deleteRows(at positions: [ReminderRows.Position]) {}
  func insertRows(at positions: [ReminderRows.Position]) {}
  func moveRow(at old: ReminderRows.Position, to new: ReminderRows.Position) {}
  func reloadRows(at positions: [ReminderRows.Position]) {}
}
