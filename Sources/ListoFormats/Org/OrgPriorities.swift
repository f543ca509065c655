/// The meaning of the cookies `[#A]`: the range of a file has equal steps from the highest priority to the
/// lowest.
struct OrgPriorities: Sendable {
  /// The property that keeps a cookie that does not follow from the priority.
  static let property = "X-ORG-COOKIE"

  /// The range that Listo writes if the file declares none.
  static let written = OrgPriorities(highest: 0x41, lowest: 0x49)

  /// Letters by their codes in ASCII, numbers as they are.
  private let highest, lowest: Int

  /// Those of a file that declares none: A, B and C.
  init() { self.init(highest: 0x41, lowest: 0x43) }

  private init(highest: Int, lowest: Int) { (self.highest, self.lowest) = (highest, lowest) }

  /// - Parameter words: the highest, the lowest and the default one, as in `#+PRIORITIES: A I E`.
  init?(_ words: [Substring]) {
    guard words.count >= 2, let first = Self.value(words[0]), let last = Self.value(words[1]), first < last,
      (first < Self.firstLetter) == (last < Self.firstLetter)
    else { return nil }
    self.init(highest: first, lowest: last)
  }

  /// 1 to 9; nil for a text that is no priority.
  func priority(_ cookie: String) -> Int? {
    guard let value = Self.value(cookie[...]) else { return nil }
    // A number among letters is one of iCalendar's.
    if value < Self.firstLetter, highest >= Self.firstLetter { return (1...9).contains(value) ? value : nil }
    let place = min(max(value - highest, 0), steps)
    return 1 + (16 * place + steps) / (2 * steps)
  }

  /// The cookie for a priority from 1 to 9.
  func cookie(_ priority: Int) -> String {
    let value = highest + ((priority - 1) * 2 * steps + 8) / 16
    return value < Self.firstLetter ? String(value) : String(UnicodeScalar(UInt8(value)))
  }

  private var steps: Int { lowest - highest }

  private static let firstLetter = 0x41

  private static func value(_ cookie: Substring) -> Int? {
    if let number = Int(cookie), (0...64).contains(number), cookie.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      return number
    }
    guard cookie.utf8.count == 1, let byte = cookie.utf8.first, (0x41...0x5A).contains(byte) else {
      return nil
    }
    return Int(byte)
  }
}
