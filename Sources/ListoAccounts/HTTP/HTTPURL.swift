internal import ICalendar
internal import ListoModel

/// An address on the web (RFC 3986, RFC 9110 §4.2): a scheme, a host, a port, a path and a query.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// The scheme, which decides if requests are encrypted.
  public enum Scheme: String, Sendable, Hashable {
    /// Without encryption.
    case http
    /// With TLS.
    case https

    var port: Int { self == .http ? 80 : 443 }
  }

  /// Scheme, host and port (RFC 6454): the receiver of a credential.
  public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The scheme of the address.
    public let scheme: Scheme
    /// The host, in lower case.
    public let host: String
    /// The port, also if it is the usual one of the scheme.
    public let port: Int

    /// The origin as text: `https://dav.example.com`.
    public var description: String { HTTPURL(self, path: "").description }
  }

  /// The reason why a text is not an address.
  public enum Problem: Error, Sendable, Hashable {
    /// It does not begin with `http://` or `https://`.
    case scheme
    /// It contains a user name or a password, which would be visible in a list of processes.
    case login
    /// The host or the port is invalid.
    case authority

    /// The reason for people, as a clause behind the address.
    public var reason: String {
      switch self {
      case .scheme: "it does not begin with https://"
      case .login: "it has a user name or a password; pass the name as --user, and never write a password"
      case .authority: "its host or port is invalid"
      }
    }
  }

  /// Scheme, host and port.
  public let origin: Origin
  /// The path, from its first slash on; percent-encoded.
  public let path: String
  /// The text behind the question mark; nil if there is none.
  public let query: String?

  init(_ origin: Origin, path: String, query: String? = nil) {
    (self.origin, self.path, self.query) = (origin, path, query)
  }

  /// Parses an address. Characters that a path cannot contain are percent-encoded; a fragment is left out.
  ///
  /// - Throws: ``Problem``.
  public init(_ text: String) throws(Problem) {
    guard let colon = text.firstRange(of: "://"),
      let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased())
    else { throw .scheme }
    let rest = text[colon.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    origin = try Self.origin(scheme, rest[..<end])
    let (path, query) = Self.parts(rest[end...])
    (self.path, self.query) = (path.isEmpty ? "/" : path, query)
  }

  private static func origin(_ scheme: Scheme, _ authority: Substring) throws(Problem) -> Origin {
    guard !authority.contains("@") else { throw .login }
    var host = authority
    var port = scheme.port
    // A colon within brackets is part of an address of IPv6.
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      host = authority[..<colon]
      let digits = authority[authority.index(after: colon)...]
      if !digits.isEmpty {
        guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(digits),
          (1...65535).contains(number)
        else { throw .authority }
        port = number
      }
    }
    guard isHost(host) else { throw .authority }
    return Origin(scheme: scheme, host: host.lowercased(), port: port)
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      let inner = host.dropFirst().dropLast()
      return inner.contains(":")
        && inner.utf8.allSatisfy { $0.hexadecimalDigit != nil || $0 == 0x3A || $0 == 0x2E }
    }
    return !host.isEmpty && host.utf8.count <= 253
      && host.utf8.allSatisfy { PercentEncoding.isUnreserved($0) && $0 != 0x7E }
  }

  /// Path and query of what stands behind the authority.
  private static func parts(_ text: Substring) -> (path: String, query: String?) {
    let whole = text.prefix { $0 != "#" }
    guard let mark = whole.firstIndex(of: "?") else { return (PercentEncoding.path(whole), nil) }
    return (PercentEncoding.path(whole[..<mark]), PercentEncoding.query(whole[whole.index(after: mark)...]))
  }

  /// The whole address as text.
  public var description: String {
    let port = origin.port == origin.scheme.port ? "" : ":\(origin.port)"
    return "\(origin.scheme.rawValue)://\(origin.host)\(port)\(path)" + (query.map { "?" + $0 } ?? "")
  }

  /// True if the host is this machine.
  public var isLoopback: Bool {
    let host = origin.host
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// True if requests are encrypted, or stay on this machine.
  var isConfidential: Bool { origin.scheme == .https || isLoopback }

  /// Returns the address of another path of the same origin.
  public func with(path: String) -> HTTPURL { HTTPURL(origin, path: path) }

  /// Resolves a reference in an answer from this address (RFC 3986 §5.2); nil if it is not an address of the
  /// web.
  public func resolve(_ reference: String) -> HTTPURL? {
    if let url = try? HTTPURL(reference) { return url }
    if reference.hasPrefix("//") { return try? HTTPURL("\(origin.scheme.rawValue):\(reference)") }
    let (path, query) = Self.parts(reference[...])
    guard let first = path.split(separator: "/", omittingEmptySubsequences: false).first else {
      return HTTPURL(origin, path: self.path, query: query ?? self.query)
    }
    // A name with a colon and nothing else of a URL is a name, as Xandikos has it; another scheme is followed
    // by slashes.
    if first.hasSuffix(":"), path.contains("://") { return nil }
    if path.isEmpty { return HTTPURL(origin, path: self.path, query: query ?? self.query) }
    if path.hasPrefix("/") { return HTTPURL(origin, path: Self.withoutDots(path), query: query) }
    let folder = self.path.lastIndex(of: "/").map { self.path[...$0] } ?? "/"
    return HTTPURL(origin, path: Self.withoutDots(folder + path), query: query)
  }

  /// RFC 3986 §5.2.4.
  private static func withoutDots(_ path: String) -> String {
    guard path.contains("/.") else { return path }
    var kept: [Substring] = []
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return "/" + kept.joined(separator: "/")
  }
}
