package import ICalendar
internal import ListoFormats
package import ListoStores

/// The likely type of a file without a calendar, by its first bytes.
private enum Lookalike {
  /// Another program's file that has something of these formats.
  case similar([Format], arguments: String)
  case json
  case xml
  case utf32
  /// Text that no extension says more of.
  case text

  init?(_ input: Input) {
    var start: [UInt8] = []
    try? input.randomAccess().read(Recognition.window, at: 0, into: &start)
    if case .unknown(let nearest) = Recognition(name: input.fileName, beginning: start[...]),
      !nearest.isEmpty
    {
      self = .similar(
        nearest, arguments: nearest.map { "-f \($0.argument(for: start[...]))" }.joined(separator: " or "))
    } else if TextEncoding(beginning: start[...]) == .utf32 {
      self = .utf32
    } else if start.first == 0x7B || start.first == 0x5B {
      self = .json
    } else if start.first == 0x3C, !Format.iCalendar.claims(input.fileName) {
      self = .xml
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
      case .similar(let formats, let arguments):
        (
          .noCalendar,
          "this is in no known format; the nearest is \(formats.map(\.title).joined(separator: " or ")); \(arguments) reads it all the same"
        )
      case .json:
        (
          .noCalendar,
          "this JSON has no reminders in a known format; a map can describe it (man listo-maps)"
        )
      case .xml:
        (
          .noCalendar,
          "this XML has no reminders in a known format; xCal has the namespace urn:ietf:params:xml:ns:icalendar-2.0"
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
