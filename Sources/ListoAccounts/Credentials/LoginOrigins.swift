/// The origins that the login of an account may go to.
///
/// These are the origin that the user named, or that the DNS names within the user's domain (RFC 6764); the
/// hosts that the user agreed to; and the hosts on which a provider is known to keep the calendars of its
/// accounts. No answer of a server adds one: a server that redirects to another, or says that the calendars
/// are there, would choose who gets the password.
package struct LoginOrigins: Sendable, Hashable {
  /// The origin that was named.
  package let named: HTTPURL.Origin
  /// As the user names them: a host, or a host with a port.
  private let hosts: [String]

  /// - Parameters:
  ///   - named: the origin that the user named, or that the DNS names within the user's domain.
  ///   - hosts: the hosts that the user agreed to, such as `p42-caldav.example.com` or
  ///     `dav.example.com:8443`.
  package init(_ named: HTTPURL.Origin, allowing hosts: [String] = []) {
    (self.named, self.hosts) = (named, hosts.compactMap(Self.host))
  }

  /// The origins of an account that was found before.
  ///
  /// - Parameter found: the origin at which it was found, as it was remembered; it counts only where `place`
  ///   allows it.
  package init(_ place: AccountPlace, found: HTTPURL.Origin, allowing hosts: [String]) {
    switch place {
    case .url(let url): self.init(url.origin, allowing: hosts)
    case .domain(let domain):
      let isWithin = found.scheme == .https && Self.isHost(found.host, within: domain)
      self.init(
        isWithin ? found : HTTPURL.Origin(scheme: .https, host: domain, port: 443), allowing: hosts)
    }
  }

  /// Whether the login may go there.
  package func contains(_ origin: HTTPURL.Origin) -> Bool {
    if origin == named { return true }
    // A host that was agreed to is not one without TLS, except on this machine.
    guard HTTPURL(origin, path: "/").isConfidential else { return false }
    return hosts.contains(Self.name(origin))
      || Self.providers.contains { $0.named == named && origin.scheme == .https && $0.isHost(origin) }
  }

  /// A host as ``name(_:)`` has it, however the user wrote it: in small letters, without the usual port; nil
  /// for a text that is none.
  package static func host(_ text: String) -> String? {
    guard !text.contains("/"), let url = try? HTTPURL("https://\(text)/") else { return nil }
    return name(url.origin)
  }

  /// The name of an origin in `--allow-host`: its host, and its port unless that is the usual one of the
  /// scheme.
  package static func name(_ origin: HTTPURL.Origin) -> String {
    origin.port == origin.scheme.port ? origin.host : "\(origin.host):\(origin.port)"
  }

  static func isHost(_ host: String, within domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain)
  }

  /// Providers that keep each account's calendars on one of many hosts.
  private static let providers: [(named: HTTPURL.Origin, isHost: @Sendable (HTTPURL.Origin) -> Bool)] = [
    // iCloud: caldav.icloud.com answers calendar-home-set with https://pNN-caldav.icloud.com:443/….
    (
      HTTPURL.Origin(scheme: .https, host: "caldav.icloud.com", port: 443),
      { origin in
        let parts = origin.host.split(separator: "-", maxSplits: 1)
        return origin.port == 443 && parts.count == 2 && parts[1] == "caldav.icloud.com"
          && parts[0].first == "p" && parts[0].count > 1
          && parts[0].dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
    )
  ]
}
