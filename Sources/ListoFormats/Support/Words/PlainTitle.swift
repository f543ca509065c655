/// A title as one line can hold it.
enum PlainTitle {
  /// The text with a space for each line end, without white space and byte order marks around it; linear in
  /// its length.
  static func line(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\r" {
        if !(isBehindReturn && scalar == "\n") { scalars.append(" ") }
      } else {
        scalars.append(scalar)
      }
      isBehindReturn = scalar == "\r"
    }
    guard let first = scalars.firstIndex(where: { !isAround($0) }),
      let last = scalars.lastIndex(where: { !isAround($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  private static func isAround(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "\u{FEFF}"
  }
}
