internal import ICalendar

/// The line of a table that names its columns, as text.
enum CSVHeaderLine {
  /// The header line of a text, in UTF-8, and the delimiter that a line before it names.
  static func first(_ beginning: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, delimiter: UInt8?) {
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    var line = text.prefix { !isEnd($0) }
    let named = namedDelimiter(line)
    if named != nil { line = text[line.endIndex...].drop(while: isEnd).prefix { !isEnd($0) } }
    return (line.span.isUTF8 ? line : ByteEncoding.windows1252.inUTF8(line), named)
  }

  /// The delimiter that a line `sep=;` names, as spreadsheets write it before the header; nil for any other
  /// line.
  static func namedDelimiter(_ line: ArraySlice<UInt8>) -> UInt8? {
    let text = line.first == 0x22 && line.last == 0x22 ? line.dropFirst().dropLast() : line
    guard text.count == 5, text.prefix(4).map({ $0 | 0x20 }).elementsEqual("sep=".utf8.map { $0 | 0x20 })
    else {
      return nil
    }
    return text.last
  }

  /// The columns are those of Todoist's template.
  static func isOfTodoist(_ line: ArraySlice<UInt8>) -> Bool {
    let names = line.split(separator: 0x2C).map { String(decoding: $0, as: UTF8.self).uppercased() }
    return names.first == "TYPE" && names.contains("CONTENT")
  }
}
