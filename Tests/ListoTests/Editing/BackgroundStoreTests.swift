import Dispatch
import Foundation
import Listo
import ListoTestSupport
import Synchronization
import Testing

/// Changes that are shown before they are written, and their outcome. The writer stands at a gate for as long
/// as a test looks around.
@Suite struct BackgroundStoreTests {
  /// Lets the writer pass once for each time that it is opened.
  private final class Gate: Sendable {
    private let opened = DispatchSemaphore(value: 0)
    private let arrived = DispatchSemaphore(value: 0)
    func open() { opened.signal() }
    func pass() {
      arrived.signal()
      opened.wait()
    }
    /// Until the writer stands before it, once more than the last time.
    func waitForWriter() { arrived.wait() }
  }

  private static let context = EditContext(ViewContext(now: noon, zone: .utc))
  private static let text = StoreFolder.calendar(
    "Home", StoreFolder.todo("a", "SUMMARY:Apples"), StoreFolder.todo("b", "SUMMARY:Bread"),
    StoreFolder.todo("c", "SUMMARY:Crumbs", "RELATED-TO:b"))

  private let folder: StoreFolder
  private let gate = Gate()

  init() throws {
    folder = try StoreFolder()
    try folder.write("Home.ics", Self.text)
  }

  /// - Parameter held: where the writer waits at the gate; nil for nowhere.
  private func store(held: WritingMoment? = .beforeJournal) throws -> BackgroundStore {
    let gate = gate
    return BackgroundStore(try folder.store { moment in if moment == held { gate.pass() } })
  }

  /// As other programs write: in one step, and without asking for the folder.
  private func replace(_ text: String, with other: String) throws {
    let file = try folder.write("../other.ics", try folder.text("Home.ics").replacing(text, with: other))
    #expect(unsafe rename(file, folder.path + "/Home.ics") == 0)
  }

  @discardableResult
  private func change(
    _ store: BackgroundStore, _ uid: String, _ changes: Change...
  ) throws -> BackgroundStore.Change {
    let identifier = try store.catalog.identifier(uid)
    return try store.apply("change \(uid)", in: Self.context) { editing throws(EditError) in
      try editing.apply(changes, to: identifier)
    }
  }

  private func title(_ store: BackgroundStore, _ uid: String) throws -> String? {
    store.catalog[try store.catalog.identifier(uid)]?.title
  }

  /// The shown catalog is the one that a store reads if it opens the places now.
  private func isTrue(_ store: BackgroundStore) throws -> Bool {
    try folder.store().catalog.differingLists(from: store.catalog) == []
  }

  @Test func aChangeIsSeenBeforeItIsWritten() throws {
    let store = try store()
    let change = try change(store, "a", .set(.title, .text("Pears")))
    #expect(try title(store, "a") == "Pears" && title(store, "b") == "Bread")
    #expect(store.unwrittenCount == 1)
    let look = store.look()
    #expect(look.news.isEmpty && look.changed == [])
    #expect(try folder.text("Home.ics") == Self.text)
    #expect(try folder.journal.history().isEmpty)
    gate.open()
    store.finish()
    #expect(store.unwrittenCount == 0)
    guard case .written(change.number, let transaction)? = store.look().news.first else {
      return #expect(Bool(false))
    }
    #expect(transaction.items.map(\.title) == ["Pears"])
    #expect(try folder.text("Home.ics").contains("SUMMARY:Pears"))
    #expect(try folder.journal.history().map(\.state) == [.standing])
    #expect(try isTrue(store))
    // The catalog that was read is the one that was shown: there is nothing to be drawn.
    #expect(store.look().news.isEmpty && store.look().changed == [])
  }

  @Test func changesAreWrittenInTheirOrderAndTakenBackOneByOne() throws {
    let store = try store()
    for title in ["1", "2", "3"] { try change(store, "a", .set(.title, .text(title))) }
    #expect(try title(store, "a") == "3" && store.unwrittenCount == 3)
    for _ in 0..<3 { gate.open() }
    store.finish()
    #expect(store.look().news.count == 3)
    let titles = try folder.journal.history().map { $0.transaction?.items.first?.title }
    #expect(titles == ["3", "2", "1"])
    for expected in ["2", "1", "Apples"] {
      _ = store.undo(at: noon)
      gate.open()
      store.finish()
      #expect(try title(store, "a") == expected)
      // The list is another than what was shown.
      #expect(store.look().changed?.count == 1)
    }
    #expect(try folder.text("Home.ics") == Self.text)
    _ = store.undo(at: noon)
    store.finish()
    guard case .failed(_, .editing(.nothingDone))? = store.look().news.first else {
      return #expect(Bool(false))
    }
  }

  @Test func whatOthersChangeMeanwhileIsKept() throws {
    let store = try store(held: .beforeClosing)
    try change(store, "a", .set(.title, .text("Pears")))
    try change(store, "b", .complete(Completion()))
    // The first stands in its file; the second is still to come.
    gate.waitForWriter()
    try replace("Crumbs", with: "Cake")
    gate.open()
    gate.open()
    store.finish()
    #expect(try title(store, "a") == "Pears" && title(store, "c") == "Cake")
    #expect(try isTrue(store))
    #expect(try folder.text("Home.ics").contains("STATUS:COMPLETED"))
  }

  @Test func whatCannotBeWrittenIsNotShownAnyMore() throws {
    let store = try store(held: .beforeClosing)
    let changes = try ["a", "b", "c"].map { try change(store, $0, .set(.title, .text("new \($0)"))) }
    gate.waitForWriter()
    try replace(StoreFolder.todo("b", "SUMMARY:Bread"), with: "")
    #expect(try title(store, "b") == "new b")
    gate.open()
    gate.open()
    store.finish()
    let outcomes = store.look().news.map { news in
      switch news {
      case .written(let number, _): (number, true)
      case .failed(let number, _): (number, false)
      }
    }
    #expect(outcomes.map(\.0) == changes.map(\.number) && outcomes.map(\.1) == [true, false, true])
    #expect(throws: (any Error).self) { try store.catalog.identifier("b") }
    #expect(try title(store, "a") == "new a" && title(store, "c") == "new c")
    #expect(try isTrue(store))
    #expect(try folder.journal.history().map(\.state) == [.standing, .standing])
  }

  @Test func whatIsRefusedChangesNothing() throws {
    let store = try store(held: nil)
    let identifier = try store.catalog.identifier("a")
    #expect(throws: WorkError.self) {
      try store.apply("x", in: Self.context) { editing throws(EditError) in
        try editing.apply(.set(.title, .text("Pears")), to: identifier)
        try editing.apply(.set(.due, .text("never")), to: identifier)
      }
    }
    #expect(try title(store, "a") == "Apples" && store.unwrittenCount == 0)
    let same = try change(store, "a", .set(.title, .text("Apples")))
    #expect(same.plan.isEmpty && store.unwrittenCount == 0)
    store.finish()
    #expect(try folder.text("Home.ics") == Self.text)
  }

  @Test func whatIsAddedKeepsItsName() throws {
    let store = try store()
    let list = try #require(store.catalog.lists.first?.identifier)
    let change = try store.apply("add", in: Self.context) { editing throws(EditError) in
      try editing.add(ReminderDraft(title: "Dates"), to: list)
    }
    let added = try #require(change.plan.steps.first?.identifier)
    #expect(store.catalog[added]?.title == "Dates")
    _ = try store.apply("edit", in: Self.context) { editing throws(EditError) in
      try editing.apply(.set(.title, .text("Figs")), to: added)
    }
    gate.open()
    gate.open()
    store.finish()
    #expect(try folder.store().catalog[added]?.title == "Figs")
    #expect(try isTrue(store))
  }

  /// In its file it stands behind the rest then, and where it is shown too.
  @Test func whatComesBackStandsBehind() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.text)
    try folder.write("Work/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("w")))
    let store = BackgroundStore(try folder.store())
    let name = { (uid: String) in try store.catalog.identifier(uid) }
    let lists = store.catalog.lists.map(\.identifier)
    let changes: [(String, Change)] = [
      ("a", .move(toList: lists[1])), ("a", .move(toList: lists[0])), ("b", .arrange(.top)),
      ("a", .arrange(.top)), ("a", .arrange(.bottom)),
    ]
    for (uid, change) in changes {
      let identifier = try name(uid)
      _ = try store.apply("change", in: Self.context) { editing throws(EditError) in
        try editing.apply(change, to: identifier)
      }
    }
    let shown = store.catalog
    store.finish()
    let read = try folder.store().catalog
    let texts = { (catalog: Catalog) in
      catalog.reminderPaths.compactMap { catalog.reminder(at: $0) }.map { Array($0.component.bytes) }
    }
    #expect(texts(shown) == texts(read))
  }

  /// For any changes, the catalog that is shown at once is the one that is read in the end.
  @Test func whatIsShownIsWhatIsWritten() throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    for _ in 0..<12 {
      let folder = try StoreFolder()
      try folder.write("Home.ics", Self.text)
      try folder.write("Work/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("w", "SUMMARY:Write")))
      let store = BackgroundStore(try folder.store())
      var made = 0
      for _ in 0..<6 {
        let catalog = store.catalog
        guard
          let identifier = catalog.reminderPaths.compactMap(catalog.modelIdentifier).randomElement(
            using: &random)
        else { break }
        let lists = catalog.lists.map(\.identifier)
        let change: Change =
          switch Int.random(in: 0..<8, using: &random) {
          case 0: .complete(Completion(subtasks: .include))
          case 1: .reopen
          case 2: .delete(.keep)
          case 3: .flag(Bool.random(using: &random))
          case 4: .move(toList: lists.randomElement(using: &random) ?? lists[0])
          case 5: .add(.tags, ["t\(Int.random(in: 0..<9, using: &random))"])
          case 6:
            .set(.due, .moment(.date(Day(year: 2026, month: 12, day: 1 + made) ?? Self.context.view.today)))
          default: .arrange(.top)
          }
        // A refused change is neither shown nor written.
        if (try? store.apply(
          "change", in: Self.context,
          { editing throws(EditError) in
            try editing.apply(change, to: identifier)
          })) != nil
        {
          made += 1
        }
        if Int.random(in: 0..<3, using: &random) == 0 { store.finish() }
      }
      let shown = store.catalog
      store.finish()
      for news in store.look().news {
        if case .failed(let number, let error) = news { Issue.record("\(number): \(error)") }
      }
      let read = try folder.store().catalog
      func texts(_ catalog: Catalog) -> [String: [UInt8]] {
        Dictionary(
          uniqueKeysWithValues: catalog.reminderPaths.compactMap { path in
            guard let name = catalog.modelIdentifier(at: path), let reminder = catalog.reminder(at: path)
            else {
              return nil
            }
            return (name.description, Array(reminder.component.bytes))
          })
      }
      #expect(texts(shown) == texts(read), "LISTO_SEED=\(random.seed)")
      #expect(read.differingLists(from: store.catalog) == [], "LISTO_SEED=\(random.seed)")
    }
  }
}
