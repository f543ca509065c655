internal import ICalendar

/// The form of a property's value as nearly everyone writes it, so that its bytes tell that it is right, and
/// nothing is made of it. Any other form is read by ``ValueReading``.
enum PlainForm: Sendable {
  /// Anything, since no rule is known.
  case text
  case utc
  case moment
  case duration
  case trigger
  /// From 0 to the limit.
  case number(limit: Int)
  /// One of ``statusWords``.
  case status
  /// None that is told by its bytes.
  case other

  /// By the raw value of the id.
  static let table: [PlainForm] = (0...UInt8.max).map { PropertyID(rawValue: $0).map(form) ?? .other }

  private static func form(_ id: PropertyID) -> PlainForm {
    if id == .status { return .status }
    guard let rule = ValueType.of(id, in: .vtodo) else { return .text }
    return switch rule.type {
    case .utc: .utc
    case .moment: .moment
    case .duration: .duration
    case .trigger: .trigger
    case .integer(let range) where range.lowerBound == 0: .number(limit: range.upperBound)
    case .integer, .moments, .recurrence, .offset, .geo, .words: .other
    }
  }

  /// The values of STATUS that a kind of component may have.
  static let statusWords: [(kind: ComponentKind, word: ShortWord)] = ComponentKind.allCases.flatMap { kind in
    guard case .words(let words)? = ValueType.of(.status, in: kind)?.type else {
      return [(kind: ComponentKind, word: ShortWord)]()
    }
    return words.map { (kind, ShortWord($0)) }
  }

  /// A number of one to nine digits without a sign; nil for any other value.
  static func number(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Int? {
    guard 1...9 ~= value.count else { return nil }
    var number = 0
    for index in value {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  /// `-P1D`, `P2W`, `-PT15M`, `PT1H30M`: parts in their order, of at most four digits.
  static func isDuration(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    var index = value.lowerBound
    if index < value.upperBound, bytes[index] == 0x2D { index += 1 }
    guard index < value.upperBound, bytes[index] == 0x50 else { return false }
    index += 1
    let isTime = index < value.upperBound && bytes[index] == 0x54
    if isTime { index += 1 }
    guard index < value.upperBound else { return false }
    // How far the units have come: W or D alone, or H, M and S.
    var last = 0
    while index < value.upperBound {
      let start = index
      while index < value.upperBound, bytes[index] &- 0x30 < 10 { index += 1 }
      guard 1...4 ~= index - start, index < value.upperBound else { return false }
      let unit =
        switch bytes[index] {
        case 0x48 where isTime: 1
        case 0x4D where isTime: 2
        case 0x53 where isTime: 3
        case 0x57 where !isTime, 0x44 where !isTime: 3
        default: 0
        }
      guard unit > last else { return false }
      last = unit
      index += 1
    }
    return true
  }
}
