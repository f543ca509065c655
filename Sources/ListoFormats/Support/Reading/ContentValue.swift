internal import ICalendar

/// Whether a value can be one of its property (RFC 5545 §3.3 and §3.8), by the types of ``JCalShape``.
///
/// The writers of jCal, xCal and JSON ask the same: a value that its property cannot have is of the type
/// `unknown` there (RFC 7265 §5.1), and comes back as it was.
enum ContentValue {
  /// The kind of value that a property needs instead, for people; nil for a value that the property can have.
  ///
  /// - Complexity: linear in the value; O(1) for texts, addresses and properties that no standard describes.
  static func wanted(by id: PropertyID, _ value: ArraySlice<UInt8>, _ parameters: [Parameter]) -> String? {
    guard isChecked(JCalShape.of(id)) else { return nil }
    let word = parameters.first { $0.name == "VALUE" }?.value ?? ""
    return wanted(by: id, value, as: word.isEmpty ? nil : JCalType(word: Array(word.utf8)[...]) ?? .unknown)
  }

  /// - Parameter type: what VALUE says; nil where nothing does.
  static func wanted(by id: PropertyID, _ value: ArraySlice<UInt8>, as type: JCalType?) -> String? {
    let shape = JCalShape.of(id)
    guard isChecked(shape) else { return nil }
    let type = type ?? JCalValue.type(of: value, shape, id: id)
    return fits(value, type, shape, id) ? nil : word(for: shape.type)
  }

  /// It is one that the property can have without parameters, as most are: what has no grammar, times, and a
  /// few digits. False where ``wanted(by:_:_:)`` must tell.
  static func isPlain(_ id: PropertyID, _ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let shape = JCalShape.of(id)
    guard isChecked(shape) else { return true }
    return switch shape.type {
    case .dateTime where shape.structure == .single: DigitMoment(bytes, value)?.hasTime ?? false
    case .integer: bytes.isPlainInteger(value)
    default: false
    }
  }

  /// Values of this shape have a grammar.
  static func isChecked(_ shape: JCalShape) -> Bool {
    switch shape.type {
    case .dateTime, .date, .duration, .integer, .float, .recur, .utcOffset, .period: true
    case .text, .uri, .calAddress, .binary, .boolean, .time, .unknown: false
    }
  }

  /// - Parameter type: that the value is said to have.
  static func fits(
    _ value: ArraySlice<UInt8>, _ type: JCalType, _ shape: JCalShape, _ id: PropertyID
  ) -> Bool {
    guard isChecked(shape) else { return true }
    guard shape.structure == .list else { return fitsAlone(value, type, shape, id) }
    return value.split(separator: 0x2C, omittingEmptySubsequences: false).allSatisfy {
      fitsAlone($0, type, shape, id)
    }
  }

  private static func fitsAlone(
    _ value: ArraySlice<UInt8>, _ type: JCalType, _ shape: JCalShape, _ id: PropertyID
  ) -> Bool {
    switch (shape.type, type) {
    case (.dateTime, .date), (.date, .date): (try? Moment.decode(value, valueIsDate: true)) != nil
    case (.dateTime, .dateTime): (try? Moment.decode(value, valueIsDate: false)) != nil
    case (.duration, .dateTime) where id == .trigger:
      (try? Moment.decode(value, valueIsDate: false)) != nil
    case (.duration, .duration):
      value.span.isPlainDuration(0..<value.count) || (try? CalendarDuration.parse(value)) != nil
    case (.dateTime, .period) where shape.structure == .list, (.period, .period): isPeriod(value)
    case (.integer, .integer):
      value.span.isPlainInteger(0..<value.count) || (try? IntegerValue.parse(value)) != nil
    case (.float, .float): JCalValue.position(value) != nil
    case (.utcOffset, .utcOffset): (try? UTCOffset.parse(value)) != nil
    case (.recur, .recur): value.span.isRecurrence(0..<value.count)
    default: false
    }
  }

  private static func isPeriod(_ value: ArraySlice<UInt8>) -> Bool {
    let halves = value.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard halves.count == 2, (try? Moment.decode(halves[0], valueIsDate: false)) != nil else { return false }
    return (try? Moment.decode(halves[1], valueIsDate: false)) != nil
      || (try? CalendarDuration.parse(halves[1])) != nil
  }

  private static func word(for type: JCalType) -> String {
    switch type {
    case .duration: "duration such as PT15M"
    case .integer: "whole number"
    case .float: "position such as 48.2;11.1"
    case .recur: "rule such as FREQ=WEEKLY"
    case .utcOffset: "offset such as +0100"
    case .period: "period of time"
    default: "date or time such as 20261201T101500"
    }
  }
}

extension Span<UInt8> {
  /// A rule by its shape (RFC 5545 §3.3.10): parts with a name and a value, and a FREQ that is one. What the
  /// parts say is for ``RecurrenceRule`` to judge.
  func isRecurrence(_ value: Range<Int>) -> Bool {
    var index = value.lowerBound
    var hasFrequency = false
    while index < value.upperBound {
      let start = index
      while index < value.upperBound, self[index] != 0x3D, self[index] != 0x3B { index += 1 }
      guard index > start, index < value.upperBound, self[index] == 0x3D else { return false }
      let isFrequency = index - start == 4 && holds(RecurrenceWords.frequency, foldedAt: start)
      index += 1
      let word = index
      while index < value.upperBound, self[index] != 0x3B { index += 1 }
      if isFrequency {
        hasFrequency = RecurrenceWords.frequencies.contains {
          $0.count == index - word && holds($0, foldedAt: word)
        }
        guard hasFrequency else { return false }
      }
      index += 1
    }
    return hasFrequency
  }

  /// The letters of a word in upper case stand at `start`, in any case; so many bytes must be there.
  func holds(_ word: [UInt8], foldedAt start: Int) -> Bool {
    for offset in word.indices where self[start + offset] & 0xDF != word[offset] { return false }
    return true
  }
}

private enum RecurrenceWords {
  static let frequency = Array("FREQ".utf8)
  static let frequencies = ["WEEKLY", "DAILY", "MONTHLY", "YEARLY", "HOURLY", "MINUTELY", "SECONDLY"].map {
    Array($0.utf8)
  }
}
