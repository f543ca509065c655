internal import ICalendar

/// What the beginning of a JSON text shows: by it the formats that are JSON are told apart.
struct JSONOutline: Sendable {
  enum Shape: Sendable, Hashable {
    /// No JSON.
    case none
    case object
    /// An array of these.
    case arrayOfObjects, arrayOfArrays
    /// An array that begins with this text.
    case array(String)
    case emptyArray, otherArray
  }

  private(set) var shape = Shape.none
  /// The keys of the first object, at the top or in the array, and the texts that stand behind them, as far as
  /// the beginning goes.
  private(set) var keys: [String: String] = [:]
  /// The first text of the first array within an array.
  private(set) var innerWord: String?

  init(_ beginning: ArraySlice<UInt8>) {
    var feed = TextFeed(Array(beginning))
    var reader = JSONReader(&feed)
    try? read(&reader)
  }

  private mutating func read(_ reader: inout JSONReader) throws(ICalendarError) {
    switch try reader.next() {
    case .beginObject:
      shape = .object
      try readKeys(&reader)
    case .beginArray:
      switch try reader.next() {
      case .beginObject:
        shape = .arrayOfObjects
        try readKeys(&reader)
      case .beginArray:
        shape = .arrayOfArrays
        if case .string(let word) = try reader.next() { innerWord = word }
      case .string(let word): shape = .array(word)
      case .endArray: shape = .emptyArray
      default: shape = .otherArray
      }
    default: return
    }
  }

  private mutating func readKeys(_ reader: inout JSONReader) throws(ICalendarError) {
    while case .key(let key) = try reader.next() {
      keys[key] = ""
      let token = try reader.next()
      if case .string(let text) = token { keys[key] = text }
      guard try reader.pass(token) else { return }
    }
  }

  func has(_ key: String) -> Bool { keys[key] != nil }
}
