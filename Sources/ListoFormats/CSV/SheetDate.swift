internal import ICalendar

/// The order of day, month and year in the dates of a spreadsheet's column.
enum DateOrder: String, Sendable, Hashable, CaseIterable { case dmy, mdy, ymd }

/// A date as spreadsheets write it: `27.11.2026`, `11/27/26 6:00 PM`, `2026/11/27 18:00:00`; what its numbers are is said by an order.
///
/// A year of two digits is one from 2000 on.
struct SheetDate: Sendable, Hashable {
  private let numbers: [Int]
  private let hasLongYearFirst: Bool
  private let separator: UInt8
  private let time: (hour: Int, minute: Int, second: Int)?

  static func == (left: SheetDate, right: SheetDate) -> Bool {
    left.numbers == right.numbers && left.separator == right.separator && left.moments == right.moments
  }

  func hash(into hasher: inout Hasher) { hasher.combine(numbers) }

  /// nil where the text is nothing of the kind.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let date = bytes.prefix { $0 &- 0x30 < 10 || $0 == 0x2E || $0 == 0x2F || $0 == 0x2D }
    guard let separator = date.first(where: { $0 &- 0x30 >= 10 }) else { return nil }
    let parts = date.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) && $0.count != 3 }) else {
      return nil
    }
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3 else { return nil }
    (self.numbers, self.separator, hasLongYearFirst) = (numbers, separator, parts[0].count == 4)
    guard hasLongYearFirst || parts[0].count < 3, parts[1].count < 3,
      parts[2].count == (hasLongYearFirst ? 1 : 4)
        || parts[2].count == 2
    else { return nil }
    let rest = bytes[date.endIndex...]
    if rest.isEmpty {
      time = nil
    } else {
      guard let time = Self.time(String(decoding: rest, as: UTF8.self)) else { return nil }
      self.time = time
    }
  }

  /// `18:00`, `18:00:30`, `6:00 PM`, behind a blank, a comma or a T.
  private static func time(_ text: String) -> (hour: Int, minute: Int, second: Int)? {
    var words = text.uppercased().split { $0 == " " || $0 == "," || $0 == "T" }.map(String.init)
    var half: String?
    if let last = words.last, last == "AM" || last == "PM" { half = words.removeLast() }
    guard words.count == 1 else { return nil }
    let parts = words[0].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(parts.count), var hour = parts[0], let minute = parts[1] else { return nil }
    let second = parts.count == 3 ? parts[2] : 0
    guard let second, (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "PM" ? 12 : 0)
    }
    return (0..<24).contains(hour) ? (hour, minute, second) : nil
  }

  private var moments: [Moment?] { DateOrder.allCases.map(moment) }

  /// The orders in which it is a date. Between full stops the day comes first wherever people write so; between slashes and hyphens
  /// nobody can know.
  var orders: Set<DateOrder> {
    let possible: [DateOrder] = hasLongYearFirst ? [.ymd] : separator == 0x2E ? [.dmy] : [.dmy, .mdy]
    return Set(possible.filter { moment($0) != nil })
  }

  /// A date, or a floating time; nil where there is no such day.
  func moment(_ order: DateOrder) -> Moment? {
    guard hasLongYearFirst == (order == .ymd) else { return nil }
    let (year, month, day) =
      switch order {
      case .dmy: (numbers[2], numbers[1], numbers[0])
      case .mdy: (numbers[2], numbers[0], numbers[1])
      case .ymd: (numbers[0], numbers[1], numbers[2])
      }
    guard let date = Day(iso: Self.iso(year < 100 ? 2000 + year : year, month, day)) else { return nil }
    guard let time else { return .date(date) }
    return LocalDateTime(day: date, hour: time.hour, minute: time.minute, second: time.second).map {
      .floating($0)
    }
  }

  private static func iso(_ year: Int, _ month: Int, _ day: Int) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }
}

/// Finds out in which order the dates of a column are written: the one in which all of them are dates.
struct DateOrderDecision: Sendable {
  /// Those that are left; nil while no date was seen.
  private(set) var orders: Set<DateOrder>?
  /// The first cell, to show.
  private(set) var example = ""
  private(set) var count = 0

  mutating func see(_ cell: String, _ date: SheetDate) {
    let candidates = date.orders
    guard !candidates.isEmpty else { return }
    if orders == nil { example = cell }
    count += 1
    guard let known = orders else { return orders = candidates }
    // One that contradicts those before it is told by itself.
    let both = known.intersection(candidates)
    if !both.isEmpty { orders = both }
  }

  var isOpen: Bool { orders.map { $0.count > 1 } ?? false }
  var order: DateOrder? { orders.flatMap { $0.count == 1 ? $0.first : nil } }
}
