internal import ICalendar

/// What stands at a place, asked for without a ``JSONNode``: each of these would count the references to its document.
extension JSONDocument {
  /// It says nothing.
  func isNothing(_ place: Int) -> Bool { kind(place) == .null || kind(place) == .omitted }

  /// What it is, for people: `a text`, `a number`.
  func kindName(_ place: Int) -> String { JSONNode(self, place).kind }

  /// How many bytes a text or number has.
  func size(_ place: Int) -> Int { Int(parts[place].end - parts[place].start) }

  /// The bytes of a text; nil for anything else.
  func string(_ place: Int) -> ArraySlice<UInt8>? { kind(place) == .string ? bytes(place) : nil }

  /// Calls a closure with the bytes in which a text, a number or a key stands, and where it stands there.
  @inline(__always)
  func withBytes<Result>(_ place: Int, _ body: (Span<UInt8>, Range<Int>) -> Result) -> Result {
    let part = parts[place]
    let range = Int(part.start)..<Int(part.end)
    let bytes = part.isInSource ? source : texts
    return body(bytes.span, range)
  }

  /// The value of a key in a table.
  func value<Value>(ofKey place: Int, in table: KeyTable<Value>) -> Value? {
    withBytes(place) { table[$0, $1] }
  }

  /// A text that is a date, or a date and time, as Listo writes it: see ``DigitMoment/init(iso:_:)``.
  func moment(_ place: Int) -> DigitMoment? {
    guard kind(place) == .string else { return nil }
    return withBytes(place) { DigitMoment(iso: $0, $1) }
  }
}
