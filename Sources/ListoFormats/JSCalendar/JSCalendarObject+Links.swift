internal import ICalendar
internal import ListoModel

/// ATTACH, URL, LINK and IMAGE (the draft on links): how each is told from the others is said in
/// `convertedProperties`.
extension JSCalendarObject {
  mutating func links(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    let url = lines.first(.url)
    guard url != nil || lines.first(.attach) != nil || lines.first(.link) != nil || lines.first(.image) != nil
    else { return }
    var ids: Set<String> = []
    for index in lines.indices {
      switch lines[index].id {
      case .attach, .link, .image: break
      case .url where index == url: break
      default: continue
      }
      let parameters = parameters(index, bytes)
      guard let link = Link(lines[index], parameters, bytes), ids.insert(link.id).inserted else { continue }
      if ids.count == 1 { put(.links, &output) }
      output.put(ids.count == 1 ? 0x7B : 0x2C)
      link.put(bytes, &output)
      lines.place(index)
      convert(
        "links/\(JSObject.escaped(link.id))/href", lines[index].id.name.lowercased(), link.noted, line: index)
    }
    if !ids.isEmpty { output.put(0x7D) }
  }

  /// A line as a link.
  private struct Link {
    let id: String
    /// The parameter that the property's name does not imply: FILENAME of a LINK, LABEL of any other.
    var noted = JSObject()
    private let value: Range<Int>
    /// The text before the value, as in a `data:` address; nil for none.
    private var beginning: String?
    private let format: String?
    private var size: Int?
    private var title: String?
    private let display: [String]?
    private let relation: String?

    /// - Returns: nil where the line stays as it is.
    init?(_ line: LineParts, _ parameters: JSParameters, _ bytes: Span<UInt8>) {
      value = line.value
      if !parameters.list.isEmpty {
        guard parameters.others(without: Self.known)?.isEmpty ?? false, parameters.areUsual else {
          return nil
        }
      }
      let text = bytes.text(value, isText: false)
      format = parameters["FMTTYPE"]?.value
      let encoding = parameters["ENCODING"]
      switch parameters.type {
      case nil, "URI":
        guard encoding == nil, !text.isEmpty, !text.hasPrefix("data:") else { return nil }
      case "BINARY":
        guard encoding?.value.uppercased() == "BASE64", line.id == .attach else { return nil }
        beginning = "data:\(format ?? "");base64,"
      default: return nil
      }
      if let text = parameters["SIZE"]?.value {
        guard let number = Int(text), number >= 0 else { return nil }
        size = number
      }
      // A link has a label, what is attached a file name; the other of the two is noted.
      let (usual, other) = line.id == .link ? ("LABEL", "FILENAME") : ("FILENAME", "LABEL")
      title = parameters[usual]?.value
      if let text = parameters[other]?.value {
        guard title == nil else { return nil }
        title = text
        noted[other.lowercased()] = .text(text)
      }
      display = parameters["DISPLAY"]?.values.map { $0.lowercased() }
      switch line.id {
      case .url:
        guard format == nil, size == nil, title == nil, display == nil else { return nil }
        relation = "describedby"
      case .image: relation = "icon"
      default: relation = parameters["LINKREL"]?.value
      }
      id = parameters["JSID"]?.value ?? JSIdentifier.of(text)
    }

    private static let known = [
      "VALUE", "ENCODING", "FMTTYPE", "FILENAME", "LABEL", "LINKREL", "DISPLAY", "JSID", "SIZE",
    ]

    /// Appends the identifier, a colon and the object.
    func put(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
      output.put(text: id)
      output.put(Self.begin)
      if let beginning {
        output.put(text: beginning + bytes.text(value, isText: false))
      } else {
        output.putString(bytes, value, isText: false)
      }
      if let format {
        output.put(",\"contentType\":")
        output.put(text: format)
      }
      if let size { output.put(",\"size\":\(size)") }
      if let title {
        output.put(",\"title\":")
        output.put(text: title)
      }
      if let display {
        output.put(",\"display\":")
        output.put(.set(display))
      }
      if let relation {
        output.put(",\"rel\":")
        output.put(text: relation)
      }
      output.put(0x7D)
    }

    private static let begin = Array(":{\"@type\":\"Link\",\"href\":".utf8)
  }
}

extension JSParameters {
  /// One value each, but for sets, whose words are in capitals.
  var areUsual: Bool {
    list.allSatisfy { parameter in
      switch parameter.name {
      case "FEATURE", "DISPLAY": parameter.values.allSatisfy { !$0.isEmpty && $0 == $0.uppercased() }
      default: parameter.values.count == 1
      }
    }
  }
}
