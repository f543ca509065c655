import ListoAccounts
import Testing

/// The session with real servers; skipped with a message where none is installed (Tests/Servers/server
/// install).
@Suite(.serialized, .enabled(if: !TestServer.kinds.isEmpty, "no CalDAV server is installed"))
struct ServerTests {
  private static func todo(_ uid: String, _ lines: String...) -> [UInt8] {
    let body = lines.map { $0 + "\r\n" }.joined()
    return Array(
      """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:-//Listo//Tests//EN\r
      BEGIN:VTODO\r
      UID:\(uid)\r
      DTSTAMP:20260101T000000Z\r
      \(body)END:VTODO\r
      END:VCALENDAR\r

      """.utf8)
  }

  private func found(_ server: TestServer, _ client: LoginClient) throws -> Discovery.Account {
    let discovery = Discovery(.url(server.address), names: NoNames()) { _ in client }
    return try #require(
      discovery.account, "\(server.kind): \(String(describing: discovery.error)) \(discovery.steps)")
  }

  private struct NoNames: NameService {
    func answer(_ name: String, type: UInt16) -> [UInt8]? { nil }
  }

  private func list(_ name: String, _ session: CalDAVSession, _ kind: TestServer.Kind) throws -> RemoteList {
    let href = try #require(Href(path: session.home.path)?.member(name)).asCollection
    let made = try session.makeList(
      href, ListProperties(displayName: "Tasks & <\(name)>", color: "#FF0000FF", order: 3))
    #expect(made == .done(nil), "\(kind): \(made)")
    return try #require(try session.lists().lists.first { $0.href == href }, "\(kind)")
  }

  /// An account from its discovery to the deletion of its list, as one client sees it.
  @Test(arguments: TestServer.kinds) func aListLives(kind: TestServer.Kind) throws {
    let server = try TestServer(kind)
    let client = server.client()
    let account = try found(server, client)
    #expect(Href(path: account.home.path) == Href(path: server.home.path), "\(kind)")
    let session = CalDAVSession(client, home: account.home, traits: account.traits)
    let tasks = try list("tasks", session, kind)
    // DAViCal keeps the name that a list is made with as it stands in XML.
    let name = kind == .davical ? "Tasks &amp; &lt;tasks&gt;" : "Tasks & <tasks>"
    #expect(tasks.displayName == name, "\(kind)")
    #expect(tasks.isWritable, "\(kind)")

    // Written, and there.
    let empty = try session.changes(of: tasks, since: nil)
    #expect(empty.changed.isEmpty && empty.isWhole && empty.ignored.isEmpty, "\(kind): \(empty)")
    let first = try #require(tasks.href.member("one.ics"))
    let stored = try session.put(Self.todo("one", "SUMMARY:Milk"), to: first, expecting: .nothing)
    guard case .done = stored else { throw Unexpected("\(kind): \(stored)") }
    let token = try #require(try session.lists().lists.first { $0.href == tasks.href })
    let changes = try session.changes(of: token, since: empty.token)
    #expect(changes.changed.map(\.href) == [first], "\(kind): \(changes)")
    guard case .item(let item) = try session.item(first) else { throw Unexpected("\(kind): not there") }
    #expect(String(decoding: item.bytes, as: UTF8.self).contains("SUMMARY:Milk\r\n"), "\(kind)")
    let etag = try #require(item.etag)
    #expect(changes.changed.first?.etag == etag, "\(kind)")

    // A second one with its UID, or in its place, is no silent overwriting.
    let again = try session.put(Self.todo("one", "SUMMARY:Bread"), to: first, expecting: .nothing)
    #expect(again == .changed, "\(kind): \(again)")
    #expect(session.traits.contains(.overwrites) == (kind == .sogo))

    // Changed, with its version; another's version is refused.
    guard case .item(let now) = try session.item(first) else { throw Unexpected("\(kind): gone") }
    let changed = try session.put(
      Self.todo("one", "SUMMARY:Milk", "PRIORITY:1"), to: first, expecting: .version(try #require(now.etag)))
    guard case .done = changed else { throw Unexpected("\(kind): \(changed)") }
    let late = try session.put(Self.todo("one", "SUMMARY:Late"), to: first, expecting: .version(etag))
    #expect(late == .changed, "\(kind): \(late)")

    // Many at once, one of which is not there.
    for index in 0..<5 {
      let href = try #require(tasks.href.member("n\(index).ics"))
      _ = try session.put(Self.todo("n\(index)", "SUMMARY:N \(index)"), to: href, expecting: .nothing)
    }
    let all = try session.changes(
      of: try #require(try session.lists().lists.first { $0.href == tasks.href }), since: nil)
    #expect(all.changed.count == 6 && all.isWhole, "\(kind): \(all)")
    var answers: [Href: ItemAnswer] = [:]
    let gone = try #require(tasks.href.member("gone.ics"))
    try session.items(all.changed.map(\.href) + [gone], of: tasks.href) { answers[$0.href] = $0 }
    #expect(answers.count == 7, "\(kind)")
    #expect(answers[gone] == .gone(gone), "\(kind)")
    let texts = answers.values.compactMap { if case .item(let item) = $0 { item.bytes } else { nil } }
    #expect(texts.count == 6 && texts.allSatisfy { $0.starts(with: "BEGIN:VCALENDAR\r\n".utf8) }, "\(kind)")

    // Deleted with its version; gone already is said so.
    guard case .item(let last) = try session.item(first), let version = last.etag else {
      throw Unexpected("\(kind): gone")
    }
    #expect(try session.delete(first, version: etag) == .changed, "\(kind)")
    let deleted = try session.delete(first, version: version)
    guard case .done = deleted else { throw Unexpected("\(kind): \(deleted)") }
    #expect(try session.delete(first, version: version) != .done(nil), "\(kind)")
    let after = try session.changes(
      of: try #require(try session.lists().lists.first { $0.href == tasks.href }), since: all.token)
    #expect(after.isWhole ? after.changed.count == 5 : after.removed == [first], "\(kind): \(after)")

    // Another list: moved there, if the server does it.
    let other = try list("other", session, kind)
    let moving = try #require(tasks.href.member("n0.ics"))
    let target = try #require(other.href.member("n0.ics"))
    guard case .item(let mover) = try session.item(moving), let version = mover.etag else {
      throw Unexpected("\(kind): nothing to move")
    }
    switch try session.move(moving, to: target, version: version) {
    case .done:
      #expect(try session.item(moving) == .gone(moving), "\(kind)")
      guard case .item = try session.item(target) else { throw Unexpected("\(kind): lost by moving") }
    case .refused, .missing: break
    case let outcome: Issue.record("\(kind): \(outcome)")
    }

    // Renamed, recoloured, gone.
    _ = try session.set(ListProperties(displayName: "Renamed", color: "#00FF00FF"), of: other.href)
    let renamed = try #require(try session.lists().lists.first { $0.href == other.href })
    #expect(renamed.displayName == "Renamed", "\(kind)")
    _ = try session.deleteList(other.href)
    #expect(try !session.lists().lists.contains { $0.href == other.href }, "\(kind)")
  }

  /// A token that the server does not know means that all is listed.
  @Test(arguments: TestServer.kinds) func aRefusedTokenListsAnew(kind: TestServer.Kind) throws {
    let server = try TestServer(kind)
    let session = CalDAVSession(server.client(), home: server.home)
    let tasks = try list("tasks", session, kind)
    let href = try #require(tasks.href.member("one.ics"))
    _ = try session.put(Self.todo("one", "SUMMARY:Milk"), to: href, expecting: .nothing)
    try #require(tasks.syncToken != nil, "\(kind): it tells no token")
    for token in ["http://example.com/ns/sync/12345", "data:,99999_99999", "nonsense"] {
      let changes = try session.changes(of: tasks, since: token)
      #expect(changes.changed.map(\.href) == [href], "\(kind): \(changes)")
      #expect(changes.token != nil && changes.token != token, "\(kind)")
    }
  }

  /// Text that is no calendar is refused with a reason, and never taken for a conflict.
  @Test(arguments: TestServer.kinds) func aRefusalIsNoConflict(kind: TestServer.Kind) throws {
    let server = try TestServer(kind)
    let session = CalDAVSession(server.client(), home: server.home)
    let tasks = try list("tasks", session, kind)
    let href = try #require(tasks.href.member("bad.ics"))
    switch try session.put(Array("this is no calendar".utf8), to: href, expecting: .nothing) {
    case .refused(let refusal): #expect(refusal.status >= 400 && !refusal.words.isEmpty, "\(kind)")
    // Xandikos 0.2.8 says 412 and nothing else: reading again shows that nothing is there.
    case .changed: #expect(try session.item(href) == .gone(href), "\(kind)")
    // SOGo says 404, and now and then its process ends instead: a sync reads again then, and finds nothing.
    case .missing where kind == .sogo, .unknown where kind == .sogo:
      #expect(try session.item(href) == .gone(href), "\(kind)")
    case let outcome: Issue.record("\(kind): \(outcome)")
    }
    // In the place of what is there it is refused as well, and that stays.
    let stored = Self.todo("one", "SUMMARY:Milk")
    let place = try #require(tasks.href.member("one.ics"))
    _ = try session.put(stored, to: place, expecting: .nothing)
    guard case .item(let item) = try session.item(place) else { throw Unexpected("\(kind): not there") }
    let outcome = try session.put(
      Array("this is no calendar".utf8), to: place, expecting: .version(try #require(item.etag)))
    if case .done = outcome { Issue.record("\(kind): garbage was taken") }
    guard case .item(let kept) = try session.item(place) else { throw Unexpected("\(kind): it is gone") }
    #expect(String(decoding: kept.bytes, as: UTF8.self).contains("SUMMARY:Milk"), "\(kind)")
  }

  /// A UID in a second place of the account: refused, or taken by servers that do not mind.
  @Test(arguments: TestServer.kinds) func aSecondPlaceOfAUIDIsTold(kind: TestServer.Kind) throws {
    let server = try TestServer(kind)
    let session = CalDAVSession(server.client(), home: server.home)
    let tasks = try list("tasks", session, kind)
    let (first, second) = (try #require(tasks.href.member("a.ics")), try #require(tasks.href.member("b.ics")))
    _ = try session.put(Self.todo("same", "SUMMARY:A"), to: first, expecting: .nothing)
    switch try session.put(Self.todo("same", "SUMMARY:B"), to: second, expecting: .nothing) {
    case .done: #expect([.sabre, .davical, .sogo, .xandikos02, .radicale31].contains(kind), "\(kind)")
    case .refused(let refusal):
      if kind == .cyrus {
        #expect(refusal.isUIDTaken, "\(refusal)")
        #expect(refusal.place == first)
      }
    case .changed: #expect(kind == .xandikos || kind == .xandikos02, "\(kind)")
    case let outcome: Issue.record("\(kind): \(outcome)")
    }
  }

  /// One try, and never another one.
  @Test(arguments: TestServer.kinds.filter { $0 != .xandikos && $0 != .xandikos02 })
  func aWrongPasswordIsTriedOnce(kind: TestServer.Kind) throws {
    let server = try TestServer(kind)
    let client = server.client(password: "wrong")
    let session = CalDAVSession(client, home: server.home)
    for _ in 0..<3 {
      #expect {
        _ = try session.lists()
      } throws: { ($0 as? AccountError)?.code == .login }
    }
  }
}

/// The answer of a server that a test cannot go on with.
private struct Unexpected: Error {
  let words: String
  init(_ words: String) { self.words = words }
}
