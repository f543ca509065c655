/// The beginning of a calendar or of a component in the bytes of an xCal: where reading can go on behind a
/// break.
struct XMLBeginning {
  /// The index of its `<`.
  let index: Int
  let isCalendar: Bool
  private let prefix: String

  /// No such beginning has more bytes, but for a prefix that no one would write.
  static let longest = 64

  private static let names = ["vcalendar", "vtodo", "vevent", "vjournal", "vtimezone", "vfreebusy"]
    .map { Array($0.utf8) }

  /// The first one.
  ///
  /// - Complexity: linear in the bytes.
  init?(in bytes: ArraySlice<UInt8>) {
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      let tag = bytes[(index + 1)...].prefix(Self.longest - 1)
      guard
        let end = tag.firstIndex(where: { $0 <= 0x20 || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") })
      else { continue }
      let word = tag[..<end]
      let colon = word.firstIndex(of: UInt8(ascii: ":"))
      let local = colon.map { word[($0 + 1)...] } ?? word
      guard let name = Self.names.firstIndex(where: { $0.elementsEqual(local) }) else { continue }
      let prefix = String(decoding: word[..<(colon ?? word.startIndex)], as: UTF8.self)
      guard prefix.isEmpty || XMLText.isName(prefix) else { continue }
      (self.index, self.isCalendar, self.prefix) = (index, name == 0, prefix)
      return
    }
    return nil
  }

  /// The start tags that have to come before it.
  var ahead: [UInt8] {
    let start = prefix.isEmpty ? "" : prefix + ":"
    let attribute = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix
    var text = "<\(start)icalendar \(attribute)=\"\(XCal.namespace)\">"
    if !isCalendar { text += "<\(start)vcalendar><\(start)components>" }
    return Array(text.utf8)
  }
}

/// The end of a component in the bytes of an xCal, as nearly all write it: where a passage may be cut.
/// Whether it is one, and not a part of a comment, is for others to say.
struct XMLEnding {
  /// The index behind its `>`.
  let index: Int

  private static let tags = ["vtodo", "vevent", "vjournal", "vtimezone", "vfreebusy"].map {
    Array("</\($0)>".utf8)
  }

  /// The first one.
  init?(firstIn bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      if let end = Self.end(bytes, found) {
        self.index = end
        return
      }
      index = found + 1
    }
    return nil
  }

  /// The last one.
  init?(lastIn bytes: ArraySlice<UInt8>) {
    var index = bytes.endIndex
    while index > bytes.startIndex {
      index -= 1
      if bytes[index] == UInt8(ascii: "<"), let end = Self.end(bytes, index) {
        self.index = end
        return
      }
    }
    return nil
  }

  private static func end(_ bytes: ArraySlice<UInt8>, _ start: Int) -> Int? {
    guard start + 2 < bytes.endIndex, bytes[start + 1] == UInt8(ascii: "/"),
      bytes[start + 2] == UInt8(ascii: "v")
    else {
      return nil
    }
    return tags.first { bytes[start...].starts(with: $0) }.map { start + $0.count }
  }

  /// Where the first calendar ends; nil where none does.
  ///
  /// - Complexity: linear, mostly eleven bytes at a time.
  static func ofCalendar(in bytes: ArraySlice<UInt8>) -> Int? {
    let span = bytes.span
    var last = calendar.count - 1
    while last < span.count {
      let skip = skips[Int(span[last])]
      if skip == 0 {
        let start = last - calendar.count + 1
        if calendar.indices.allSatisfy({ span[start + $0] == calendar[$0] }) {
          return bytes.startIndex + start
        }
      }
      last += max(skip, 1)
    }
    return nil
  }

  private static let calendar = Array("</vcalendar".utf8)
  /// By how many bytes the last byte of such an end is behind the place of this byte.
  private static let skips: [Int] = (0...255).map { byte in
    (calendar.lastIndex(of: UInt8(byte)).map { calendar.count - 1 - $0 }) ?? calendar.count
  }
}
