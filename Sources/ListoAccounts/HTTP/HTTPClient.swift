/// Sends requests of an ``Account``. The default uses the system's libcurl; an app can use URLSession, and a
/// test can answer from memory.
///
/// An account adds the login, repeats requests and waits for busy servers itself. A client must not follow
/// redirects, keep cookies or change the request, and must check certificates.
public protocol HTTPClient: Sendable {
  /// Sends a request and waits for the whole answer, whatever its status is. Called on any thread, also on
  /// several at once.
  ///
  /// - Throws: ``HTTPFailure`` if there is no answer.
  func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse
}

/// The reason why a request has no answer.
public struct HTTPFailure: Error, Sendable, Hashable {
  /// The kind of the failure, for programs.
  public enum Code: String, Sendable, CaseIterable {
    /// libcurl is not installed.
    case noLibrary
    /// The host has no address, or does not answer.
    case unreachable
    /// The certificate is for another host, expired or not trusted, or no version of TLS fits.
    case untrusted
    /// The connection broke off, or the answer took too long.
    case interrupted
    /// The server accepted the request and sent nothing in time. It is not asked again at once, because it
    /// may still be working on the answer.
    case silent
    /// The answer has more bytes than ``HTTPRequest/bodyLimit``.
    case tooLarge
    /// The request was cancelled.
    case cancelled
    /// The request is not permitted: a login without encryption, to another origin, or along too many
    /// redirects.
    case forbidden
    /// The login was refused, or is missing.
    case login
    /// The server asked for a longer pause than ``RetryPolicy/longest``.
    case busy
  }

  /// The kind of the failure.
  public let code: Code
  /// The address of the request.
  public let url: HTTPURL
  /// The reason in words for people, without the address.
  public let reason: String
  /// True if a part of the request was sent, so that the server may have done it.
  public let isSent: Bool

  /// - Parameter reason: a sentence without its end.
  public init(_ code: Code, _ url: HTTPURL, _ reason: String, isSent: Bool = false) {
    (self.code, self.url, self.reason, self.isSent) = (code, url, reason, isSent)
  }
}
