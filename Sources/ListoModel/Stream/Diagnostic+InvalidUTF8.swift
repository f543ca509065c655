internal import ICalendar

extension Diagnostic {
  static func invalidUTF8(line: Int, in file: String) -> Diagnostic {
    Diagnostic(
      .warning, .invalidUTF8, file: file, line: line,
      "bytes that are not UTF-8; they are kept, and shown as \u{FFFD}")
  }
}
