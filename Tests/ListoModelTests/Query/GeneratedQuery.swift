import ICalendar
import ListoTestSupport
import ListoWords

@testable import ListoModel

/// Expressions at random, in the form in which the parser makes them.
enum GeneratedQuery {
  typealias Node = QueryExpression.Node

  static func node(depth: Int, _ random: inout SplitMix64, relations: Int = 2) -> Node {
    guard depth > 0, Int.random(in: 0..<3, using: &random) > 0 else { return leaf(&random) }
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1: return .not(node(depth: depth - 1, &random, relations: relations))
    case 2, 3:
      return .and(
        (0..<Int.random(in: 2...3, using: &random)).map { _ in
          node(depth: depth - 1, &random, relations: relations)
        })
    case 4, 5:
      return .or(
        (0..<Int.random(in: 2...3, using: &random)).map { _ in
          node(depth: depth - 1, &random, relations: relations)
        })
    default:
      guard relations > 0 else { return leaf(&random) }
      let relation = QueryExpression.Relation.allCases.pick(using: &random)
      return .relation(relation, node(depth: depth - 1, &random, relations: relations - 1))
    }
  }

  private static func leaf(_ random: inout SplitMix64) -> Node {
    let field = QueryField.all.pick(using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .all
    case 1, 2: return .condition(QueryExpression.Condition.allCases.pick(using: &random))
    case 3: return .isSet(field)
    case 4:
      return .among(field, (0..<Int.random(in: 1...3, using: &random)).map { _ in value(field, &random) })
    case 5 where field.type != .texts:
      return .between(field, ordered(field, &random), ordered(field, &random))
    default: return comparison(field, &random)
    }
  }

  private static func comparison(_ field: QueryField, _ random: inout SplitMix64) -> Node {
    let all = QueryExpression.Comparison.allCases
    let isOrder: (QueryExpression.Comparison) -> Bool = {
      [.less, .lessOrEqual, .greater, .greaterOrEqual].contains($0)
    }
    let fitting = all.filter { comparison in
      switch field.type {
      case .moment, .integer: comparison != .matches && comparison != .contains
      case .texts: !isOrder(comparison)
      case .text: true
      }
    }
    let comparison = fitting.pick(using: &random)
    if comparison == .matches {
      return .compare(
        field, .matches, .text(patterns.pick(using: &random), isExact: Bool.random(using: &random)))
    }
    return .compare(field, comparison, isOrder(comparison) ? ordered(field, &random) : value(field, &random))
  }

  private static let patterns = ["a", "^b", "e$", "\\d", "(x|y)+", "[aeiou]{2}", "\"", "."]
  static let words = [
    "", "errands", "Büro", "buro", "a b", "x\\y", "\"quoted\"", "it's", "and", "Milk", "milk", "completed",
    "needs-action", "1",
    "home", "é", "e\u{301}", "ß", "SS", "u-1", "u-2", "u-3", "\n", "ø",
  ]

  private static func ordered(_ field: QueryField, _ random: inout SplitMix64) -> QueryExpression.Value {
    while true {
      let value = value(field, &random)
      if case .priority = value { continue }
      return value
    }
  }

  private static func value(_ field: QueryField, _ random: inout SplitMix64) -> QueryExpression.Value {
    switch field.type {
    case .text, .texts:
      return .text(words.pick(using: &random), isExact: Int.random(in: 0..<4, using: &random) == 0)
    case .integer:
      guard field != .field(.priority) || Bool.random(using: &random) else {
        return .priority(PriorityBucket.allCases.pick(using: &random))
      }
      return .integer([-1, 0, 1, 4, 5, 9, 40, 100, Int.max, Int.min].pick(using: &random))
    case .moment: return .date(date(&random))
    }
  }

  static func date(_ random: inout SplitMix64) -> QueryDate {
    let day = Day(daysSince1970: Int.random(in: 20_400...20_500, using: &random))
    let local =
      LocalDateTime(day: day, hour: Int.random(in: 0...23, using: &random), minute: 30, second: 0)
      ?? LocalDateTime(startOf: day)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .absolute(.date(day))
    case 1:
      return .absolute(
        [.floating(local), .utc(local), .zoned(local, tzid: "America/New_York")].pick(using: &random))
    default:
      let shifts = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        QueryDate.Shift(
          Int.random(in: -40...40, using: &random), QueryDate.Unit.allCases.pick(using: &random))
      }
      let anchor = anchor(&random)
      if anchor != .now, Int.random(in: 0..<4, using: &random) == 0,
        let time = ClockTime(hour: Int.random(in: 0...23, using: &random), minute: 15)
      {
        return .timed(anchor, shifts.filter { $0.unit.seconds == nil }, time)
      }
      return .relative(anchor, shifts)
    }
  }

  private static func anchor(_ random: inout SplitMix64) -> QueryDate.Anchor {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .now
    case 1: return .today
    case 2: return .tomorrow
    case 3: return .yesterday
    case 4: return .weekday(Weekday.allCases.pick(using: &random))
    case 5: return .lastWeekday(Weekday.allCases.pick(using: &random))
    case 6: return .inDays([2, -2].pick(using: &random))
    case 7:
      return .weekdayOf(Weekday.allCases.pick(using: &random), QueryDate.Turn.allCases.pick(using: &random))
    case 8: return .dayOf(.any, .number(Int.random(in: 1...31, using: &random)))
    case 9:
      let month = Int.random(in: 1...12, using: &random)
      return .dayOf(
        .named(month), .number(Int.random(in: 1...Day.daysInMonth(month, year: 2000), using: &random)))
    case 10:
      let day = [
        QueryDate.MonthDay.number(-1),
        .weekday(Weekday.allCases.pick(using: &random), [-1, 1, 2, 3, 4, 5].pick(using: &random)),
      ].pick(using: &random)
      return .dayOf(
        [.any, .named(Int.random(in: 1...12, using: &random)), .turn(.next), .turn(.this)].pick(
          using: &random), day)
    default:
      return .edge(
        isEnd: Bool.random(using: &random), QueryDate.Turn.allCases.pick(using: &random),
        QueryDate.Period.allCases.pick(using: &random))
    }
  }
}
