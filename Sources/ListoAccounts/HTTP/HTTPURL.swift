internal import ICalendar
internal import ListoModel

/// Where something stands on the web (RFC 3986, RFC 9110 §4.2): a scheme, a host, a port, a path and a query.
package struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// Whether what goes there is encrypted.
  package enum Scheme: String, Sendable, Hashable {
    /// In clear.
    case http
    /// Through TLS.
    case https

    var port: Int { self == .http ? 80 : 443 }
  }

  /// Scheme, host and port: to whom a credential is sent (RFC 6454).
  package struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// As in the address.
    package let scheme: Scheme
    /// In lower case.
    package let host: String
    /// Also where it is the scheme's own.
    package let port: Int

    /// Without a path: `https://dav.example.com`.
    package var description: String { HTTPURL(self, path: "").description }
  }

  /// Why a text is no such address.
  package enum Problem: Error, Sendable, Hashable {
    /// It does not begin with `http://` or `https://`.
    case scheme
    /// It has a user's name or a password in it, which would be seen in a list of processes.
    case login
    /// Its host or its port is none.
    case authority

    /// For people, behind the address.
    package var reason: String {
      switch self {
      case .scheme: "it does not begin with https://"
      case .login: "it has a user name or a password; pass the name as --user, and never write a password"
      case .authority: "its host or port is invalid"
      }
    }
  }

  /// To whom it belongs.
  package let origin: Origin
  /// From its first slash on; percent-encoded.
  package let path: String
  /// What stands behind the question mark; nil where there is none.
  package let query: String?

  init(_ origin: Origin, path: String, query: String? = nil) {
    (self.origin, self.path, self.query) = (origin, path, query)
  }

  /// Reads an address. What may not stand in a path is percent-encoded; a fragment is left out.
  ///
  /// - Throws: ``Problem``.
  package init(_ text: String) throws(Problem) {
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

  /// The address as a request, a person or a state has it.
  package var description: String {
    let port = origin.port == origin.scheme.port ? "" : ":\(origin.port)"
    return "\(origin.scheme.rawValue)://\(origin.host)\(port)\(path)" + (query.map { "?" + $0 } ?? "")
  }

  /// Nothing leaves the machine on the way there.
  package var isLoopback: Bool {
    let host = origin.host
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// What goes there is encrypted, or stays on this machine.
  var isConfidential: Bool { origin.scheme == .https || isLoopback }

  /// Another path of the same origin.
  package func with(path: String) -> HTTPURL { HTTPURL(origin, path: path) }

  /// What a reference in an answer from here means (RFC 3986 §5.2); nil for what is no address of the web.
  package func resolve(_ reference: String) -> HTTPURL? {
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
