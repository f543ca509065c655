internal import CAccounts
internal import Synchronization

/// Requests through the system's libcurl, which is loaded with the first: TLS, proxies and HTTP/2 as this
/// machine has them.
///
/// Certificates are always checked. Redirects are not followed, nothing is read from `.netrc`, and no cookie
/// is kept. Connections stay open from one request to the next; as many as there are threads that send.
package final class CurlClient: HTTPClient {
  /// The settings of a client: certificates, time limits and callbacks.
  package struct Settings: Sendable {
    /// A file of certificates (PEM) to trust in the place of the system's.
    package var authorities: String?
    /// Seconds, to be connected.
    var connecting = 30
    /// Seconds until the first byte of the answer to a question: Radicale reads a list of ten thousand items
    /// for minutes when it is asked for it the first time, and says nothing meanwhile.
    package var thinking = 600
    /// Seconds without a byte of an answer that has begun, and of one to a write.
    package var idle = 120
    /// Seconds for a whole exchange.
    package var total = 900
    /// Seconds after which ``waiting`` is told.
    package var noticed = 20
    /// Told once of an exchange in which nothing has come yet, on the thread that waits.
    package var waiting: (@Sendable () -> Void)?
    /// Called now and then with the bytes sent and received; false ends the exchange.
    package var progress: (@Sendable (_ sent: Int64, _ received: Int64) -> Bool)?

    /// Settings with the values above.
    package init() {}
  }

  /// Bytes of an answer's header.
  private static let headerLimit = 256 << 10
  /// 0 where libcurl is there; see `caccounts_load`. Asked once, by whichever thread comes first.
  private static let loaded: Int32 = caccounts_load()

  private let settings: Settings
  /// Those that nothing is sent with now, as addresses; each is one thread's while it is not here.
  private let idle = Mutex<[UInt]>([])

  /// A client with connections of its own.
  package init(_ settings: Settings = Settings()) { self.settings = settings }

  deinit {
    idle.withLock { handles in
      for handle in handles { unsafe caccounts_close(UnsafeMutableRawPointer(bitPattern: handle)) }
    }
  }

  /// The version that libcurl reports; nil if libcurl is not there.
  package static var version: String? {
    guard loaded == 0 else { return nil }
    return unsafe String(cString: caccounts_version())
  }

  /// One exchange on a connection that is open, or a new one; redirects are answers.
  package func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    guard Self.loaded == 0 else { throw Self.missing(request.url) }
    let kept = idle.withLock { $0.popLast() }
    guard let handle = unsafe kept.map(UnsafeMutableRawPointer.init(bitPattern:)) ?? caccounts_open() else {
      throw HTTPFailure(.noLibrary, request.url, "there is not enough memory for a connection")
    }
    defer {
      let address = UInt(bitPattern: handle)
      idle.withLock { $0.append(address) }
    }
    return try unsafe exchange(request, handle)
  }

  private static func missing(_ url: HTTPURL) -> HTTPFailure {
    let reason =
      switch loaded {
      case 1: "this needs libcurl, which is not installed: apt-get install libcurl4"
      case 3: "this statically linked listo has no network; install the package instead"
      default: "the libcurl of this system cannot be used; version 7.62 or later is needed"
      }
    return HTTPFailure(.noLibrary, url, reason)
  }

  @unsafe
  private func exchange(
    _ request: HTTPRequest, _ handle: UnsafeMutableRawPointer
  ) throws(HTTPFailure) -> HTTPResponse {
    unsafe caccounts_begin(handle, request.method.rawValue, request.url.description)
    for field in request.headers.fields {
      unsafe caccounts_add_header(handle, "\(field.name): \(field.value)")
    }
    if let body = request.body { unsafe caccounts_set_body(handle, body, body.count) }
    try unsafe setAuthorization(request, handle)
    if let authorities = settings.authorities { unsafe caccounts_set_authorities(handle, authorities) }
    if request.url.isLoopback { unsafe caccounts_set_no_proxy(handle) }
    if !request.isRepeatable { unsafe caccounts_set_fresh(handle) }
    let thinking = request.method.isSafe ? settings.thinking : settings.idle
    unsafe caccounts_set_times(handle, settings.connecting, thinking, settings.idle, settings.total)
    unsafe caccounts_set_limits(handle, Self.headerLimit, request.bodyLimit)
    let watch = Watch(settings)
    unsafe caccounts_set_progress(
      handle, { context, sent, received in unsafe Watch.told(context, sent, received) },
      Unmanaged.passUnretained(watch).toOpaque())
    let code = unsafe caccounts_perform(handle)
    withExtendedLifetime(watch) {}
    guard code == 0 else { throw unsafe failure(code, request, handle) }
    return unsafe Self.response(request, handle)
  }

  @unsafe
  private func setAuthorization(
    _ request: HTTPRequest, _ handle: UnsafeMutableRawPointer
  ) throws(HTTPFailure) {
    switch request.authorization {
    case nil: return
    case .basic(let user, let password): unsafe Self.setLogin(handle, user, password, isDigest: false)
    case .digest(let user, let password): unsafe Self.setLogin(handle, user, password, isDigest: true)
    case .bearer(let token):
      guard token.bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw HTTPFailure(.login, request.url, "the token has invalid characters")
      }
      unsafe caccounts_add_header(
        handle, "Authorization: Bearer \(String(decoding: token.bytes, as: UTF8.self))")
    }
  }

  @unsafe
  private static func setLogin(
    _ handle: UnsafeMutableRawPointer, _ user: String, _ password: Secret, isDigest: Bool
  ) {
    // Bytes as they are: a password need not be UTF-8.
    let bytes = (password.bytes + [0]).map(CChar.init(bitPattern:))
    unsafe caccounts_set_login(handle, user, bytes, isDigest)
  }

  // MARK: What came of it

  /// The failures that libcurl's codes mean here.
  private static let codes: [Int32: HTTPFailure.Code] = [
    5: .unreachable, 6: .unreachable, 7: .unreachable, 35: .untrusted, 42: .cancelled, 53: .untrusted,
    54: .untrusted, 58: .untrusted, 59: .untrusted, 60: .untrusted, 64: .untrusted, 66: .untrusted,
    77: .untrusted, 80: .untrusted, 82: .untrusted, 83: .untrusted, 91: .untrusted, 97: .unreachable,
  ]

  @unsafe
  private func failure(
    _ code: Int32, _ request: HTTPRequest, _ handle: UnsafeMutableRawPointer
  ) -> HTTPFailure {
    let isSent = unsafe caccounts_sent(handle) > 0
    if unsafe caccounts_is_header_cut(handle) {
      return HTTPFailure(
        .tooLarge, request.url, "the header of the answer has more than \(Self.headerLimit) bytes",
        isSent: isSent)
    }
    if unsafe caccounts_is_body_cut(handle) {
      return HTTPFailure(
        .tooLarge, request.url, "the answer has more than \(request.bodyLimit) bytes", isSent: isSent)
    }
    if Self.longLine.contains(code) {
      return HTTPFailure(
        .tooLarge, request.url, "the header of the answer has a line that is too long", isSent: isSent)
    }
    if code == Self.timeOut, isSent { return unsafe late(request, handle) }
    let words = unsafe String(cString: caccounts_error(handle))
    let kind = Self.codes[code] ?? (isSent ? .interrupted : .unreachable)
    return HTTPFailure(kind, request.url, words, isSent: isSent)
  }

  private static let timeOut: Int32 = 28
  /// The answers of libcurl to a line that is longer than its buffer for one: CURLE_TOO_LARGE, and
  /// CURLE_OUT_OF_MEMORY in older versions.
  private static let longLine: Set<Int32> = [100, 27]

  /// The failure of a request that took too long, with advice for a person.
  @unsafe
  private func late(_ request: HTTPRequest, _ handle: UnsafeMutableRawPointer) -> HTTPFailure {
    var count = 0
    _ = unsafe caccounts_header(handle, &count)
    let thinking = min(request.method.isSafe ? settings.thinking : settings.idle, settings.total)
    guard count == 0 else {
      let words =
        "the answer of the server was interrupted: no data for \(settings.idle) seconds, or not complete after \(settings.total)"
      return HTTPFailure(.interrupted, request.url, words, isSent: true)
    }
    let words = "the server did not answer within \(thinking) seconds"
    guard request.method.isSafe else {
      return HTTPFailure(.interrupted, request.url, words, isSent: true)
    }
    return HTTPFailure(
      .silent, request.url, words + "; it may still be working: try again later", isSent: true)
  }

  @unsafe
  private static func response(_ request: HTTPRequest, _ handle: UnsafeMutableRawPointer) -> HTTPResponse {
    var count = 0
    let header = unsafe caccounts_header(handle, &count)
    let lines = unsafe Array(UnsafeBufferPointer(start: header, count: count))
    let body = unsafe caccounts_body(handle, &count)
    return HTTPResponse(
      status: unsafe caccounts_status(handle), headers: HTTPHeaders(lines: lines),
      body: unsafe Array(UnsafeBufferPointer(start: body, count: count)), url: request.url)
  }

  /// Hands on what libcurl tells while it works.
  private final class Watch {
    private let progress: (@Sendable (Int64, Int64) -> Bool)?
    private let noticed: Duration
    private let start = ContinuousClock.now
    /// Nil once it was told.
    private var waiting: (@Sendable () -> Void)?

    init(_ settings: Settings) {
      (progress, waiting, noticed) = (settings.progress, settings.waiting, .seconds(settings.noticed))
    }

    private func tellWaiting(_ received: Int64) {
      guard let waiting, received == 0, start.duration(to: .now) >= noticed else { return }
      self.waiting = nil
      waiting()
    }

    @unsafe
    static func told(_ context: UnsafeMutableRawPointer?, _ sent: Int64, _ received: Int64) -> Int32 {
      guard let context = unsafe context else { return 0 }
      let watch = unsafe Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
      watch.tellWaiting(received)
      return watch.progress?(sent, received) ?? true ? 0 : 1
    }
  }
}

extension HTTPHeaders {
  /// The fields of a header as it came; what is no field is left out.
  init(lines: [UInt8]) {
    self.init()
    for line in lines.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: 0x3A) else { continue }
      let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
      add(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value[..<end], as: UTF8.self))
    }
  }
}
