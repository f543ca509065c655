import Foundation
import Listo
import Testing

/// The changes of others are reported. The limit only ends a test that would wait for ever; on a machine with
/// much else to do a minute is short.
@Suite struct WatchingTests {
  @Test(.timeLimit(.minutes(30)))
  func changesOfOthersAreTold() async throws {
    let folder = try StoreFolder()
    try folder.write("home/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("1", "SUMMARY:Bread")))
    let store = try folder.store()
    var updates = store.updates(settling: .milliseconds(20)).makeAsyncIterator()
    try folder.write("home/2.ics", StoreFolder.calendar(nil, StoreFolder.todo("2")))
    let first = try #require(await updates.next())
    #expect(first.changes.inserted.map { $0.identifier.uid?.text } == ["2"])
    // The store's own changes are reported too, and so are changes in a new folder.
    try store.set("1", .summary, "Butter")
    let second = try #require(await updates.next())
    #expect(second.changes.updated.map { $0.identifier.uid?.text } == ["1"])
    try store.addList("Work", at: noon)
    let third = try #require(await updates.next())
    #expect(third.changes.inserted.map { $0.identifier.list?.text } == ["Work"])
    try folder.write("Work/3.ics", StoreFolder.calendar(nil, StoreFolder.todo("3")))
    let fourth = try #require(await updates.next())
    #expect(fourth.changes.inserted.map { $0.identifier.uid?.text } == ["3"])
    #expect(store.catalog.reminderPaths.count == 3)
    // Each update begins where the one before ended, and has the catalogs of its paths.
    #expect([second.old, third.old, fourth.old].map(\.reminderPaths.count) == [2, 2, 2])
    #expect(fourth.new.reminder(at: fourth.changes.inserted[0].path)?.uid == "3")
  }

  @Test(.timeLimit(.minutes(30)))
  func aFileIsWatchedThoughItIsReplaced() async throws {
    let folder = try StoreFolder()
    let text = StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:Bread"))
    try folder.write("Home.ics", text)
    let store = try folder.store(of: "Home.ics")
    var updates = store.updates(settling: .milliseconds(20)).makeAsyncIterator()
    for title in ["Butter", "Cheese"] {
      let other = try folder.write("other", text.replacing("Bread", with: title))
      #expect(unsafe rename(other, folder.path + "/Home.ics") == 0)
      let told = try #require(await updates.next())
      #expect(told.changes.updated.map { $0.identifier.uid?.text } == ["1"])
      #expect(store.catalog[try store.catalog.identifier("1")]?.title == title)
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func whatIsShownFollowsOthers() async throws {
    let folder = try StoreFolder()
    try folder.write("home/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("1", "SUMMARY:Bread")))
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let store = BackgroundStore(try folder.store()) { wake.yield() }
    let end = store.followChanges()
    try folder.write("home/2.ics", StoreFolder.calendar(nil, StoreFolder.todo("2")))
    var woken = wakes.makeAsyncIterator()
    // A file that is half written may be told first.
    while store.catalog.reminderPaths.count < 2 { _ = try #require(await woken.next()) }
    #expect(store.look().news.isEmpty)
    end()
  }

  /// Though nobody ends it.
  @Test func aStoreThatFollowsOthersCanGo() throws {
    let folder = try StoreFolder()
    try folder.write("home/1.ics", StoreFolder.calendar(nil, StoreFolder.todo("1", "SUMMARY:Bread")))
    var store: BackgroundStore? = BackgroundStore(try folder.store())
    let isThere = { [weak store] in store != nil }
    _ = store?.followChanges()
    #expect(isThere())
    store = nil
    #expect(!isThere())
  }
}
