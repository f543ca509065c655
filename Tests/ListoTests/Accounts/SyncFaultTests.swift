import Foundation
import Listo
import ListoTesting
import ListoTestSupport
import Synchronization
import Testing

/// Every answer at every request of a sync, then a plain sync: the same end as without, nothing twice, no
/// conflict that there was none.
@Suite struct SyncFaultTests {
  private static let faults: [MockCalDAV.Fault] =
    [400, 401, 403, 404, 409, 412, 413, 415, 429, 500, 502, 503, 504, 507].map { .status($0) }
    + [.lostAnswer, .unreachable, .cut, .garbage]

  private struct Killed: Error {}

  /// A list with a change of each kind on both sides.
  private static func scene(_ quirks: MockCalDAV.Behavior) throws -> SyncPlayground {
    let server = MockCalDAV(quirks)
    server.addList("home", title: "Home")
    server.addList("work", title: "Work")
    for number in 0..<8 {
      server.put(SyncPlayground.todo("u\(number)", "Task \(number)"), "t\(number).ics", in: "home")
    }
    let place = try SyncPlayground(server)
    try place.sync()
    let items = try place.items()["Home"] ?? [:]
    func file(_ uid: String) -> URL { items[uid]?.url ?? place.root }
    // Changed here, changed there, both, new on both sides, deleted on both sides, moved here.
    try place.write(SyncPlayground.todo("u0", "Here", stamp: 2), file("u0").lastPathComponent, in: "Home")
    server.put(SyncPlayground.todo("u1", "There", stamp: 2), "t1.ics", in: "home")
    try place.write(
      SyncPlayground.todo("u2", "Task 2", ["PRIORITY:1"], stamp: 2), file("u2").lastPathComponent, in: "Home")
    server.put(SyncPlayground.todo("u2", "Both", stamp: 3), "t2.ics", in: "home")
    try place.write(SyncPlayground.todo("n1", "New here"), "n1.ics", in: "Home")
    server.put(SyncPlayground.todo("n2", "New there"), "n2.ics", in: "home")
    try FileManager.default.removeItem(at: file("u3"))
    server.remove("t4.ics", in: "home")
    let work = try place.list(titled: "Work")
    try FileManager.default.moveItem(at: file("u5"), to: work.appendingPathComponent("m.ics"))
    return place
  }

  /// The reminders of both sides, in words that do not depend on names of files.
  private static func end(_ place: SyncPlayground) throws -> [String] {
    var lines: [String] = []
    for (list, items) in try place.items() {
      for (uid, item) in items {
        lines.append("here \(list) \(uid) \(words(item.text))")
      }
    }
    let titles = place.server.state.withLock { $0.lists.mapValues { $0.title ?? "" } }
    for (name, items) in place.server.content {
      for (_, text) in items {
        lines.append(
          "there \(titles[name] ?? "") \(SyncPlayground.value("UID", in: text) ?? "") \(words(text))")
      }
    }
    return lines.sorted()
  }

  private static func words(_ text: String) -> String {
    "\(SyncPlayground.value("SUMMARY", in: text) ?? "") \(SyncPlayground.value("PRIORITY", in: text) ?? "")"
  }

  private static let quirks: [MockCalDAV.Behavior] = {
    var strange = MockCalDAV.Behavior()
    (strange.rewrites, strange.weakens, strange.hidesETag, strange.hasNoTokens) = (true, true, true, true)
    return [MockCalDAV.Behavior(), strange]
  }()

  /// How many requests the sync of the scene sends without a fault, and how it ends.
  private static func plain(_ quirks: MockCalDAV.Behavior) throws -> (requests: Int, end: [String]) {
    let place = try scene(quirks)
    defer { place.remove() }
    let before = place.server.state.withLock { $0.requests }
    let report = try place.sync()
    #expect(report.conflicts.isEmpty)
    return (place.server.state.withLock { $0.requests } - before, try end(place))
  }

  /// One in seven by default; all with LISTO_SYNC_FAULTS=all (`make servers-test`).
  @Test func everyFaultAtEveryRequest() throws {
    let isWhole = ProcessInfo.processInfo.environment["LISTO_SYNC_FAULTS"] == "all"
    var number = 0
    var ran = 0
    for quirks in Self.quirks {
      let plain = try Self.plain(quirks)
      for request in 1...plain.requests {
        for fault in Self.faults {
          number += 1
          guard isWhole || number.isMultiple(of: 7) else { continue }
          ran += 1
          try Self.run(fault, at: request, quirks, plain.end)
        }
      }
    }
    print("\(ran) of \(number) combinations of a fault and a request")
    #expect(ran > 30)
  }

  private static func run(
    _ fault: MockCalDAV.Fault, at request: Int, _ quirks: MockCalDAV.Behavior, _ wanted: [String]
  ) throws {
    let place = try scene(quirks)
    defer { place.remove() }
    place.server.state.withLock { $0.fault = ($0.requests + request, fault) }
    _ = try? place.sync()
    place.server.state.withLock { $0.fault = nil }
    // A refused reminder is tried again once it is another; here its refusal is forgotten, as if a person had
    // touched the reminder.
    var report = try place.sync()
    if !report.waiting.isEmpty {
      let log = try SyncLog(place.root.appendingPathComponent("state").path)
      for refusal in log.allRefusals { try log.set(nil, refusal.uid, in: refusal.list) }
      report = try place.sync()
    }
    #expect(report.conflicts.isEmpty, "\(fault) at \(request): \(report.conflicts)")
    let end = try end(place)
    #expect(
      end == wanted, "\(fault) at \(request), \(quirks): \(Set(end).symmetricDifference(wanted).sorted())")
    #expect(try place.sync().isEmpty, "\(fault) at \(request)")
  }

  /// The process ends at a request: before it is sent, or before its answer is read.
  @Test(arguments: [true, false]) func everyKillAtEveryRequest(isAfter: Bool) throws {
    for quirks in Self.quirks {
      let plain = try Self.plain(quirks)
      for request in 1...plain.requests {
        let place = try Self.scene(quirks)
        defer { place.remove() }
        let client = DyingClient(place.server, request: request, isAfter: isAfter)
        #expect(throws: (any Error).self) { try place.sync(client: client) }
        let report = try place.sync()
        #expect(report.conflicts.isEmpty, "killed at \(request): \(report.conflicts)")
        let end = try Self.end(place)
        #expect(
          end == plain.end,
          "killed at \(request), \(quirks): \(Set(end).symmetricDifference(plain.end).sorted())")
      }
    }
  }
}

/// From one request on nothing comes back any more.
final class DyingClient: HTTPClient {
  private let server: MockCalDAV
  private let last: Int
  private let isAfter: Bool

  init(_ server: MockCalDAV, request: Int, isAfter: Bool) {
    (self.server, self.isAfter) = (server, isAfter)
    last = server.state.withLock { $0.requests } + request
  }

  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let next = server.state.withLock { $0.requests } + 1
    guard next >= last else { return try server.send(request) }
    // Not one that a sync would take for an unknown outcome, and go on: the process is gone.
    if next == last, isAfter {
      _ = try server.send(request)
    } else {
      server.state.withLock { $0.requests += 1 }
    }
    throw HTTPFailure(.cancelled, request.url, "killed")
  }
}
