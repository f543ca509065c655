import Foundation
import Listo
import ListoTesting
import Synchronization
import Testing

/// The sync as an app uses it: asynchronous, with a mock server, asked about conflicts, and cancelled.
@Suite struct AppSyncTests {
  private static let clock = FixedClock(
    ViewContext(now: Instant(seconds: SyncPlayground.start), zone: .utc))

  private func withAccount(
    _ server: MockCalDAV, _ configure: (inout AccountSettings) -> Void = { _ in },
    _ body: (Account, ReminderStore) async throws -> Void
  ) async throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let folder = root.appendingPathComponent("lists")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    var settings = MockCalDAV.settings(folder: folder.path)
    configure(&settings)
    let retries = RetryPolicy(now: { 0 }) { _ in true }
    let account = Account(settings, states: root.path + "/states", http: server, retries: retries)
    try await body(account, try ReminderStore([folder.path], clock: Self.clock))
  }

  @Test func changesGoBothWays() async throws {
    let server = MockCalDAV(lists: ["home"], count: 2)
    try await withAccount(server) { account, store in
      let first = try await account.sync(clock: Self.clock)
      #expect(!first.isEmpty)
      store.refresh()
      #expect(store.catalog.lists.map(\.title) == ["Home"])
      let task = try #require(try store.reminders("title = \"Task 0\"").first)
      try store.edit("Rename") { try $0.rename(task.id, to: "Task zero") }
      try await account.sync(clock: Self.clock)
      #expect(server.titles() == ["Task 1", "Task zero"])
    }
  }

  @Test func conflictsAreAskedAbout() async throws {
    let server = MockCalDAV(lists: ["home"], count: 1)
    try await withAccount(server) { account, store in
      try await account.sync(clock: Self.clock)
      store.refresh()
      let task = try #require(try store.reminders().first)
      try store.edit("Rename") { try $0.rename(task.id, to: "Mine") }
      server.put(SyncPlayground.todo("u0", "Theirs", stamp: 7), "t0.ics", in: "home")
      let asked = Mutex<[String]>([])
      try await account.sync(clock: Self.clock) { conflict in
        await Task.yield()
        asked.withLock { $0 += conflict.fields.filter(\.isConflict).map(\.field) }
        return .ours
      }
      #expect(asked.withLock(\.self) == ["SUMMARY"])
      #expect(server.titles() == ["Mine"])
    }
  }

  @Test func faultsAreScripted() async throws {
    let server = MockCalDAV(lists: ["home"], count: 3)
    try await withAccount(server) { account, store in
      server.fail(.unreachable)
      await #expect(throws: WorkError.self) { try await account.sync(clock: Self.clock) }
      try await account.sync(clock: Self.clock)
      store.refresh()
      #expect(store.catalog.reminders.count == 3)
    }
  }

  @Test func aCancelledSyncSendsNothingMore() async throws {
    let server = MockCalDAV(lists: ["home", "work"], count: 3)
    try await withAccount(server) { account, store in
      server.delay(0.02)
      let (steps, step) = AsyncStream.makeStream(of: SyncProgress.self)
      let task = Task { try await account.sync(clock: Self.clock, progress: { step.yield($0) }) }
      for await _ in steps { break }
      task.cancel()
      await #expect(throws: WorkError.self) { try await task.value }
      let count = server.log.count
      server.delay(0)
      try await Task.sleep(for: .milliseconds(60))
      #expect(server.log.count == count)
      // The next one goes on.
      try await account.sync(clock: Self.clock)
      store.refresh()
      #expect(store.catalog.reminders.count == 3)
    }
  }

  @Test func aCancelledConversionEnds() async throws {
    let todo = SyncPlayground.todo("u", "Task").components(separatedBy: "\r\n")
    let head = todo[0..<3].joined(separator: "\r\n") + "\r\n"
    let item = todo[3..<(todo.count - 2)].joined(separator: "\r\n") + "\r\n"
    let text = head + String(repeating: item, count: 20_000) + "END:VCALENDAR\r\n"
    let (steps, step) = AsyncStream.makeStream(of: Double.self)
    let task = Task {
      try await Conversion(to: .csv).convert(Array(text.utf8)) { step.yield($0) }
    }
    for await _ in steps { break }
    task.cancel()
    await #expect(throws: WorkError.self) { try await task.value }
    let fractions = Mutex<[Double]>([])
    let csv = try await Conversion(to: .csv).convert(Array(text.utf8)) { fraction in
      fractions.withLock { $0.append(fraction) }
    }
    #expect(csv.text.split(separator: "\r\n").count == 20_001)
    #expect(fractions.withLock { $0.last == 1 && $0.allSatisfy { (0...1).contains($0) } })
  }

  @Test func aStoreIsOpenedInTheBackground() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 0..<20 {
      try Data(SyncPlayground.todo("u\(number)", "Task").utf8).write(
        to: folder.appendingPathComponent("\(number).ics"))
    }
    let fractions = Mutex<[Double]>([])
    let store = try await ReminderStore.open([folder.path]) { fraction in
      fractions.withLock { $0.append(fraction) }
    }
    #expect(store.catalog.reminders.count == 20)
    #expect(fractions.withLock { $0.count > 10 && $0.last == 1 && $0.allSatisfy { (0...1).contains($0) } })
    let (gate, opened) = AsyncStream.makeStream(of: Void.self)
    let cancelled = Task {
      for await _ in gate {}
      return try await ReminderStore.open([folder.path])
    }
    cancelled.cancel()
    opened.finish()
    await #expect(throws: WorkError.self) { try await cancelled.value }
  }
}
