internal import ListoFormats
internal import ListoStores

/// Why a calendar on the web was not fetched.
struct PublishedFailure: Error {
  /// For people, without the address.
  let reason: String
  /// It may be gone later, and says nothing of what was fetched before: that is read meanwhile.
  let isPassing: Bool
  var code = StoreError.Code.unreadable

  init(_ reason: String, isPassing: Bool = false) {
    (self.reason, self.isPassing) = (reason, isPassing)
  }

  init(_ failure: HTTPFailure) {
    switch failure.code {
    case .tooLarge:
      self.init(failure.reason)
      code = .tooLarge
    case .forbidden, .login: self.init(failure.reason)
    case .noLibrary, .unreachable, .untrusted, .interrupted, .silent, .cancelled, .busy:
      self.init("it cannot be fetched: \(failure.reason)", isPassing: true)
    }
  }

  /// - Parameters:
  ///   - name: what a file with it would be called.
  ///   - format: what it shall be; nil for whatever is recognised.
  /// - Throws: where an answer is no calendar.
  static func check(_ answer: HTTPResponse, named name: String, _ format: Format?) throws(PublishedFailure) {
    switch answer.status {
    case 200..<300: try check(answer.body, named: name, format)
    case 401, 403, 407:
      throw PublishedFailure(
        "the server asks for a login (\(answer.status)); add it as an account: listo account add"
      )
    case 404, 410: throw PublishedFailure("there is nothing at this address (\(answer.status))")
    case 408, 425, 429, 500...:
      throw PublishedFailure("the server answered \(answer.status)", isPassing: true)
    default: throw PublishedFailure("the server answered \(answer.status)")
    }
  }

  /// Checks the body of an answer. A temporary replacement for a calendar, such as the page of a network that
  /// wants a login first, does not cost the copy that was fetched before.
  private static func check(_ body: [UInt8], named name: String, _ format: Format?) throws(PublishedFailure) {
    let beginning = body.prefix(Recognition.window)
    guard !body.isEmpty else { throw PublishedFailure("the server sent an empty answer", isPassing: true) }
    if isPage(beginning) {
      throw PublishedFailure(
        "the server sent a web page (HTML), not a calendar; it may need a login, or the address is wrong",
        isPassing: true)
    }
    if let packed = PackedContent(beginning: beginning) {
      throw PublishedFailure(packed.advice, isPassing: true)
    }
    // Its name says nothing of what the server sends.
    guard format == nil, case .unknown = Recognition(name: "-", beginning: beginning) else { return }
    let claimed = Format.all.first { $0.canRead && $0.claims(name) }
    if claimed?.isICalendar ?? true {
      throw PublishedFailure("the answer of the server has no calendar", isPassing: true)
    }
  }

  private static func isPage(_ beginning: ArraySlice<UInt8>) -> Bool {
    var start = beginning.drop {
      $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0x20 || (0x09...0x0D).contains($0)
    }
    // A comment or an instruction of XML may stand before it.
    while start.starts(with: Array("<!--".utf8)) || start.starts(with: Array("<?xml".utf8)) {
      guard let end = start.firstIndex(of: 0x3E) else { return false }
      start = start[(end + 1)...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
    let text = String(decoding: start.prefix(16), as: UTF8.self).lowercased()
    return ["<!doctype html", "<html", "<head", "<body"].contains(where: text.hasPrefix)
  }
}
