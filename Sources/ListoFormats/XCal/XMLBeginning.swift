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
