/// Text in one line, as the small files of a vdir hold it (`displayname`, `color`, `order`) and the
/// properties of a CalDAV list do.
///
/// A line ends at a line feed alone. U+2028, U+0085 and the like stand inside of one: were they ends on one
/// side only, a sync would rename the list on the other.
package enum OneLine {
  /// The first line with something in it, without blanks around; nil where there is none.
  package static func first(of bytes: [UInt8]) -> String? {
    bytes.split(separator: 0x0A).lazy.map { text(String(decoding: $0, as: UTF8.self)) }.first { !$0.isEmpty }
  }

  /// The text with a blank for each control character below U+0020, and none of them around it.
  package static func text(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
    guard let start = scalars.firstIndex(where: { $0 != " " }),
      let end = scalars.lastIndex(where: { $0 != " " })
    else { return "" }
    return String(String.UnicodeScalarView(scalars[start...end]))
  }
}
