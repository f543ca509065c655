internal import ICalendar

/// The outline of a JSON text by its beginning; it tells the formats that are JSON apart.
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
  /// The keys of the first object, at the top or in the array, and the texts that stand behind them, as far
  /// as the beginning goes.
  private(set) var keys: [String: String] = [:]
  /// The same for the first object in the array `items` of an object.
  private(set) var itemKeys: [String: String] = [:]
  /// Those of ``keys`` behind which an array or an object stands.
  private(set) var containers: Set<String> = []
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
      try readKeys(&reader, into: \.keys)
    case .beginArray:
      switch try reader.next() {
      case .beginObject:
        shape = .arrayOfObjects
        try readKeys(&reader, into: \.keys)
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

  private mutating func readKeys(
    _ reader: inout JSONReader, into keys: WritableKeyPath<JSONOutline, [String: String]>
  ) throws(ICalendarError) {
    while case .key(let key) = try reader.next() {
      self[keyPath: keys][key] = ""
      let token = try reader.next()
      if case .string(let text) = token { self[keyPath: keys][key] = text }
      if keys == \.keys, token == .beginArray || token == .beginObject { containers.insert(key) }
      if key == "items", token == .beginArray, shape == .object, itemKeys.isEmpty {
        try readItems(&reader)
      } else {
        guard try reader.pass(token) else { return }
      }
    }
  }

  /// Reads the first of some items, and passes over the others.
  private mutating func readItems(_ reader: inout JSONReader) throws(ICalendarError) {
    var token = try reader.next()
    if token == .beginObject {
      try readKeys(&reader, into: \.itemKeys)
      token = try reader.next()
    }
    while token != .endArray {
      guard try reader.pass(token) else { return }
      token = try reader.next()
    }
  }

  func has(_ key: String) -> Bool { keys[key] != nil }

  /// Most of some keys are known: at least twice as many as are not.
  static func areMostKnown(_ keys: some Collection<String>, _ isKnown: (String) -> Bool) -> Bool {
    let known = keys.count(where: isKnown)
    return known >= 2 * (keys.count - known)
  }
}
