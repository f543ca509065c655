package import ICalendar
internal import ListoFormats
package import ListoStores

/// What a file without a calendar seems to be, by its first bytes.
private enum Lookalike {
  /// Another program's file that has something of these formats.
  case similar([Format], arguments: String)
  case json
  case xml
  case utf32
  /// An archive, and the files in it that may have reminders.
  case zip([String])
  /// Text that no extension says more of.
  case text

  init?(_ input: Input) {
    var start: [UInt8] = []
    try? input.randomAccess().read(Recognition.window, at: 0, into: &start)
    if start.starts(with: ZipNames.beginning) {
      self = .zip(ZipNames.readable(in: input))
    } else if case .unknown(let nearest) = Recognition(name: input.fileName, beginning: start[...]),
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
          "this JSON has no reminders in a known format; listo formats lists the formats"
        )
      case .xml:
        (
          .noCalendar,
          "this XML has no reminders in a known format; xCal has the namespace urn:ietf:params:xml:ns:icalendar-2.0"
        )
      case .zip(let names): (.noCalendar, archive(names))
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

  /// The most files of an archive that are named.
  private static let namedFiles = 5

  private static func archive(_ names: [String]) -> String {
    let advice = "this is a zip archive; unpack it first"
    guard !names.isEmpty else { return advice }
    let more = names.count - namedFiles
    let list = names.prefix(namedFiles).joined(separator: ", ") + (more > 0 ? " and \(more) others" : "")
    return "\(advice), then read \(list)"
  }

  /// Of a file without any calendar it says no more than that: a note, or a picture, is no damaged calendar.
  var isAboutText: Bool { [.strayText, .nulByte, .invalidUTF8, .malformedLine].contains(code) }
}
