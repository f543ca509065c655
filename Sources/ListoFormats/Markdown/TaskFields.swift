internal import ICalendar
internal import ListoWords

/// The fields of a task beside its text, in either of the two notations. ``TaskEnding`` finds them.
struct TaskFields: Equatable {
  /// 1, 3, 7 or 9, as many as Obsidian's signs tell apart beside 5.
  var priority: Int?
  var due, start, scheduled, created, done, cancelled: Day?
  /// The time of day of ``due``.
  private(set) var dueClock: ClockTime?
  /// In words.
  var recurrence: String?
  var id: String?
  var dependsOn: [String] = []
  var onCompletion: String?
  var tags: [String] = []
  /// `^name`, by which other notes link to it.
  var block: String?
  /// Fields of Dataview that have no other place: `[location:: Town hall]`.
  var others: [Other] = []

  /// Values of fields that were there before in the line, and do not count.
  private(set) var repeated: [String] = []

  struct Other: Equatable {
    var key: String
    var value: String
  }

  // MARK: Tags and links

  /// Obsidian's tags: letters, digits, `_`, `-` and `/`, not all of them digits.
  static func isTag(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    return isTag(bytes.span, bytes.indices)
  }

  /// The same of a text in UTF-8.
  static func isTag(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var isNumber = true
    for index in text {
      let byte = bytes[index]
      if byte >= 0x80 { return isTag(ofAnyScript: bytes.text(text, isText: false)) }
      guard isLetterOrDigit(byte) || byte == 0x5F || byte == 0x2D || byte == 0x2F else { return false }
      if byte &- 0x30 > 9 { isNumber = false }
    }
    return !isNumber
  }

  private static func isTag(ofAnyScript text: String) -> Bool {
    text.unicodeScalars.allSatisfy(isOfTag) && !text.allSatisfy { $0.isNumber }
  }

  /// A tag may have it.
  static func isOfTag(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return isLetterOrDigit(byte) || byte == 0x5F || byte == 0x2D || byte == 0x2F
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark
      || scalar.properties.generalCategory == .spacingMark || scalar.properties.isEmojiPresentation
  }

  /// Letters, digits, `-` and `_` of ASCII: what 🆔 and ⛔ allow.
  static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }

  // MARK: Values

  /// Takes a value as the field of this name, in place of one that stands behind it in the line: Obsidian
  /// Tasks reads lines from their ends too, so that the first counts.
  ///
  /// - Returns: false for a value that the field cannot have.
  mutating func set(_ key: Key, _ value: Substring) -> Bool {
    switch key {
    case .due: return set(\.due, key, value)
    case .start: return set(\.start, key, value)
    case .scheduled: return set(\.scheduled, key, value)
    case .created: return set(\.created, key, value)
    case .done: return set(\.done, key, value)
    case .cancelled: return set(\.cancelled, key, value)
    case .recurrence:
      guard !value.isEmpty, value.utf8.count < 256,
        value.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x2C || $0 == 0x21 || Self.isLetterOrDigit($0) })
      else { return false }
      note(recurrence, key)
      recurrence = String(value)
    case .id:
      guard Self.isIdentifier(value) else { return false }
      note(id, key)
      id = String(value)
    case .dependsOn:
      let names = value.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed() }
      guard names.allSatisfy(Self.isIdentifier) else { return false }
      note(dependsOn.isEmpty ? nil : dependsOn.joined(separator: ","), key)
      dependsOn = names.map(String.init)
    case .onCompletion:
      guard value.lowercased() == "keep" || value.lowercased() == "delete" else { return false }
      note(onCompletion, key)
      onCompletion = value.lowercased()
    }
    return true
  }

  enum Key: String, CaseIterable {
    case due, start, scheduled, created, done = "completion", cancelled, recurrence = "repeat", id, dependsOn,
      onCompletion

    /// Its value is a date.
    var isDay: Bool {
      switch self {
      case .due, .start, .scheduled, .created, .done, .cancelled: true
      case .recurrence, .id, .dependsOn, .onCompletion: false
      }
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  private mutating func set(_ field: WritableKeyPath<TaskFields, Day?>, _ key: Key, _ value: Substring)
    -> Bool
  {
    guard let day = Day(iso: String(value)) else { return false }
    note(self[keyPath: field]?.description, key)
    if field == \.due { dueClock = nil }
    self[keyPath: field] = day
    return true
  }

  /// Takes a due date with a time, in place of one that stands behind it.
  mutating func set(due day: Day, at clock: ClockTime?) {
    note(due?.description, .due)
    (due, dueClock) = (day, clock)
  }

  /// Takes a priority, in place of one that stands behind it.
  mutating func set(priority: Int) {
    if self.priority != nil { repeated.append("priority") }
    self.priority = priority
  }

  /// Remembers a value in whose place another one comes.
  private mutating func note(_ value: String?, _ key: Key) {
    if let value { repeated.append("\(key.rawValue) \(value)") }
  }
}

extension Substring {
  /// Without the blanks, tabs and line ends at its ends, as characters: one with an accent upon it is
  /// another.
  func trimmed() -> Substring {
    let bytes = utf8Span.span
    let place = bytes.trimmedText(bytes.indices)
    return Substring(utf8.dropFirst(place.lowerBound).prefix(place.count))
  }
}
