/// Data on its way to a terminal: what would steer that is shown as signs, as ``Visible`` does it for views,
/// and what is no UTF-8 as U+FFFD. Line ends and tabs are what they are.
///
/// Bytes come in pieces of any length; a character, or a line end, that a piece cuts waits for the next.
struct VisibleData {
  private let glyphs: Glyphs
  private var rest: [UInt8] = []

  init(_ glyphs: Glyphs) { self.glyphs = glyphs }

  /// Takes bytes, and returns those that can be sent.
  ///
  /// - Parameter isEnd: no more will come.
  mutating func take(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> [UInt8] {
    rest += bytes
    let ready = isEnd ? rest.count : rest.count - Self.open(rest)
    let text = String(decoding: rest[..<ready], as: UTF8.self)
    rest.removeFirst(ready)
    var result = ""
    var waits = false
    for scalar in text.unicodeScalars {
      if waits, scalar != "\n" { result += Visible.sign(for: "\r", glyphs) }
      if waits, scalar == "\n" { result += "\r" }
      waits = scalar == "\r"
      if !waits {
        result += scalar == "\n" || scalar == "\t" ? String(scalar) : Visible.sign(for: scalar, glyphs)
      }
    }
    if waits { result += Visible.sign(for: "\r", glyphs) }
    return Array(result.utf8)
  }

  /// How many bytes at the end may be the beginning of something longer.
  private static func open(_ bytes: [UInt8]) -> Int {
    if bytes.last == 0x0D { return 1 }
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? length : 0
    }
    return 0
  }
}
