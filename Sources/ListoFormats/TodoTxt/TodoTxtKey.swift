internal import ICalendar
internal import ListoModel

/// The `key:value` words that Listo writes and understands. Any other such word is part of the text.
///
/// `due`, `t`, `rec`, `pri`, `id`, `uid` and `p` are those that other programs know (SimpleTask, topydo,
/// QTodoTxt, sleek); the date of `due` and `t` stands alone, so that they can read it, its time and zone in
/// words of their own.
enum TodoTxtKey: String, CaseIterable {
  case due, dueTime = "due-time", dueZone = "due-zone"
  case start = "t", startTime = "t-time", startZone = "t-zone"
  case completed = "done", completedTime = "done-time", completedZone = "done-zone"
  case created, createdTime = "created-time", createdZone = "created-zone"
  case rec, rrule, priority = "pri", id, uid, parent = "p", notes = "note", status, percent, url
  case location = "loc", geo, classification = "class", order, sequence = "seq", modified, stamp,
    recurrenceID = "occurrence"
  case alarm, title
  /// There is no STATUS, and this is what other fields say.
  case implied

  /// The field that it holds; nil for those that say more of another, or stand in a place of their own.
  var field: FieldID? {
    switch self {
    case .uid: .uid
    case .parent: .parent
    case .notes: .notes
    case .percent: .percent
    case .url: .url
    case .location: .location
    case .geo: .geo
    case .classification: .classification
    case .order: .order
    case .sequence: .sequence
    case .modified: .modified
    case .stamp: .stamp
    case .recurrenceID: .recurrenceID
    case .due: .due
    case .start: .start
    case .completed: .completed
    case .created: .created
    default: nil
    }
  }

  /// The words that hold a date, its time and its zone.
  struct Moments {
    let id: FieldID
    let day, time, zone: TodoTxtKey
  }

  static let moments = [
    Moments(id: .due, day: .due, time: .dueTime, zone: .dueZone),
    Moments(id: .start, day: .start, time: .startTime, zone: .startZone),
    Moments(id: .completed, day: .completed, time: .completedTime, zone: .completedZone),
    Moments(id: .created, day: .created, time: .createdTime, zone: .createdZone),
  ]

  /// Those that hold a field by themselves, in their order.
  static let others: [(key: TodoTxtKey, id: FieldID)] = allCases.compactMap { key in
    guard let id = key.field, !moments.contains(where: { $0.id == id }) else { return nil }
    return (key, id)
  }

  /// `key:value`, percent-encoded.
  func word(_ value: String) -> String { rawValue + ":" + PercentEncoding.encode(value, besides: 0x3A) }

  /// A decoded value is one of this key; any other stays in the text.
  func accepts(_ value: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .due, .start, .completed, .created: Day(iso: value) != nil
    case .dueTime, .startTime, .completedTime, .createdTime:
      TodoTxtMoment.moment(Day(daysSince1970: 0), time: value, zone: nil) != nil
    case .rec: TodoTxtRecurrence.rule(String(decoding: value, as: UTF8.self)) != nil
    case .status: FieldCodec.status(String(decoding: value, as: UTF8.self)) != nil
    case .priority:
      TodoTxtTask.integer(value).map { FieldCodec.fits(.priority, $0) } ?? false
        || value.count == 1 && value.allSatisfy { (0x41...0x5A).contains($0) }
    case .id: TodoTxtKept.isIdentifier(value)
    case .alarm: AlarmText.parse(String(decoding: value, as: UTF8.self)) != nil
    case .implied: Self.impliedStatuses.contains { value.elementsEqual($0) }
    default:
      switch field?.type {
      // Any text is one.
      case nil, .text: true
      default: field.map { TodoTxtTask.value(value, of: $0) != nil } ?? true
      }
    }
  }

  private static let impliedStatuses = ["needs-action", "in-process", "completed"].map { Array($0.utf8) }

  private static let byName = KeyTable(allCases.map { ($0.rawValue, $0) })
  private static let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0

  /// The key and the decoded value of a word; nil where it is none that is known, or has no value.
  static func parse(_ word: ArraySlice<UInt8>) -> (key: TodoTxtKey, value: ArraySlice<UInt8>)? {
    let bytes = word.span
    guard let colon = bytes.first(0x3A, from: 0, to: min(bytes.count, longest + 1)), colon + 1 < bytes.count,
      let key = byName[bytes, 0..<colon],
      let value = PercentEncoding.bytes(decoding: word[(word.startIndex + colon + 1)...])
    else { return nil }
    return (key, value)
  }
}

/// The values behind keys, decoded: of all keys a line has some ten.
struct TodoTxtValues {
  private var keys: [TodoTxtKey] = []
  private var values: [ArraySlice<UInt8>] = []

  /// - Parameter count: how many there may be.
  init(atMost count: Int) {
    let count = min(count, TodoTxtKey.allCases.count)
    keys.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  func has(_ key: TodoTxtKey) -> Bool { keys.contains(key) }

  subscript(key: TodoTxtKey) -> ArraySlice<UInt8>? {
    for index in keys.indices where keys[index] == key { return values[index] }
    return nil
  }

  func text(_ key: TodoTxtKey) -> String? { self[key].map { String(decoding: $0, as: UTF8.self) } }

  /// Sets the value of a key that has none.
  mutating func add(_ key: TodoTxtKey, _ value: ArraySlice<UInt8>) {
    keys.append(key)
    values.append(value)
  }
}

/// A moment in one word, and in the three words of a date, a time and a zone.
enum TodoTxtMoment {
  /// `20261201`, `20261201T101500`, `20261201T101500Z`, `20261201T101500/Europe/Berlin`.
  static func parse(_ bytes: ArraySlice<UInt8>) -> Moment? {
    guard let stroke = bytes.firstIndex(of: 0x2F) else { return try? Moment.decode(bytes) }
    let zone = String(decoding: bytes[(stroke + 1)...], as: UTF8.self)
    guard let moment = try? Moment.decode(bytes[..<stroke], tzid: zone), case .zoned = moment else {
      return nil
    }
    return moment
  }

  /// - Parameters:
  ///   - time: `101500` or `101500Z`.
  static func moment(_ day: Day, time: ArraySlice<UInt8>?, zone: String?) -> Moment? {
    guard let time else { return .date(day) }
    let bytes = time.span
    guard bytes.count == 6 || bytes.count == 7 && bytes[6] == 0x5A else { return nil }
    var pairs = (hour: 0, minute: 0, second: 0)
    for index in 0..<6 {
      let digit = Int(bytes[index] &- 0x30)
      guard digit < 10 else { return nil }
      switch index {
      case 0, 1: pairs.hour = pairs.hour * 10 + digit
      case 2, 3: pairs.minute = pairs.minute * 10 + digit
      default: pairs.second = pairs.second * 10 + digit
      }
    }
    guard let local = LocalDateTime(day: day, hour: pairs.hour, minute: pairs.minute, second: pairs.second)
    else { return nil }
    if bytes.count == 7 { return .utc(local) }
    guard let zone, !zone.isEmpty else { return .floating(local) }
    return .zoned(local, tzid: zone)
  }
}
