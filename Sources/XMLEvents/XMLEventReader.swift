internal import CExpat

/// An event of an XML text.
package enum XMLEvent: Sendable, Hashable {
  /// An element begins. Its name is without prefix; `namespace` is empty for one in none.
  case begin(name: String, namespace: String, line: Int)
  /// An attribute of the element that began last, where they are asked for.
  case attribute(name: String, namespace: String, value: String)
  /// Character data; several may follow each other.
  case text([UInt8])
  case end
}

/// Why an XML text cannot be read further.
package struct XMLProblem: Error, Sendable, Hashable {
  package var line: Int
  /// In words for people.
  package let reason: String
  /// Where, in the bytes that were handed in; nil where nothing behind it is to be read.
  package var offset: Int?
}

/// Reads XML (1.0, with namespaces) as a stream of events, through Expat: what is handed in comes out as
/// events, in constant memory.
///
/// A document type declaration is refused where it begins, so that there are no entities but the five of XML,
/// nothing is ever expanded and nothing fetched.
@safe
package final class XMLEventReader {
  private let parser: OpaquePointer?
  private var events = XMLEvents()
  private var problem: XMLProblem?
  private let tellsAttributes: Bool
  /// The bytes that were handed in.
  private var taken = 0
  /// The text is UTF-8: it says so, or nothing else.
  private var isUTF8 = true
  private let isUTF8Whatever: Bool
  /// The default namespaces of the elements that are open and say one, the innermost last.
  private var defaults: [String] = []
  /// It is noted where an element ends.
  package var notesEnds = false
  /// The last end that was noted: the offset behind it, and its line.
  private var lastEnd: (offset: Int, line: Int)?

  /// - Parameter isUTF8: the text is UTF-8, whatever its XML declaration says (XML 1.0 §4.3.3 lets what hands
  ///   it over decide).
  /// - Parameter tellsAttributes: attributes are events too, behind the beginning of their element.
  package init(isUTF8: Bool = false, tellsAttributes: Bool = false) {
    (self.tellsAttributes, isUTF8Whatever) = (tellsAttributes, isUTF8)
    unsafe parser = XML_ParserCreateNS(isUTF8 ? "UTF-8" : nil, XML_Char(XMLEvents.separator))
    guard let parser = unsafe parser else {
      problem = XMLProblem(line: 0, reason: "there is no memory for an XML parser")
      return
    }
    // Not retained: the parser does not outlive this, and calls back only while it is handed bytes.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser, { data, name, attributes in unsafe XMLEventReader.of(data)?.begin(name, attributes) },
      { data, _ in unsafe XMLEventReader.of(data)?.end() })
    unsafe XML_SetCharacterDataHandler(parser) { data, text, count in
      unsafe XMLEventReader.of(data)?.text(text, Int(count))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      unsafe XMLEventReader.of(data)?.refuse()
    }
    unsafe XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
      unsafe XMLEventReader.of(data)?.declare(encoding)
    }
    unsafe XML_SetNamespaceDeclHandler(
      parser, { data, prefix, name in unsafe XMLEventReader.of(data)?.beginNamespace(prefix, name) },
      { data, prefix in unsafe XMLEventReader.of(data)?.endNamespace(prefix) })
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// Takes the next bytes of the text.
  ///
  /// - Parameters:
  ///   - isLast: nothing comes behind them.
  ///   - goesOn: what was found before them stands in the answer once more.
  /// - Returns: what was found in them, in order, up to a problem.
  package func read(
    _ bytes: ArraySlice<UInt8>, isLast: Bool, goesOn: Bool = false
  ) -> (events: XMLEvents, problem: XMLProblem?) {
    guard problem == nil, let parser = unsafe parser else { return (XMLEvents(), problem) }
    if !goesOn { events.removeAll() }
    taken += bytes.count
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), isLast ? 1 : 0)
    }
    if status != XML_STATUS_OK, problem == nil {
      let offset = unsafe Int(XML_GetCurrentByteIndex(parser))
      problem = XMLProblem(
        line: line, reason: unsafe Self.words(XML_GetErrorCode(parser)), offset: offset < 0 ? nil : offset)
    }
    return (events, problem)
  }

  private var line: Int { unsafe Int(XML_GetCurrentLineNumber(parser)) }

  /// Where it stands, if that is directly behind the end of an element in a text in UTF-8, and ends are
  /// noted: in which line, and which namespace an element is in that says none. Elements that are whole may
  /// be taken out of the text there: it is none the wiser.
  package var place: (line: Int, namespace: String)? {
    guard problem == nil, isUTF8 || isUTF8Whatever, let lastEnd, lastEnd.offset == taken else { return nil }
    return (lastEnd.line, defaults.last ?? "")
  }

  @unsafe
  private static func words(_ code: XML_Error) -> String {
    unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "it is no XML"
  }

  // MARK: What Expat calls

  @unsafe
  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLEventReader? {
    unsafe data.map { unsafe Unmanaged<XMLEventReader>.fromOpaque($0).takeUnretainedValue() }
  }

  @unsafe
  private func begin(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard let name = unsafe name else { return }
    unsafe events.begin(Self.bytes(name).span, line: line)
    // Names and values in turn, up to a null.
    guard tellsAttributes, var next = unsafe attributes else { return }
    while let name = unsafe next[0], let value = unsafe next[1] {
      unsafe events.attribute(Self.bytes(name).span, Self.bytes(value).span)
      unsafe next += 2
    }
  }

  /// The bytes before the zero.
  @unsafe
  private static func bytes(_ text: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return unsafe UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self)
  }

  private func end() {
    events.end()
    guard notesEnds else { return }
    unsafe lastEnd = (
      Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser)), line
    )
  }

  @unsafe
  private func declare(_ encoding: UnsafePointer<XML_Char>?) {
    guard let encoding = unsafe encoding else { return }
    isUTF8 = unsafe String(cString: encoding).uppercased() == "UTF-8"
  }

  @unsafe
  private func beginNamespace(_ prefix: UnsafePointer<XML_Char>?, _ name: UnsafePointer<XML_Char>?) {
    guard unsafe prefix == nil else { return }
    unsafe defaults.append(name.map { unsafe String(cString: $0) } ?? "")
  }

  @unsafe
  private func endNamespace(_ prefix: UnsafePointer<XML_Char>?) {
    if unsafe prefix == nil { _ = defaults.popLast() }
  }

  @unsafe
  private func text(_ text: UnsafePointer<XML_Char>?, _ count: Int) {
    guard let text = unsafe text else { return }
    unsafe events.text(UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self).span)
  }

  private func refuse() {
    problem = XMLProblem(
      line: line, reason: "a document type declaration, which may define entities, is refused")
    _ = unsafe XML_StopParser(parser, XML_Bool(0))
  }
}
