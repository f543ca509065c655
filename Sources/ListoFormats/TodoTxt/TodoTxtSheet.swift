internal import ICalendar
internal import ListoModel

/// The numbers of lines by their lists, for a file in which lists alternate or lines are empty.
struct TodoTxtPositions {
  private var lists: [(project: String, ranges: [ClosedRange<Int>])] = []
  private var indices: [String: Int] = [:]
  private var last = 0

  mutating func add(_ project: String, line: Int) {
    if lists.isEmpty || lists[last].project != project {
      last = indices[project] ?? lists.count
      if last == lists.count {
        indices[project] = last
        lists.append((project, []))
      }
    }
    if let range = lists[last].ranges.last, range.upperBound + 1 == line {
      lists[last].ranges[lists[last].ranges.count - 1] = range.lowerBound...line
    } else {
      lists[last].ranges.append(line...line)
    }
  }

  /// Writes them as properties of the lists, unless the order of the reminders says all of it.
  func write(to output: inout ICalendarOutput) {
    guard lists.count > 1 || lists.contains(where: { $0.ranges.count > 1 || $0.ranges[0].lowerBound > 1 })
    else { return }
    for (project, ranges) in lists {
      output.calendar(key: project)
      for start in stride(from: 0, to: ranges.count, by: Self.rangesOfLine) {
        let words = ranges[start..<min(start + Self.rangesOfLine, ranges.count)].map {
          $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        output.property(named: TodoTxtSheet.property, words.joined(separator: ",").utf8)
      }
    }
  }

  /// So many stand in one content line, which is then not too long for any program.
  private static let rangesOfLine = 500
}

/// Puts the lines of one file in the order that they had there. A line without a position comes after the
/// others of its list.
struct TodoTxtSheet {
  /// A property of a list: the numbers of its lines in todo.txt, `1-3,5`.
  static let property = "X-TODOTXT-POSITIONS"

  private var file: String?
  private var lists: [List] = []
  /// Each with its position, and in the order of the input.
  private var lines: [(position: Int, bytes: ArraySlice<UInt8>)] = []

  private struct List {
    let calendar: Survey.Calendar
    /// The numbers that are left, the last first.
    var ranges: [ClosedRange<Int>]
    var hasMore = false

    mutating func next() -> Int? {
      guard let range = ranges.popLast() else {
        hasMore = true
        return nil
      }
      if range.count > 1 { ranges.append(range.lowerBound + 1...range.upperBound) }
      return range.lowerBound
    }
  }

  /// Takes the numbers of a list.
  mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    if file != calendar.context.file { finish(&output) }
    guard let header = calendar.context.header else { return }
    let ranges = header.properties.filter { $0.name == Self.property }.flatMap { Self.ranges($0.rawText) }
    guard !ranges.isEmpty else { return }
    file = calendar.context.file
    lists.append(List(calendar: calendar, ranges: ranges.reversed()))
  }

  private static func ranges(_ text: String) -> [ClosedRange<Int>] {
    text.split(separator: ",").compactMap { word in
      let ends = word.split(separator: "-").compactMap { $0.utf8.count < 10 ? Int($0) : nil }
      guard let first = ends.first, let last = ends.last, ends.count <= 2, first > 0, first <= last else {
        return nil
      }
      return first...last
    }
  }

  /// Takes lines of a list.
  mutating func place(_ made: [UInt8], in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard !lists.isEmpty else { return output += made }
    let list = lists.lastIndex { $0.calendar === calendar }
    var start = 0
    while let end = made[start...].firstIndex(of: 0x0A) {
      let position = list.flatMap { lists[$0].next() } ?? .max
      lines.append((position, made[start...end]))
      start = end + 1
    }
  }

  /// Writes the lines, and the empty ones between them if no reminder was added or removed.
  mutating func finish(_ output: inout [UInt8]) {
    let isWhole = lists.allSatisfy { $0.ranges.isEmpty && !$0.hasMore }
    var number = 0
    for (position, bytes) in lines.enumerated().sorted(by: {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }).map(\.element) {
      if isWhole, position - number - 1 <= Self.mostEmptyLines {
        while number + 1 < position {
          output.append(0x0A)
          number += 1
        }
      }
      output += bytes
      number = position
    }
    (file, lists, lines) = (nil, [], [])
  }

  /// More of them in a row are no more than a number that a calendar of a stranger may have.
  private static let mostEmptyLines = 1000
}
