package import ICalendar
internal import ListoFormats
package import ListoStores

/// What a file without a calendar seems to be, by its first bytes.
private enum Lookalike {
  case json
  case utf32
  /// Text that no extension says more of.
  case text

  init?(_ input: Input) {
    var start: [UInt8] = []
    try? input.randomAccess().read(64, at: 0, into: &start)
    if TextEncoding(beginning: start[...]) == .utf32 {
      self = .utf32
    } else if start.first == 0x7B || start.first == 0x5B {
      self = .json
    } else if input.name == "-", !start.isEmpty, !start.contains(0) {
      self = .text
    } else {
      return nil
    }
  }
}

extension Diagnostic {
  package static func noCalendar(in input: Input, isEmpty: Bool) -> Diagnostic {
    if isEmpty && input.format.isICalendar {
      return Diagnostic(.warning, .emptyInput, file: input.name, "it is empty")
    }
    guard input.format.isICalendar else {
      return Diagnostic(
        .warning, .noCalendar, file: input.name, "there is no reminder in it (read as \(input.format.title))")
    }
    let (code, reason): (Diagnostic.Code, String) =
      switch Lookalike(input) {
      case .json:
        (
          .noCalendar,
          "this JSON has no reminders in a known format; listo formats lists the formats"
        )
      case .utf32: (.notUTF8, TextEncoding.utf32Advice)
      case .text:
        (
          .noCalendar,
          "there is no calendar in it (no BEGIN:VCALENDAR); for todo.txt, Markdown, Org or CSV, name the format: -f todotxt, -f markdown and so on"
        )
      case nil: (.noCalendar, "there is no calendar in it (no BEGIN:VCALENDAR)")
      }
    return Diagnostic(.warning, code, file: input.name, reason)
  }

  /// Of a file without any calendar it says no more than that: a note, or a picture, is no damaged calendar.
  var isAboutText: Bool { [.strayText, .nulByte, .invalidUTF8, .malformedLine].contains(code) }
}
