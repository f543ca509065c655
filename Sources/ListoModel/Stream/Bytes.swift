internal import ICalendar

extension UInt8 {
  /// A space, tab or line end.
  var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension Diagnostic {
  static func invalidUTF8(line: Int, in file: String) -> Diagnostic {
    Diagnostic(
      .warning, .invalidUTF8, file: file, line: line,
      "bytes that are not UTF-8; they are kept, and shown as \u{FFFD}")
  }
}
