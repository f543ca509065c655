internal import ICalendar
internal import ListoModel

/// Text within HTML: no character of it can open a tag, end an attribute or begin a character reference.
enum HTMLText {
  /// Appends text for an element or for an attribute in double quotes. Control characters but for tab and
  /// line feed, which HTML cannot hold, become U+FFFD.
  ///
  /// - Complexity: linear; runs of bytes that stand for themselves are copied whole.
  static func append(_ bytes: Span<UInt8>, _ text: Range<Int>, to output: inout OutputSpan<UInt8>) {
    var run = text.lowerBound
    for index in text {
      let byte = bytes[index]
      guard byte < 0x40 ? escaped >> UInt64(byte) & 1 != 0 : byte == 0x7F else { continue }
      output.append(bytes, run..<index)
      run = index + 1
      switch byte {
      case UInt8(ascii: "&"): output.put("&amp;")
      case UInt8(ascii: "<"): output.put("&lt;")
      case UInt8(ascii: ">"): output.put("&gt;")
      case UInt8(ascii: "\""): output.put("&quot;")
      case UInt8(ascii: "'"): output.put("&#39;")
      default: output.put("\u{FFFD}")
      }
    }
    output.append(bytes, run..<text.upperBound)
  }

  static func append(_ text: String, to output: inout OutputSpan<UInt8>) {
    let bytes = Array(text.utf8)
    append(bytes.span, bytes.indices, to: &output)
  }

  /// A bit for each byte below 0x40 that does not stand for itself: control characters but for tab and line
  /// feed, and `"&'<>`.
  private static var escaped: UInt64 { 0x5000_00C4_FFFF_F9FF }

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(escaping: text)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same for an element, with a link for each web address in it: from `http://` or `https://` to the
  /// next blank, without the punctuation that ends a sentence or closes a bracket around it.
  static func append(linking bytes: Span<UInt8>, _ text: Range<Int>, to output: inout OutputSpan<UInt8>) {
    guard mayHoldAddress(bytes, text) else { return append(bytes, text, to: &output) }
    let whole = bytes.text(text, isText: false)
    var rest = whole[...]
    while let address = nextAddress(in: rest) {
      append(String(rest[..<address.lowerBound]), to: &output)
      append(link: String(rest[address]), to: &output)
      rest = rest[address.upperBound...]
    }
    append(String(rest), to: &output)
  }

  /// A link to an address, which it shows.
  static func append(link: String, to output: inout OutputSpan<UInt8>) {
    output.put("<a rel=\"noreferrer noopener\" href=\"")
    append(link, to: &output)
    output.put("\">")
    append(link, to: &output)
    output.put("</a>")
  }

  /// `://` is in it.
  private static func mayHoldAddress(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    for index in text.dropLast(2)
    where bytes[index] == 0x3A && bytes[index + 1] == 0x2F && bytes[index + 2] == 0x2F {
      return true
    }
    return false
  }

  private static func nextAddress(in text: Substring) -> Range<String.Index>? {
    var place = text.startIndex
    while let colon = text[place...].firstIndex(of: ":") {
      place = text.index(after: colon)
      guard text[colon...].hasPrefix("://") else { continue }
      let before = text[..<colon].suffix(5).lowercased()
      let scheme = ["https", "http"].first { before.hasSuffix($0) }
      guard let scheme else { continue }
      let start = text.index(colon, offsetBy: -scheme.count)
      // `xhttp://` is no address.
      if start > text.startIndex, text[text.index(before: start)].isLetter { continue }
      let runEnd = text[colon...].firstIndex { $0.isWhitespace || "<>\"”»".contains($0) } ?? text.endIndex
      let trailing = text[start..<runEnd].contains("(") ? ".,;:!?'’]}" : ".,;:!?'’]})"
      var end = runEnd
      while end > colon, let last = text[colon..<end].last, trailing.contains(last) {
        end = text.index(before: end)
      }
      if end > text.index(colon, offsetBy: 3), isHarmless(String(text[start..<end])) { return start..<end }
      // Text that is no link is scanned once, however many addresses it contains.
      place = runEnd
    }
    return nil
  }

  /// Schemes that lead somewhere and run nothing. `javascript:`, `data:`, `file:` and all others are shown as
  /// text.
  private static let schemes: Set<String> = ["http", "https", "mailto", "tel", "geo", "message", "webcal"]

  /// Whether a link may be made of this address.
  static func isHarmless(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    // A browser passes over white space and control characters in an address, so that none may stand in it.
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
    // A character that changes the direction of text makes an address look like another.
    guard !address.unicodeScalars.contains(where: \.changesDirection) else { return false }
    let scheme = address[..<colon].lowercased()
    return schemes.contains(scheme) && (scheme != "mailto" || isPlainMail(address))
  }

  /// The fields of RFC 6068 that mail programs may take from a link (§4). Some also know `attach`, and send a
  /// file of the reader's; one whose name is percent-encoded is none of these.
  private static let mailFields: Set<String> = ["to", "cc", "bcc", "subject", "body", "in-reply-to"]

  /// Whether a mailto link is an address and known fields, spelled so that no mail program can find another
  /// field in it: some take `&` without a `?`, `;`, `,` and quotes for the end of a field, or decode the
  /// address first.
  private static func isPlainMail(_ link: String) -> Bool {
    let parts = link.utf8.dropFirst(7).split(separator: 0x3F, maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first, hasOnly(address, { isAddressByte($0) }, encoded: { isAddressByte($0) })
    else { return false }
    guard parts.count > 1 else { return true }
    return parts[1].split(separator: 0x26, omittingEmptySubsequences: false).allSatisfy { field in
      let halves = field.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let name = String(halves[0])?.lowercased(), mailFields.contains(name) else {
        return false
      }
      return hasOnly(
        halves[1], { !mailMarks.contains($0) },
        // A line end in a header would begin another.
        encoded: { name == "body" || $0 != 0x0A && $0 != 0x0D })
    }
  }

  /// The characters that end a field for one mail program or another.
  private static let mailMarks = Set("?&;,'\"`<>\\=".utf8)

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "._+-~@".utf8.contains(byte)
    }
  }

  private static func hasOnly(
    _ text: Substring.UTF8View, _ isPlain: (UInt8) -> Bool, encoded isEncoded: (UInt8) -> Bool
  ) -> Bool {
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        guard isPlain(byte) else { return false }
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit,
        isEncoded(high << 4 | low)
      else { return false }
    }
    return true
  }
}

extension [UInt8] {
  /// Appends text that is HTML already.
  mutating func markup(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends text as ``HTMLText`` has it.
  mutating func append(escaping text: String) {
    append(inRoomOf: text.utf8.count * 6 + 1) { HTMLText.append(text, to: &$0) }
  }
}
