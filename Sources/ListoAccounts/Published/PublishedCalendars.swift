internal import ICalendar
public import ListoFormats
public import ListoStores
internal import Platform
internal import Synchronization

/// Calendars published on the web. Each is fetched if it has changed; if that fails, the cached copy is read.
///
/// The rules are those of accounts. Connections use TLS or stay on this machine. The server's redirects are
/// followed, but not from TLS to an unencrypted connection. Certificates are checked. No login is sent.
public final class PublishedCalendars: PublishedCalendarSource {
  /// Makes the client that fetches.
  ///
  /// - Parameters:
  ///   - patience: the seconds after which it gives up a server that sends nothing.
  ///   - received: takes the number of bytes of an answer so far.
  package typealias Client =
    @Sendable (
      _ patience: Int, _ received: @escaping @Sendable (Int64) -> Void
    ) -> any HTTPClient

  private let cacheFolder: String?
  private let temporaryFolder: String
  private let age: Int64
  private let patience: Int
  private let now: @Sendable () -> Int64
  private let client: Client?
  private let fetched = Mutex<[Question: Answer]>([:])

  /// So many times as long a server is waited for of which there is no copy.
  private static let patienceWithoutCopy = 6

  /// For how many seconds a process does not ask again: one that shows things again and again reads them as
  /// often.
  private static let rest: Int64 = 30

  /// A request for a calendar. An answer that is no calendar in one format may be one in another, and an
  /// answer that is too large for one limit fits another.
  private struct Question: Hashable {
    let address: WebAddress
    let format: String?
    let limit: Int
  }

  private struct Answer: Sendable {
    let result: Result<PublishedCalendar, StoreError>
    /// When it came, in seconds since 1970, and how long it counts.
    let time: Int64
    let rest: Int64
  }

  /// - Parameters:
  ///   - cacheFolder: where what was fetched is kept, absolute; nil for nowhere.
  ///   - temporaryFolder: where it goes if it cannot be kept.
  ///   - seconds: what the server said so many seconds ago, or fewer, is not asked again.
  ///   - patience: the seconds after which the kept copy is read instead, if the server sends nothing.
  ///     Without a copy, a server is waited for six times as long.
  ///   - now: seconds since 1970.
  ///   - client: makes what an address is fetched with; nil where nothing is fetched, and only what is kept
  ///     is read.
  package init(
    cacheFolder: String?, temporaryFolder: String = "/tmp", restingFor seconds: Int64 = 0,
    patience: Int = 10, now: @escaping @Sendable () -> Int64, client: Client?
  ) {
    (self.cacheFolder, self.temporaryFolder, age) = (cacheFolder, temporaryFolder, seconds)
    (self.patience, self.now, self.client) = (patience, now, client)
  }

  /// Creates a source that uses libcurl, which is loaded when the first calendar is read.
  ///
  /// - Parameters:
  ///   - cacheFolder: the folder of the cached copies, an absolute path; nil for none.
  ///   - temporaryFolder: the folder for copies that are not cached.
  ///   - seconds: a cached copy that is at most this old is used without a request.
  ///   - patience: the seconds after which the cached copy is read if the server sends nothing. Without a
  ///     copy, Listo waits six times as long.
  ///   - retries: the clock, and the way to wait.
  ///   - authorities: a file of certificates (PEM) to trust instead of the system's; nil for those.
  public convenience init(
    cacheFolder: String?, temporaryFolder: String = "/tmp", restingFor seconds: Int64 = 0,
    patience: Int = 10, retries: RetryPolicy, authorities: @escaping @Sendable () -> String? = { nil }
  ) {
    var short = retries
    (short.attempts, short.longest) = (2, 5)
    self.init(
      cacheFolder: cacheFolder, temporaryFolder: temporaryFolder, restingFor: seconds,
      patience: patience, now: { Int64(retries.now()) }
    ) { [short] patience, received in
      var settings = CurlClient.Settings()
      (settings.connecting, settings.thinking, settings.idle) = (min(patience, 10), patience, patience)
      settings.authorities = authorities()
      settings.progress = { _, bytes in
        received(bytes)
        return true
      }
      return PatientClient(CurlClient(settings), short)
    }
  }

  /// Fetches the calendar at an address, unless the server confirms that the cached copy is current; see
  /// ``PublishedCalendarSource``.
  public func calendar(
    at address: WebAddress, format: Format?, limit: Int, progress: @escaping @Sendable (_ bytes: Int) -> Void
  ) throws(StoreError) -> PublishedCalendar {
    let question = Question(address: address, format: format?.name, limit: limit)
    let start = now()
    if let known = fetched.withLock({ $0[question] }), (0..<known.rest).contains(start - known.time) {
      return try known.result.get()
    }
    let result: Result<PublishedCalendar, StoreError>
    do throws(StoreError) {
      result = .success(try fetch(address, format, limit, progress))
    } catch {
      result = .failure(error)
    }
    let end = now()
    // A host that does not answer is waited for a tenth of the time at the most.
    let rest = Self.rest + max(end - start, 0) * 10
    fetched.withLock { $0[question] = Answer(result: result, time: end, rest: rest) }
    return try result.get()
  }

  /// Deletes the cached copy of an address.
  ///
  /// - Throws: ``StoreError``.
  public func forget(_ address: WebAddress) throws(StoreError) {
    fetched.withLock { $0 = $0.filter { $0.key.address != address } }
    guard let cacheFolder else { return }
    do throws(SystemError) {
      try PublishedCache(cacheFolder).forget(address)
    } catch {
      throw StoreError(.writeFailed, path: cacheFolder, reason: error.reason)
    }
  }

  /// Returns the reason why an address must not be fetched, in words for people; nil if it may be.
  public static func problem(of address: WebAddress) -> String? {
    do throws(PublishedFailure) {
      _ = try url(of: address)
      return nil
    } catch {
      return error.reason
    }
  }

  // MARK: Fetching

  private static func url(of address: WebAddress) throws(PublishedFailure) -> HTTPURL {
    let url: HTTPURL
    do throws(HTTPURL.Problem) {
      url = try HTTPURL(address.url)
    } catch .login {
      throw PublishedFailure(
        "it has a user name or a password; add it as an account: listo account add")
    } catch {
      throw PublishedFailure(error.reason)
    }
    guard url.isConfidential else { throw PublishedFailure(LoginClient.inClear) }
    return url
  }

  private func fetch(
    _ address: WebAddress, _ format: Format?, _ limit: Int, _ progress: @escaping @Sendable (Int) -> Void
  ) throws(StoreError) -> PublishedCalendar {
    let (cache, trouble) = opened()
    let kept = cache?.entry(of: address)
    guard let client else {
      guard let kept else { throw Self.unreadable(address, "it was never fetched") }
      return PublishedCalendar(kept.bytes)
    }
    if let kept, (0..<age).contains(now() - kept.entry.time) { return PublishedCalendar(kept.bytes) }
    let answer: HTTPResponse
    do throws(PublishedFailure) {
      answer = try ask(address, kept?.entry, limit, counting(client, hasCopy: kept != nil, progress))
      if answer.status != 304 || kept == nil {
        try PublishedFailure.check(answer, named: address.fileName, format)
      }
    } catch {
      guard error.isPassing, let kept else { throw Self.unreadable(address, error.reason, error.code) }
      let age = PublishedAge(seconds: now() - kept.entry.time)
      let words = "\(error.reason); using the copy that was fetched \(age.words)"
      return PublishedCalendar(
        kept.bytes, problems: [Diagnostic(.warning, .oldCopy, file: address.shown, words)])
    }
    if answer.status == 304, let kept {
      // Only its age is lost where this cannot be written.
      try? cache?.confirm(kept.entry.file, of: address, time: now())
      return PublishedCalendar(kept.bytes)
    }
    return try keep(answer, of: address, cache, trouble)
  }

  private func opened() -> (cache: PublishedCache?, trouble: SystemError?) {
    guard let cacheFolder else { return (nil, nil) }
    do throws(SystemError) { return (try PublishedCache(cacheFolder), nil) } catch { return (nil, error) }
  }

  private func keep(
    _ answer: HTTPResponse, of address: WebAddress, _ cache: PublishedCache?, _ trouble: SystemError?
  ) throws(StoreError) -> PublishedCalendar {
    var trouble = trouble
    do throws(SystemError) {
      if let cache {
        return PublishedCalendar(
          try cache.store(
            answer.body, of: address, etag: answer.headers["ETag"],
            lastModified: answer.headers["Last-Modified"], time: now()))
      }
    } catch {
      trouble = error
    }
    do throws(SystemError) {
      let file = try TemporaryFile(inFolder: temporaryFolder)
      try file.append(answer.body[...])
      let problems = trouble.map { error in
        let words = "it cannot be cached in \(cacheFolder ?? ""): \(error.reason)"
        return Diagnostic(.warning, .notKept, file: address.shown, words)
      }
      return PublishedCalendar(try file.reading(), problems: problems.map { [$0] } ?? [])
    } catch {
      throw Self.unreadable(address, "there is no room for it in \(temporaryFolder): \(error.reason)")
    }
  }

  private func ask(
    _ address: WebAddress, _ kept: PublishedCache.Entry?, _ limit: Int, _ client: any HTTPClient
  ) throws(PublishedFailure) -> HTTPResponse {
    let url = try Self.url(of: address)
    var request = HTTPRequest(.get, url)
    request.headers.add("Accept", "text/calendar, application/calendar+json;q=0.9, */*;q=0.5")
    if let etag = kept?.etag { request.headers.add("If-None-Match", etag) }
    if let date = kept?.lastModified { request.headers.add("If-Modified-Since", date) }
    request.bodyLimit = min(limit, HTTPRequest.defaultBodyLimit)
    do throws(HTTPFailure) {
      return try LoginClient(client, origins: LoginOrigins(url.origin), login: nil).send(request)
    } catch {
      throw PublishedFailure(error)
    }
  }

  /// A client that tells how many bytes came since it told last.
  private func counting(
    _ client: Client, hasCopy: Bool, _ progress: @escaping @Sendable (Int) -> Void
  ) -> any HTTPClient {
    let told = Told()
    return client(hasCopy ? patience : patience * Self.patienceWithoutCopy) { received in
      let more = told.count.withLock { count in
        defer { count = received }
        // A redirect or a second try begins anew.
        return received >= count ? received - count : received
      }
      progress(Int(more))
    }
  }

  private final class Told: Sendable {
    let count = Mutex<Int64>(0)
  }

  private static func unreadable(
    _ address: WebAddress, _ reason: String, _ code: StoreError.Code = .unreadable
  ) -> StoreError {
    StoreError(code, path: address.shown, reason: reason)
  }
}
