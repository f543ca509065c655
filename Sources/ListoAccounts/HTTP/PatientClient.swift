internal import ICalendar
internal import Platform
internal import Synchronization

/// The attempts for a request, the pauses between them, and the clock by which they are counted.
///
/// Tests replace the clock, so that they neither wait nor depend on the time.
public struct RetryPolicy: Sendable {
  /// Returns the seconds since 1970.
  public var now: @Sendable () -> Double
  /// Waits a number of seconds; returns false if the wait was cancelled.
  public var wait: @Sendable (_ seconds: Double) -> Bool
  /// The greatest number of attempts for a request.
  public var attempts = 5
  /// The longest pause in seconds; if a server asks for a longer one, Listo does not wait.
  public var longest = 120.0
  /// The first pause in seconds if the server names none; each pause is twice the last.
  public var first = 1.0

  /// The policy with the clock of the machine.
  public init() {
    self.init(now: { Double(ProcessEnvironment.secondsSince1970) }) { seconds in
      ProcessEnvironment.pause(seconds: seconds)
      return true
    }
  }

  /// Creates a policy from a clock and a way to wait.
  public init(now: @escaping @Sendable () -> Double, wait: @escaping @Sendable (_ seconds: Double) -> Bool) {
    (self.now, self.wait) = (now, wait)
  }
}

/// Waits where a server asks for it, and repeats what can be repeated.
///
/// 429 and 503 are waited for as Retry-After says, by all threads and for that host, unless it asks for more
/// than ``RetryPolicy/longest``; 502 and 504 with growing pauses. What went out and has no answer is sent
/// again only if it changes nothing, or says on which version it stands (``HTTPRequest/isRepeatable``). A
/// MOVE that is answered with 502 is not: that is the server's answer to it (RFC 4918 §9.9.4).
package final class PatientClient: HTTPClient {
  private let client: any HTTPClient
  private let retries: RetryPolicy
  /// When a host may be asked again.
  private let earliest = Mutex<[HTTPURL.Origin: Double]>([:])

  /// In front of another client.
  package init(_ client: any HTTPClient, _ retries: RetryPolicy) {
    (self.client, self.retries) = (client, retries)
  }

  /// Sends a request, again and again where that is safe, until there is an answer or its patience ends.
  package func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    var pause = retries.first
    for attempt in 1... {
      try waitForTurn(request)
      let isLast = attempt >= retries.attempts
      let answer: HTTPResponse
      do throws(HTTPFailure) {
        answer = try client.send(request)
      } catch {
        guard !isLast, isPassing(error), !error.isSent || request.isRepeatable else { throw error }
        try wait(pause, request)
        pause *= 2
        continue
      }
      guard [429, 502, 503, 504].contains(answer.status) else { return answer }
      if answer.status == 502, request.method == .move { return answer }
      let asked = Self.delay(answer, now: retries.now())
      if let asked, asked > retries.longest { return answer }
      // 502 and 504 come from a proxy: what is behind it may have done what was asked.
      let isDone = answer.status == 502 || answer.status == 504
      guard !isLast, !isDone || request.isRepeatable else { return answer }
      let seconds = asked ?? pause
      earliest.withLock { $0[request.url.origin] = max($0[request.url.origin] ?? 0, retries.now() + seconds) }
      pause *= 2
    }
    throw HTTPFailure(.busy, request.url, "the server is busy")
  }

  /// The cause of the failure may be gone a moment later.
  private func isPassing(_ failure: HTTPFailure) -> Bool {
    failure.code == .interrupted || failure.code == .unreachable && failure.isSent
  }

  private func waitForTurn(_ request: HTTPRequest) throws(HTTPFailure) {
    let time = earliest.withLock { $0[request.url.origin] } ?? 0
    let seconds = time - retries.now()
    if seconds > 0 { try wait(min(seconds, retries.longest), request) }
  }

  private func wait(_ seconds: Double, _ request: HTTPRequest) throws(HTTPFailure) {
    guard retries.wait(min(seconds, retries.longest)) else {
      throw HTTPFailure(.cancelled, request.url, "it was stopped while it waited for the server")
    }
  }

  /// A longer delay counts as this: a day.
  static let longestDelay = 86_400.0

  /// The seconds that an answer asks to wait, from 0 to ``longestDelay``; nil where it names none (RFC 9110
  /// §10.2.3). A date is compared with the answer's own date, so that a wrong clock here changes nothing;
  /// with `now` where the answer has none.
  static func delay(_ response: HTTPResponse, now: Double? = nil) -> Double? {
    guard let text = response.headers["Retry-After"] else { return nil }
    let seconds: Double
    if !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      seconds = Double(text) ?? longestDelay
    } else if let date = HTTPDate.seconds(text) {
      guard let start = response.headers["Date"].flatMap(HTTPDate.seconds).map({ Double($0) }) ?? now else {
        return nil
      }
      seconds = Double(date) - start
    } else {
      return nil
    }
    return min(max(seconds, 0), longestDelay)
  }
}

/// Dates of HTTP (RFC 9110 §5.6.7).
enum HTTPDate {
  /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`; nil for another form, which no server of today
  /// sends.
  static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      (1...9999).contains(year),
      let month = EnglishNames.months.firstIndex(of: String(words[2]))
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]),
      let date = Day(year: year, month: month + 1, day: day)
    else { return nil }
    return date.daysSince1970 * 86400 + time[0] * 3600 + time[1] * 60 + time[2]
  }
}
