internal import XMLEvents

/// The name of an element of XML: what it is called, and in which vocabulary.
package struct WebDAVName: Sendable, Hashable, CustomStringConvertible {
  /// A URI, such as `DAV:`.
  package let namespace: String
  /// Without a prefix.
  package let local: String

  /// Any name.
  package init(namespace: String, _ local: String) { (self.namespace, self.local) = (namespace, local) }

  /// A name of RFC 4918 and of those upon it.
  package static func dav(_ local: String) -> WebDAVName { WebDAVName(namespace: "DAV:", local) }
  /// A name of RFC 4791.
  package static func calDAV(_ local: String) -> WebDAVName {
    WebDAVName(namespace: "urn:ietf:params:xml:ns:caldav", local)
  }
  /// A name that Apple added, and others took up: colour and order.
  package static func apple(_ local: String) -> WebDAVName {
    WebDAVName(namespace: "http://apple.com/ns/ical/", local)
  }
  /// A name of Calendar Server: ctag.
  static func calendarServer(_ local: String) -> WebDAVName {
    WebDAVName(namespace: "http://calendarserver.org/ns/", local)
  }

  /// The local name.
  package var description: String { local }
}

/// An element of an answer with all that is in it.
package struct WebDAVElement: Sendable, Hashable {
  /// The name of the element, with its namespace.
  package let name: WebDAVName
  /// By their local names.
  package var attributes: [String: String] = [:]
  /// Character data that stands right in it, joined. XML makes each line's end a line feed.
  package var text: [UInt8] = []
  /// The elements in it, in order.
  package var children: [WebDAVElement] = []

  /// One without content.
  package init(_ name: WebDAVName) { self.name = name }

  /// The first of this name in it.
  package func child(_ name: WebDAVName) -> WebDAVElement? { children.first { $0.name == name } }

  /// The text without white space around it.
  package var trimmed: String { String(decoding: text, as: UTF8.self).trimmedOfBlanks }
}

extension String {
  /// Without white space of ASCII around it.
  var trimmedOfBlanks: String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let start = utf8.drop(while: isBlank)
    guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[start.startIndex...end])
  }
}

/// Why an answer's XML is not read.
package struct WebDAVProblem: Error, Sendable, Hashable {
  /// In words for people.
  package let reason: String
  /// From 1; nil where it is none of one line.
  package let line: Int?

  init(_ reason: String, line: Int? = nil) { (self.reason, self.line) = (reason, line) }
}

/// Puts the elements of a stream of XML together, under bounds: how deep they nest and how many stand in one
/// that is handed out.
struct WebDAVElementReader {
  /// Real answers nest ten deep.
  static let depthLimit = 64
  /// In one element that is handed out: a response has a few dozen.
  static let countLimit = 50_000

  private let reader = XMLEventReader(tellsAttributes: true)
  private var open: [WebDAVElement] = []
  private var count = 0
  private(set) var root: WebDAVName?
  /// At this depth elements are handed out when they end, and kept nowhere; the root has depth 1.
  private let depth: Int

  init(handingOutAt depth: Int) { self.depth = depth }

  /// Takes the next bytes, in pieces, so that what one call holds is bounded.
  ///
  /// - Parameter receive: given each element that ended; its error ends the reading.
  mutating func read(
    _ bytes: ArraySlice<UInt8>, isLast: Bool, receive: (WebDAVElement) throws(WebDAVProblem) -> Void
  ) throws(WebDAVProblem) {
    var rest = bytes
    repeat {
      let piece = rest.prefix(16 << 10)
      rest = rest.dropFirst(piece.count)
      let (events, problem) = reader.read(piece, isLast: isLast && rest.isEmpty)
      for event in events { try take(event, receive) }
      if let problem { throw WebDAVProblem(problem.reason, line: problem.line) }
    } while !rest.isEmpty
  }

  private mutating func take(
    _ event: XMLEvent, _ receive: (WebDAVElement) throws(WebDAVProblem) -> Void
  ) throws(WebDAVProblem) {
    switch event {
    case .begin(let name, let namespace, let line):
      guard open.count < Self.depthLimit else {
        throw WebDAVProblem("elements nest deeper than \(Self.depthLimit)", line: line)
      }
      count += 1
      guard count <= Self.countLimit else {
        throw WebDAVProblem("an element has more than \(Self.countLimit) children", line: line)
      }
      let name = WebDAVName(namespace: namespace, name)
      if open.isEmpty { root = name }
      open.append(WebDAVElement(name))
    case .attribute(let name, _, let value):
      open[open.count - 1].attributes[name] = value
    case .text(let bytes):
      // Between the elements that are handed out stands nothing that is looked at.
      if open.count >= depth { open[open.count - 1].text += bytes }
    case .end:
      guard let element = open.popLast() else { return }
      if open.count + 1 == depth {
        count = 0
        try receive(element)
      } else if open.count >= depth {
        open[open.count - 1].children.append(element)
      }
    }
  }
}

extension Unicode.Scalar {
  /// XML 1.0 §2.2 lets it stand in a document.
  var isXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}

extension String {
  /// With U+FFFD for each character that no XML may have, also where it is written as a reference (`&#11;`):
  /// some servers pass on what they were given.
  var asXML: String {
    let mended = String(UnicodeScalarView(unicodeScalars.map { $0.isXML ? $0 : "\u{FFFD}" }))
    return mended.replacing(/&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));/) { match in
      let value = match.1.flatMap { UInt32($0, radix: 16) } ?? match.2.flatMap { UInt32($0) } ?? 0
      return Unicode.Scalar(value).map(\.isXML) ?? false ? match.0 : "\u{FFFD}"
    }
  }
}
