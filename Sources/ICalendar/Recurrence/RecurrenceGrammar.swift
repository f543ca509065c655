/// The parts of a RECUR value as its bytes have them, checked against RFC 5545 §3.3.10 and RFC 7529.
///
/// libical wraps INTERVAL=70000, COUNT=99999999999 and BYDAY=255SU, takes UNTIL=20261332, BYDAY=0SU and
/// BYYEARDAY=367, and drops SKIP without RSCALE. So the bytes are read here first; what libical then makes of
/// them has to be the same.
struct RecurrenceGrammar {
  /// Name in capitals and value of each part, in the order of writing.
  private(set) var parts: [(name: String, value: ArraySlice<UInt8>)] = []

  /// The parts with a list of numbers: their ranges, and whether they may be negative.
  static let lists: [String: (range: ClosedRange<Int>, isSigned: Bool)] = [
    "BYSECOND": (0...60, false), "BYMINUTE": (0...59, false), "BYHOUR": (0...23, false),
    "BYMONTHDAY": (1...31, true), "BYYEARDAY": (1...366, true), "BYWEEKNO": (1...53, true),
    "BYSETPOS": (1...366, true),
  ]

  /// The parts of plain rules.
  private static let plain: Set = [
    "FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS",
  ]

  init(_ rule: ArraySlice<UInt8>) throws(ValueError) {
    var pieces = rule.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    // Some producers end the rule with a semicolon; nothing is lost by it.
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    for piece in pieces {
      guard let equals = piece.firstIndex(of: UInt8(ascii: "=")), equals + 1 < piece.endIndex else {
        throw ValueError(.recurrence, "a part without a value")
      }
      let name = Self.capitals(piece[..<equals])
      guard !parts.contains(where: { $0.name == name }) else {
        throw ValueError(.recurrence, "\(name) more than once")
      }
      parts.append((name, piece[(equals + 1)...]))
    }
    guard value(of: "FREQ") != nil else { throw ValueError(.recurrence, "a rule without FREQ") }
    guard value(of: "COUNT") == nil || value(of: "UNTIL") == nil else {
      throw ValueError(.recurrence, "COUNT and UNTIL together")
    }
    guard value(of: "SKIP") == nil || value(of: "RSCALE") != nil else {
      throw ValueError(.recurrence, "SKIP without RSCALE")
    }
  }

  /// Whether the rule is one of those that calendar programs write: usual parts, spelled as RFC 5545 spells
  /// them, and no list longer than a year has months. libical is known to read them as they are read here.
  var isPlain: Bool {
    parts.allSatisfy { name, value in
      var commas = 0
      for byte in value {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          continue
        case UInt8(ascii: ","): commas += 1
        default: return false
        }
      }
      return commas < 12 && Self.plain.contains(name)
    }
  }

  /// A word in capitals of ASCII alone: those of Unicode would make names of letters that only look like
  /// theirs.
  private static func capitals(_ word: ArraySlice<UInt8>) -> String {
    String(decoding: word.map(\.upper), as: UTF8.self)
  }

  func value(of name: String) -> ArraySlice<UInt8>? { parts.first { $0.name == name }?.value }

  /// A word in capitals.
  func word(_ name: String) -> String? {
    value(of: name).map { String(decoding: $0, as: UTF8.self).uppercased() }
  }

  func number(_ name: String, _ range: ClosedRange<Int>) throws(ValueError) -> Int? {
    guard let value = value(of: name) else { return nil }
    guard let number = IntegerValue.decimal(value), range.contains(number) else {
      throw ValueError(.recurrence, "\(name) is not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func numbers(_ name: String) throws(ValueError) -> [Int] {
    guard let value = value(of: name), let (range, isSigned) = Self.lists[name] else { return [] }
    var numbers: [Int] = []
    for element in Self.elements(value) {
      guard let number = IntegerValue.decimal(element), range.contains(isSigned ? abs(number) : number) else {
        throw ValueError(.recurrence, "\(name) has an element that is not in its range")
      }
      numbers.append(number)
    }
    return numbers
  }

  func weekdays() throws(ValueError) -> [RecurrenceRule.WeekdayNumber] {
    guard let value = value(of: "BYDAY") else { return [] }
    var days: [RecurrenceRule.WeekdayNumber] = []
    for element in Self.elements(value) {
      guard let weekday = Weekday(rawValue: String(decoding: element.suffix(2), as: UTF8.self).uppercased())
      else {
        throw ValueError(.recurrence, "BYDAY has an element that is not a day such as MO or -1SU")
      }
      let digits = element.dropLast(2)
      guard !digits.isEmpty else {
        days.append(.init(weekday))
        continue
      }
      guard let ordinal = IntegerValue.decimal(digits), (1...53).contains(abs(ordinal)) else {
        throw ValueError(.recurrence, "BYDAY has a number that is not from 1 to 53 or -53 to -1")
      }
      days.append(.init(weekday, ordinal: ordinal))
    }
    return days
  }

  func months() throws(ValueError) -> [RecurrenceRule.Month] {
    guard let value = value(of: "BYMONTH") else { return [] }
    var months: [RecurrenceRule.Month] = []
    let highest = value.isEmpty || self.value(of: "RSCALE") == nil ? 12 : 13
    for element in Self.elements(value) {
      let isLeap = element.last == UInt8(ascii: "L") || element.last == UInt8(ascii: "l")
      guard let number = IntegerValue.decimal(isLeap ? element.dropLast() : element),
        (1...highest).contains(number),
        !isLeap || highest == 13
      else { throw ValueError(.recurrence, "BYMONTH has an element that is not a month") }
      months.append(.init(number, isLeap: isLeap))
    }
    return months
  }

  /// The elements of a list; a blank after a comma, which producers write, is not part of one.
  private static func elements(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { $0.drop { $0 == 32 } }
  }
}
