/// Values of an input as a message shows them: short. Control characters are made visible where they are
/// printed.
package enum ShortenedValue {
  private static let limit = 40

  package static func shown(_ text: String) -> String {
    text.unicodeScalars.count <= limit
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))) + "…"
  }

  package static func quoted(_ text: String) -> String { "'\(shown(text))'" }

  package static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    // Four bytes a character at most: enough to know whether it is too long.
    quoted(String(decoding: bytes.prefix(limit * 4 + 4), as: UTF8.self))
  }
}
