internal import ICalendar

/// A Link (RFC 8984 §1.4.11) that is read.
enum JSLinkKey: Int, CaseIterable, JSKey {
  case type, href, rel, contentType, size, title, display

  static let named = KeyTable(allCases.map { ($0 == .type ? "@type" : "\($0)", $0) })
  static var firstSilent: JSLinkKey { .type }
}

extension JSCalendarComponent {
  mutating func addLinks() {
    for (key, place) in members.members(.links) {
      let link = JSMembers<JSLinkKey>(json, place)
      guard let href = link.text(.href) else {
        report(place, "a link has no \"href\"; it is left out")
        continue
      }
      add(link, href, json.bytes(key))
    }
    members.take(.links)
  }

  private mutating func add(
    _ link: JSMembers<JSLinkKey>, _ href: ArraySlice<UInt8>, _ id: ArraySlice<UInt8>
  ) {
    let (name, noted) = converted.origin(Self.path("links/", id, "/href"))
    let relation = link.text(.rel)
    let property = Self.property(name, relation)
    var value = href
    var parameters: [Parameter] = []
    if property == .attach, let data = Self.data(href) {
      value = data
      parameters = [
        Parameter(name: "ENCODING", values: ["BASE64"]), Parameter(name: "VALUE", values: ["BINARY"]),
      ]
    } else if property == .image || property == .link {
      parameters = [Parameter(name: "VALUE", values: ["URI"])]
    }
    func add(_ name: String, _ text: ArraySlice<UInt8>) {
      parameters.append(Parameter(name: name, values: [String(decoding: text, as: UTF8.self)]))
    }
    if property == .link, let relation { add("LINKREL", relation) }
    if let type = link.text(.contentType) { add("FMTTYPE", type) }
    if let size = link[.size].flatMap({ JSONNode(json, $0).integer }) {
      parameters.append(Parameter(name: "SIZE", values: [String(size)]))
    }
    let isNoted = noted.contains { $0.name == "LABEL" || $0.name == "FILENAME" }
    if let title = link.text(.title), !isNoted { add(property == .link ? "LABEL" : "FILENAME", title) }
    parameters += noted
    if let display = json.words(link[.display]), !display.isEmpty {
      let words = display.map { String(decoding: $0, as: UTF8.self).uppercased() }
      parameters.append(Parameter(name: "DISPLAY", values: words))
    }
    // A pointer into the link needs its identifier.
    parameters +=
      link.hasRest ? [Self.identifier(id)] : identifier(id, unlike: JSIdentifier.of(value))
    component.raw(property, JCalParsing.oneLine(value), parameters: parameters)
    link.addRest(to: &component, at: [Self.links[...], id])
  }

  private static let links = Array("links".utf8)

  /// The property that a link is.
  ///
  /// - Parameters:
  ///   - name: how it was written.
  ///   - relation: what it is to the entry.
  private static func property(_ name: String?, _ relation: ArraySlice<UInt8>?) -> PropertyID {
    func isRelation(_ word: String) -> Bool { relation?.elementsEqual(word.utf8) ?? false }
    return switch name {
    case "url": .url
    case "image": .image
    case "link": .link
    case "attach": .attach
    case nil where isRelation("describedby"): .url
    case nil where isRelation("icon"): .image
    case nil where relation == nil || isRelation("enclosure"): .attach
    default: .link
    }
  }

  /// The Base64 text of a `data:` address; nil for any other.
  private static func data(_ href: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard href.starts(with: "data:".utf8), let comma = href.firstIndex(of: 0x2C),
      href[..<comma].suffix(7).elementsEqual(";base64".utf8)
    else { return nil }
    return href[(comma + 1)...]
  }
}
