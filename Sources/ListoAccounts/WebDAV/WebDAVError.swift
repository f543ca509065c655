/// The reason for a failure in the body of an answer (RFC 4918 §16): the name of a precondition, words, and
/// sometimes another resource.
package struct WebDAVError: Sendable, Hashable {
  /// The first precondition that is named, such as `no-uid-conflict` or `valid-calendar-data`.
  package let precondition: WebDAVName?
  /// The server's words for people, without control characters and cut to a few lines. Text of a stranger.
  package let reason: String?
  /// The address of the resource that is in the way, as the server wrote it (`no-uid-conflict`, RFC 4791
  /// §5.3.2.1).
  package let reference: String?

  /// Reads a body, whatever it is: XML, a page for people, or a line of text.
  package init(_ body: [UInt8]) {
    var elements: [WebDAVElement] = []
    var reader = WebDAVElementReader(handingOutAt: 1)
    try? reader.read(body.prefix(64 << 10), isLast: body.count <= 64 << 10) { element throws(WebDAVProblem) in
      elements.append(element)
    }
    guard let root = elements.first, root.name == .dav("error") else {
      (precondition, reference) = (nil, nil)
      reason = Self.words(String(decoding: body.prefix(4096), as: UTF8.self))
      return
    }
    // sabre/dav and those upon it tell the exception and a message beside the precondition.
    let known = root.children.filter { $0.name.namespace == "DAV:" || $0.name.namespace.contains("caldav") }
    let first = known.first { $0.name != .dav("responsedescription") }
    precondition = first?.name
    reference = first?.child(.dav("href"))?.trimmed
    let said =
      root.children.first { $0.name.local == "message" || $0.name.local == "responsedescription" }?.trimmed
      ?? first.map { $0.child(.dav("href")) == nil ? $0.trimmed : "" } ?? ""
    reason = Self.words(said)
  }

  /// Text of a stranger in one line without markup and control characters.
  static func words(_ text: String) -> String? {
    var result = ""
    var isInTag = false
    for scalar in text.unicodeScalars {
      if scalar == "<" { isInTag = true }
      if !isInTag {
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        result.unicodeScalars.append(isControl ? " " : scalar)
      } else if scalar == ">" {
        isInTag = false
        result += " "
      }
    }
    let words = result.split(separator: " ").joined(separator: " ")
    guard !words.isEmpty else { return nil }
    return words.count > 300 ? String(words.prefix(300)) + "…" : words
  }
}
