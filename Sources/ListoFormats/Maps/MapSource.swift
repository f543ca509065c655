internal import ListoModel

/// The place of a field's value in a record, and its form there.
struct MapSource: Sendable {
  /// The other records in which the value is looked up: `{ key = "idList", in = "$.lists[*]", on = "id",
  /// take = "name" }`.
  struct Join: Sendable {
    /// The path of the records in the document.
    let records: MapPath
    /// The key in them that equals the value of this record.
    let on: MapPath
  }

  /// The part of a text that counts.
  enum Part: Sendable {
    /// The first of several parts; nothing of a text that is one part.
    case firstOf(String)
    case lastOf(String)
    /// Nothing of a text that is one part.
    case allButLastOf(String)
    /// The text before the first of these.
    case before([String])
  }

  /// The kind of a date that is a number, or the order of its numbers.
  enum DateKind: Sendable, Hashable {
    case seconds, milliseconds, microseconds
    case order(DateOrder)

    init?(_ word: String) {
      switch word {
      case "seconds": self = .seconds
      case "milliseconds": self = .milliseconds
      case "microseconds": self = .microseconds
      default:
        guard let order = DateOrder(rawValue: word) else { return nil }
        self = .order(order)
      }
    }
  }

  /// The test whether a date is a whole day.
  enum DayTest: Sendable {
    case always
    /// A time at midnight is a day.
    case midnight
    /// A time with no seconds is a day, and the seconds of another one say nothing.
    case noSeconds
    /// The value of a key is true, or for `timed` is not.
    case flag(MapPath, means: Bool)
  }

  /// The paths of the value, the most preferred one first.
  var keys: [MapPath] = []
  var join: Join?
  /// Only the objects count of which all of these hold.
  var filter: [MapForm.Condition] = []
  /// The value in each object that was found, the most preferred path first.
  var take: [MapPath] = []
  /// The values that words stand for, by the words in small letters; `*` stands for any other word.
  var words: [String: String] = [:]
  /// Texts that mean no value, besides those of the map.
  var none: Set<String> = []
  var date: DateKind?
  var day: DayTest?
  /// The time of day that belongs to a date.
  var clock: MapPath?
  /// The name of the zone of a time.
  var zone: MapPath?
  /// The value counts only where all of these hold.
  var conditions: [MapForm.Condition] = []
  /// The separator of several texts.
  var split: String?
  var part: Part?
  /// The characters that stand for a line break.
  var lineBreak: String?
  /// The factor of a number.
  var factor: Int?
  /// The unit of an alarm that is a number of units before the reminder: its seconds.
  var secondsBefore: Int?
  /// A duration counts from the due date, even if there is a start date; nil if the map does not say so. A
  /// number of units then counts from the due date, and another duration from the start date.
  var isFromDue: Bool?
  var rule: MapRule?

  init(_ path: MapPath) { keys = [path] }

  init() {}

  /// The paths that lead into the record.
  var paths: [MapPath] {
    keys + [clock, zone].compactMap { $0 } + conditions.map(\.path)
      + (keys.isEmpty ? rule?.paths ?? [] : [])
      + [day].compactMap { if case .flag(let path, _)? = $0 { path } else { nil } }
  }

  /// The paths of the values that count, through the objects to which the keys lead.
  var usedPaths: [[MapPath.Step]] {
    let inner = join == nil ? take + filter.map(\.path) + (rule?.paths ?? []) : []
    let own = paths.filter { $0.origin == .record }.map(\.steps)
    guard !keys.isEmpty, !inner.isEmpty else { return own }
    let outer = keys.filter { $0.origin == .record }
    return own.filter { steps in !outer.contains { $0.steps == steps } }
      + outer.flatMap { key in inner.map { key.steps + $0.steps } }
  }
}
