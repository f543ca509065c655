import ListoAccounts
import Synchronization
import Testing

@Suite struct PatientClientTests {
  /// A clock that only waiting moves.
  private final class Clock: Sendable {
    let waits = Mutex<[Double]>([])
    var pauses: RetryPolicy {
      RetryPolicy(
        now: { 1_800_000_000 + self.waits.withLock { $0.reduce(0, +) } },
        wait: { seconds in
          self.waits.withLock { $0.append(seconds) }
          return true
        })
    }
  }

  private let url: HTTPURL
  init() throws { url = try HTTPURL("https://dav.example.com/") }

  @Test(arguments: [
    ("7", 7.0), ("Sun, 06 Nov 1994 08:49:40 GMT", 3.0), ("nonsense", 1.0), ("-5", 1.0),
  ])
  func waitsAsTheServerAsks(value: String, seconds: Double) throws {
    let clock = Clock()
    let client = ScriptedClient { request, before in
      // Its own clock is what a date is taken against, and wrong by decades.
      HTTPResponse(
        before == 0 ? 503 : 207, to: request, "", ("Retry-After", value),
        ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"))
    }
    #expect(try PatientClient(client, clock.pauses).send(HTTPRequest(.propfind, url)).status == 207)
    #expect(clock.waits.withLock { $0 } == [seconds])
  }

  @Test func doesNotWaitForHours() throws {
    let clock = Clock()
    let client = ScriptedClient { request, _ in HTTPResponse(429, to: request, "", ("Retry-After", "43200")) }
    let session = CalDAVSession(PatientClient(client, clock.pauses), home: url)
    #expect {
      _ = try session.lists()
    } throws: {
      guard let error = $0 as? AccountError else { return false }
      return error.code == .busy && error.reason.hasSuffix("and asks to retry in 43200 seconds")
    }
    #expect(client.requests.count == 1)
    #expect(clock.waits.withLock { $0 } == [])
  }

  /// No number that a server sends can stop the program.
  @Test(arguments: [
    "9223372036854775808", "18446744073709551616", String(repeating: "9", count: 400),
    "Fri, 31 Dec 9999 23:59:59 GMT", "Sun, 06 Nov 999999999999999999 08:49:40 GMT",
    "Sun, 9223372036854775807 Nov 1994 08:49:40 GMT", "Sun, 06 Nov -9223372036854775808 08:49:40 GMT",
  ])
  func numbersWithoutBound(value: String) throws {
    let clock = Clock()
    let client = ScriptedClient { request, _ in
      HTTPResponse(503, to: request, "", ("Retry-After", value), ("Date", value))
    }
    let patient = PatientClient(client, clock.pauses)
    let answer = try? patient.send(HTTPRequest(.propfind, url))
    #expect(answer == nil || answer?.status == 503)
    #expect(clock.waits.withLock { $0 }.allSatisfy { (0...120).contains($0) })
  }

  @Test func repeatsWithGrowingPausesAndEnds() throws {
    let clock = Clock()
    let client = ScriptedClient { request, _ in HTTPResponse(502, to: request) }
    #expect(try PatientClient(client, clock.pauses).send(HTTPRequest(.report, url)).status == 502)
    #expect(clock.waits.withLock { $0 } == [1, 2, 4, 8])
  }

  @Test func repeatsNoWriteThatMayBeDone() throws {
    let clock = Clock()
    let client = ScriptedClient { request, _ throws(HTTPFailure) in
      throw HTTPFailure(.interrupted, request.url, "gone", isSent: true)
    }
    let patient = PatientClient(client, clock.pauses)
    #expect(throws: HTTPFailure.self) { try patient.send(HTTPRequest(.mkcalendar, url)) }
    #expect(client.requests.count == 1)
    // One that says on which version it stands can do no harm.
    var put = HTTPRequest(.put, url)
    put.headers.add("If-Match", "\"1\"")
    #expect(throws: HTTPFailure.self) { try patient.send(put) }
    #expect(client.requests.count == 6)
  }

  @Test func stopsWhenItIsTold() throws {
    let client = ScriptedClient { request, _ in HTTPResponse(503, to: request) }
    let pauses = RetryPolicy(now: { 0 }, wait: { _ in false })
    #expect {
      _ = try PatientClient(client, pauses).send(HTTPRequest(.report, url))
    } throws: { ($0 as? HTTPFailure)?.code == .cancelled }
  }
}
