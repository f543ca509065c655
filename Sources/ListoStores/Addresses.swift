internal import ICalendar
internal import ListoModel

/// An address on the web that can be used instead of a file: `https://…`, or the `webcal://…` of a published
/// calendar.
///
/// Anyone who knows the address of a private calendar can read it. Therefore parts of it that may be secret
/// are never printed or stored.
public struct WebAddress: Sendable, Hashable {
  /// The URL to fetch: `webcal` is replaced by `https`.
  public let url: String
  /// The address for display: only plain words of its path, and the first eight digits of a hash for the
  /// rest, so that different addresses differ: `https://calendar.example.com/ical/~1f0c22aa/basic.ics`. It
  /// depends only on the address.
  public let shown: String
  /// The host, as a source is called.
  public let host: String
  /// The name for a file with its content: the path's last part, where that is a word, else `calendar` with
  /// that part's extension.
  package let fileName: String

  /// nil for any other text.
  public init?(_ text: String) {
    guard let end = text.firstRange(of: "://"), end.upperBound < text.endIndex else { return nil }
    let scheme: String
    switch text[..<end.lowerBound].lowercased() {
    case "http": scheme = "http"
    case "https", "webcal", "webcals": scheme = "https"
    default: return nil
    }
    let rest = text[end.upperBound...].prefix { $0 != "#" }
    url = "\(scheme)://\(rest)"
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    // A name and a password before the host are told by no one.
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    host = place.lowercased()
    let behind = rest[authority.endIndex...]
    let path = behind.prefix { $0 != "?" }
    let parts = path.split(separator: "/")
    let digest = SHA256(hashing: Array(url.utf8).span).bytes
    shown = Self.shown(
      "\(scheme)://\(host)", parts, hidesMore: path.endIndex != rest.endIndex || place != authority,
      mark: "~" + String(hexadecimal: digest[..<4]))
    let last = parts.last.map { String($0) } ?? ""
    fileName = Self.isWords(last[...]) ? last : "calendar" + Self.ending(last)
  }

  private static func shown(_ origin: String, _ parts: [Substring], hidesMore: Bool, mark: String) -> String {
    var text = origin
    var isMarked = false
    var wasHidden = false
    for part in parts {
      let isHidden = !isWords(part)
      if !isHidden { text += "/" + part }
      if isHidden, !wasHidden { text += "/" + (isMarked ? "~" : mark) }
      isMarked = isMarked || isHidden
      wasHidden = isHidden
    }
    return hidesMore && !isMarked ? text + "/" + mark : text
  }

  /// Words and short numbers, such as `public-calendars` or `home2.ics`, which no one would use as a secret.
  private static func isWords(_ part: Substring) -> Bool {
    guard part.utf8.count <= 32 else { return false }
    return part.split(omittingEmptySubsequences: false, whereSeparator: { "-_.".contains($0) }).allSatisfy {
      word in
      guard !word.isEmpty, word.utf8.count <= 12, word.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      let behindFirst = word.dropFirst(word.first?.isLetter ?? false ? 1 : 0)
      let digits = behindFirst.drop { $0.isLowercase }
      return digits.count <= 4 && digits.allSatisfy(\.isWholeNumber)
    }
  }

  /// The extension of a name, with its full stop; nothing where there is none that a format could have.
  private static func ending(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    let ending = name[dot...]
    return (2...6).contains(ending.count) && isWords(ending.dropFirst()) ? String(ending) : ""
  }
}

/// The address of a file as a URI (RFC 8089).
package enum FileAddress {
  /// `file:///home/anna/Plan%20B.pdf`; octets that a URI cannot hold are percent-encoded (RFC 3986 §2.1).
  ///
  /// - Parameter path: absolute.
  package static func text(ofPath path: String) -> String {
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      if byte == 0x2F || ModelIdentifier.standsForItself(byte) || byte == 0x7E {
        bytes.append(byte)
      } else {
        bytes += byte.percentEncoded
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
