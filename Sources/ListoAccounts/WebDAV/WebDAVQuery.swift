/// A request of WebDAV or CalDAV as a value, from which its method, headers and body are made.
package enum WebDAVQuery: Sendable, Hashable {
  /// Properties of a resource, and of those in it (RFC 4918 §9.1).
  case properties([WebDAVName], isOfMembers: Bool)
  /// The changes in a collection since a token; nil for all that is in it (RFC 6578 §3.2). Never with a
  /// limit: Xandikos leaves out items beyond it, and returns the token of the whole.
  case changes(since: String?, [WebDAVName])
  /// Items by their hrefs, with their bytes (RFC 4791 §7.9).
  case items([String])
  /// The ETags of all VTODO of a collection (RFC 4791 §7.8).
  case reminders([WebDAVName])
  /// A new calendar for VTODO (RFC 4791 §5.3.1).
  case makeCalendar([Property])
  /// Other values of properties; nil to remove one (RFC 4918 §9.2).
  case change([Property])

  /// A property and its text.
  package struct Property: Sendable, Hashable {
    /// Which.
    package let name: WebDAVName
    /// Nil to remove it.
    package let value: String?

    /// Any property.
    package init(_ name: WebDAVName, _ value: String?) { (self.name, self.value) = (name, value) }
  }

  /// The method of the request.
  package var method: HTTPMethod {
    switch self {
    case .properties: .propfind
    case .changes, .items, .reminders: .report
    case .makeCalendar: .mkcalendar
    case .change: .proppatch
    }
  }

  /// The header Depth; nil where none belongs there.
  var depth: String? {
    switch self {
    case .properties(_, let isOfMembers): isOfMembers ? "1" : "0"
    // RFC 6578 §3.2: the level stands in the body.
    case .changes: "0"
    case .items, .reminders: "1"
    case .makeCalendar, .change: nil
    }
  }

  /// The request to a resource.
  package func request(to url: HTTPURL) -> HTTPRequest {
    var request = HTTPRequest(method, url)
    if let depth { request.headers.add("Depth", depth) }
    request.headers.add("Content-Type", "application/xml; charset=utf-8")
    request.body = xml
    return request
  }

  /// The body, in UTF-8.
  package var xml: [UInt8] {
    var writer = WebDAVWriter()
    switch self {
    case .properties(let names, _):
      writer.element(.dav("propfind")) { $0.names(names) }
    case .changes(let token, let names):
      writer.element(.dav("sync-collection")) {
        $0.element(.dav("sync-token"), text: token ?? "")
        $0.element(.dav("sync-level"), text: "1")
        $0.names(names)
      }
    case .items(let references):
      writer.element(.calDAV("calendar-multiget")) {
        $0.names([.dav("getetag"), .calDAV("calendar-data")])
        for reference in references { $0.element(.dav("href"), text: reference) }
      }
    case .reminders(let names):
      writer.element(.calDAV("calendar-query")) {
        $0.names(names)
        $0.element(.calDAV("filter")) {
          $0.element(.calDAV("comp-filter"), attributes: [("name", "VCALENDAR")]) {
            $0.element(.calDAV("comp-filter"), attributes: [("name", "VTODO")]) { _ in }
          }
        }
      }
    case .makeCalendar(let properties):
      writer.element(.calDAV("mkcalendar")) {
        $0.element(.dav("set")) {
          $0.element(.dav("prop")) {
            $0.values(properties)
            $0.element(.calDAV("supported-calendar-component-set")) {
              $0.element(.calDAV("comp"), attributes: [("name", "VTODO")]) { _ in }
            }
          }
        }
      }
    case .change(let properties):
      let (kept, gone) = (properties.filter { $0.value != nil }, properties.filter { $0.value == nil })
      writer.element(.dav("propertyupdate")) {
        if !kept.isEmpty { $0.element(.dav("set")) { $0.element(.dav("prop")) { $0.values(kept) } } }
        if !gone.isEmpty { $0.element(.dav("remove")) { $0.element(.dav("prop")) { $0.values(gone) } } }
      }
    }
    return writer.bytes
  }
}

/// Writes the bodies: all vocabularies are declared at the root.
private struct WebDAVWriter {
  private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)
  private var isRoot = true

  private static let prefixes: [(prefix: String, namespace: String)] = [
    ("D", WebDAVName.dav("").namespace), ("C", WebDAVName.calDAV("").namespace),
    ("A", WebDAVName.apple("").namespace), ("S", WebDAVName.calendarServer("").namespace),
  ]

  mutating func element(
    _ name: WebDAVName, attributes: [(name: String, value: String)] = [],
    _ content: (inout WebDAVWriter) -> Void
  ) {
    let known = Self.prefixes.first { $0.namespace == name.namespace }
    let tag = known.map { "\($0.prefix):\(name.local)" } ?? name.local
    put("<" + tag)
    if isRoot {
      for row in Self.prefixes { put(" xmlns:\(row.prefix)=\"\(row.namespace)\"") }
      isRoot = false
    }
    if known == nil { put(" xmlns=\"\(Self.escaped(name.namespace))\"") }
    for attribute in attributes { put(" \(attribute.name)=\"\(Self.escaped(attribute.value))\"") }
    let before = bytes.count
    put(">")
    content(&self)
    if bytes.count == before + 1 {
      bytes.removeLast()
      put("/>")
    } else {
      put("</\(tag)>")
    }
  }

  mutating func element(_ name: WebDAVName, text: String) { element(name) { $0.put(Self.escaped(text)) } }

  mutating func names(_ names: [WebDAVName]) {
    element(.dav("prop")) { for name in names { $0.element(name) { _ in } } }
  }

  mutating func values(_ properties: [WebDAVQuery.Property]) {
    for property in properties { element(property.name, text: property.value ?? "") }
  }

  private mutating func put(_ text: String) { bytes += text.utf8 }

  /// As XML has it; what it cannot hold at all (XML 1.0 §2.2) is left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += "&#13;"
      default: if scalar.isXML { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
