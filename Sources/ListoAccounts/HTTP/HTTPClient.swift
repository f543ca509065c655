/// Sends requests. libcurl is behind ``CurlClient``; others stand before it: ``PatientClient`` waits and
/// repeats, ``LoginClient`` knows to whom a credential goes. Tests have clients of their own.
package protocol HTTPClient: Sendable {
  /// Sends a request and waits for the whole of its answer, whatever its status is.
  ///
  /// Several threads may send at once.
  ///
  /// - Throws: ``HTTPFailure`` where there is none.
  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse
}

/// Why a request has no answer.
package struct HTTPFailure: Error, Sendable, Hashable {
  /// What went wrong, for programs.
  package enum Code: String, Sendable, CaseIterable {
    /// libcurl is not there.
    case noLibrary
    /// The host has no address, or does not answer.
    case unreachable
    /// The certificate is not one of this host, is too old, or none that is trusted; or no TLS could be
    /// agreed upon.
    case untrusted
    /// It broke off, or took too long.
    case interrupted
    /// A question was taken, and nothing came for as long as is waited for: it is not asked again at once,
    /// since the server may still be at work on it.
    case silent
    /// The answer has more bytes than the request allows.
    case tooLarge
    /// It was asked to stop.
    case cancelled
    /// It is against the rules of who asks: in clear over a network, to another origin, or along too many
    /// redirects.
    case forbidden
    /// The login was refused, or there is none where one is needed.
    case login
    /// The server asked to come back later than is waited for.
    case busy
  }

  /// What went wrong.
  package let code: Code
  /// Where to.
  package let url: HTTPURL
  /// In words for people, without the address.
  package let reason: String
  /// Some of the request went out: the server may have done what it says, or not.
  package let isSent: Bool

  /// - Parameter reason: a sentence without its end.
  package init(_ code: Code, _ url: HTTPURL, _ reason: String, isSent: Bool = false) {
    (self.code, self.url, self.reason, self.isSent) = (code, url, reason, isSent)
  }
}
