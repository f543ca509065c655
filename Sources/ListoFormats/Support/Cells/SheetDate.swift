internal import ICalendar

/// The order of day, month and year in the dates of a spreadsheet's column.
enum DateOrder: String, Sendable, Hashable, CaseIterable { case dmy, mdy, ymd }

/// A date as spreadsheets write it: `27.11.2026`, `11/27/26 6:00 PM`, `2026/11/27 18:00:00`; what its numbers
/// are is said by an order.
///
/// A year of two digits is one from 2000 on.
struct SheetDate: Sendable, Hashable {
  private let numbers: [Int]
  /// Its order is known.
  let hasLongYearFirst: Bool
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

  /// `18:00`, `18:00:30`, `6:00 PM`, `6pm`, behind a blank, a comma or a T.
  static func time(_ text: String) -> (hour: Int, minute: Int, second: Int)? {
    var words = text.uppercased().split { $0 == " " || $0 == "," || $0 == "T" }.map(String.init)
    let half = words.last.map { String($0.suffix(2)) }.flatMap { CSVCell.isHalfOfDay($0) ? $0 : nil }
    if half != nil, let last = words.popLast(), last.count > 2 { words.append(String(last.dropLast(2))) }
    guard words.count == 1 else { return nil }
    let parts = words[0].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (half == nil ? 2...3 : 1...3).contains(parts.count), var hour = parts[0] else { return nil }
    let minute = parts.count > 1 ? parts[1] : 0
    let second = parts.count == 3 ? parts[2] : 0
    guard let minute, let second, (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "PM" ? 12 : 0)
    }
    return (0..<24).contains(hour) ? (hour, minute, second) : nil
  }

  private var moments: [Moment?] { DateOrder.allCases.map(moment) }

  /// The orders in which it is a date. Between full stops the day comes first wherever people write so;
  /// between slashes and hyphens nobody can know.
  var orders: Set<DateOrder> {
    let possible: [DateOrder] = hasLongYearFirst ? [.ymd] : separator == 0x2E ? [.dmy] : [.dmy, .mdy]
    return Set(possible.filter { moment($0) != nil })
  }

  /// A date, or a floating time; nil where there is no such day, or where its order is not known.
  func moment(_ order: DateOrder?) -> Moment? {
    guard let order = hasLongYearFirst ? .ymd : order, hasLongYearFirst == (order == .ymd) else { return nil }
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

/// Finds out in which order the dates of a table are written: the one in which all of them are dates, in
/// whatever columns they are.
struct DateOrderDecision: Sendable {
  /// Those that are left; nil while no date was seen.
  private var orders: Set<DateOrder>?
  /// The first cell of each column that is a date in several orders.
  private(set) var ambiguous: [Int: String] = [:]
  /// The first date in several orders, and its line.
  private var first: (cell: String, line: Int)?
  /// The first date that is one in a single order.
  private var proof: (cell: String, line: Int)?

  mutating func see(_ cell: String, _ date: SheetDate, column: Int, line: Int) {
    let candidates = date.orders
    guard !date.hasLongYearFirst, !candidates.isEmpty else { return }
    if candidates.count > 1 {
      if ambiguous[column] == nil { ambiguous[column] = cell }
      if first == nil { first = (cell, line) }
    } else if proof == nil {
      proof = (cell, line)
    }
    guard let known = orders else { return orders = candidates }
    // A date that contradicts those before it is reported by itself.
    let both = known.intersection(candidates)
    if !both.isEmpty { orders = both }
  }

  var isOpen: Bool { orders.map { $0.count > 1 } ?? false }
  var order: DateOrder? { orders.flatMap { $0.count == 1 ? $0.first : nil } }

  /// The order that was taken for dates which would also be dates in another one; nil where there are none.
  func note(_ formatName: String) -> Diagnostic? {
    guard let first, let order, let proof else { return nil }
    let other = order == .dmy ? DateOrder.mdy : .dmy
    return Diagnostic(
      .note, .dateOrder, line: first.line,
      "\"\(first.cell)\" and similar dates are read with the \(order == .dmy ? "day" : "month") first, because of \"\(proof.cell)\" in line \(proof.line); to read them otherwise: -f \(formatName)+dates=\(other.rawValue)"
    )
  }
}
