/// Where an account is said to be, as a person names it.
package enum AccountPlace: Sendable, Hashable {
  /// `https://dav.example.com/…`: of a server, a principal, the home of calendars or a calendar.
  case url(HTTPURL)
  /// `example.com`, or `anna@example.com`: it is looked up (RFC 6764).
  case domain(String)

  /// Reads what was named.
  ///
  /// - Throws: ``AccountError`` with code `notFound` for what is none of them.
  package init(_ text: String) throws(AccountError) {
    if text.contains("://") {
      do throws(HTTPURL.Problem) {
        self = .url(try HTTPURL(text))
      } catch {
        // The message does not repeat text that may be a password.
        throw AccountError(
          .notFound, error == .login ? "the address: \(error.reason)" : "\(text): \(error.reason)")
      }
      return
    }
    let domain = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text[...]
    guard let url = try? HTTPURL("https://\(domain)/"), url.origin.host == domain.lowercased(),
      !url.isLoopback
    else {
      throw AccountError(.notFound, "\(text) is neither an address like https://dav.example.com nor a domain")
    }
    self = .domain(url.origin.host)
  }

  /// The part before the @ of an address of mail, which many servers take as the user's name; else nil.
  package static func user(of text: String) -> String? {
    text.contains("://") || !text.contains("@") ? nil : text
  }
}
