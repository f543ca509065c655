internal import ICalendar
internal import ListoModel

/// The words of a task, which are fewer than those of a reminder: the writer uses them, and the reader checks
/// by them that the task still says the same.
extension TaskwarriorTask {
  static let untitled = "(untitled)"

  static func word(for status: Status) -> String {
    switch status {
    case .completed: "completed"
    case .cancelled, .failed: "deleted"
    default: "pending"
    }
  }

  /// H, M or L for the three priorities that people see; nil for none.
  static func letter(_ priority: Int) -> String? {
    switch priority {
    case 1...4: "H"
    case 5: "M"
    case 6...9: "L"
    default: nil
    }
  }

  /// The priority that a letter is read as; nil for another word.
  static func priority(_ letter: String?) -> Int? {
    switch letter {
    case "H": 1
    case "M": 5
    case "L": 9
    default: nil
    }
  }

  /// 2.6.2 makes a name of an attribute of each tag, which `,`, `:`, a blank or a quotation mark break.
  static func plainTags(_ tags: [String]) -> [String] {
    var result = NamedValues<Void>()
    for tag in tags {
      let isPlain = tag.unicodeScalars.allSatisfy(isOfTag)
      let plain =
        isPlain
        ? tag : String(String.UnicodeScalarView(tag.unicodeScalars.map { isOfTag($0) ? $0 : "_" }))
      result[plain] = ()
    }
    return result.names
  }

  private static func isOfTag(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? isOfTag(UInt8(truncatingIfNeeded: scalar.value)) : !PercentEncoding.isBreaking(scalar)
  }

  /// The byte that replaces a byte in the name that ``plainTags(_:)`` makes of a tag without white space
  /// beyond ASCII.
  @inline(__always)
  static func plain(_ byte: UInt8) -> UInt8 { byte >= 0x80 || isOfTag(byte) ? byte : 0x5F }

  /// A character of ASCII can stand in a tag.
  @inline(__always)
  static func isOfTag(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x2D
  }
}
