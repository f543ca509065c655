internal import ICalendar
internal import ListoModel

/// The fields of a reminder by the places of their values in bytes: the form in which they come to who writes
/// rows and lines.
///
/// It is filled by the places of a component's lines (``FieldReader``), of a row's cells (``CSVRow``) or of a
/// task's attributes, as most are, without a text or a value for any of them; or from ``ReminderFields``,
/// whatever these hold.
struct FieldPlaces: Sendable {
  /// A bit for each field that is there, by its position.
  private var present: UInt32 = 0
  private var values = InlineArray<32, Range<UInt32>>(repeating: 0..<0)
  private var moments = InlineArray<8, DigitMoment>(repeating: DigitMoment(.date(Day(daysSince1970: 0))))
  private var zones = InlineArray<8, Range<UInt32>>(repeating: 0..<0)
  /// They have no escapes, whatever other values have.
  private(set) var tags: [Range<Int>] = []
  /// The words of alarms, in the form of ``AlarmText``, in ``own``.
  private(set) var alarms: [Range<Int>] = []
  /// The bytes of values that are in no line: the words of alarms, the names of zones. For fields that were
  /// taken in as values, the bytes of all of them.
  private(set) var own: [UInt8] = []
  /// TEXT has its escapes still (RFC 5545 §3.3.11).
  private(set) var isEscaped = false
  /// STATUS; where there is none what else says it.
  private(set) var status = Status.needsAction

  /// - Parameter room: so many bytes ``own`` may have.
  init(room: Int = 0) {
    if room > 0 { own.reserveCapacity(room) }
  }

  @inline(__always)
  func has(_ id: FieldID) -> Bool { present & 1 << UInt32(id.position) != 0 }

  /// The number of elements.
  var count: Int { present.nonzeroBitCount }

  /// Where the value of a text or a number stands; empty for none, and for other fields.
  @inline(__always)
  subscript(id: FieldID) -> Range<Int> {
    guard has(id) else { return 0..<0 }
    let place = values[id.position]
    return Int(place.lowerBound)..<Int(place.upperBound)
  }

  /// A time, without its zone.
  @inline(__always)
  func moment(_ id: FieldID) -> DigitMoment? { has(id) ? moments[Self.slot(id)] : nil }

  /// Where the name of a time's zone stands in ``own``; empty for none.
  @inline(__always)
  func zone(_ id: FieldID) -> Range<Int> {
    guard has(id) else { return 0..<0 }
    let place = zones[Self.slot(id)]
    return Int(place.lowerBound)..<Int(place.upperBound)
  }

  /// The value of a field stands as a TEXT with its escapes.
  @inline(__always)
  func isEscaped(_ id: FieldID) -> Bool { isEscaped && ReminderFields.isDecoded(id) }

  /// Of a field that is a time its place among such.
  @inline(__always)
  private static func slot(_ id: FieldID) -> Int {
    switch id {
    case .due: 0
    case .start: 1
    case .completed: 2
    case .created: 3
    case .modified: 4
    case .stamp: 5
    case .recurrenceID: 6
    default: 7
    }
  }

  // MARK: Values

  /// A whole number.
  func integer(_ id: FieldID, _ bytes: Span<UInt8>) -> Int? {
    has(id) ? bytes.integer(self[id]) : nil
  }

  /// A text, decoded.
  func text(_ id: FieldID, _ bytes: Span<UInt8>) -> String? {
    guard has(id) else { return nil }
    return bytes.text(self[id], isText: isEscaped(id))
  }

  /// A text that has no escapes.
  static func text(_ bytes: Span<UInt8>, _ place: Range<Int>) -> String {
    bytes.text(place, isText: false)
  }

  /// The status that the other fields imply where there is no STATUS, as ``ReminderFields/impliedStatus``.
  func impliedStatus(_ bytes: Span<UInt8>) -> Status {
    Quirks.status(hasCompleted: has(.completed), percent: integer(.percent, bytes))
  }

  /// DTSTAMP is that of ``ReminderFields/impliedStamp``.
  var hasImpliedStamp: Bool { impliedStamp.map { moment(.stamp) == $0 } ?? false }

  private var impliedStamp: DigitMoment? {
    if let modified = moment(.modified), modified.isUTC { return modified }
    if let created = moment(.created), created.isUTC { return created }
    return nil
  }

  /// Adds a DTSTAMP where there is none and another field says one.
  mutating func addImpliedStamp() {
    if !has(.stamp), let impliedStamp { set(.stamp, impliedStamp) }
  }

  // MARK: Taking in

  /// Has no field any more.
  ///
  /// - Parameter isEscaped: the TEXTs that come have their escapes.
  mutating func removeAll(isEscaped: Bool) {
    (present, self.isEscaped) = (0, isEscaped)
    if !tags.isEmpty { tags.removeAll(keepingCapacity: true) }
    if !alarms.isEmpty { alarms.removeAll(keepingCapacity: true) }
    if !own.isEmpty { own.removeAll(keepingCapacity: true) }
  }

  /// Has one field less.
  mutating func remove(_ id: FieldID) {
    present &= ~(1 << UInt32(id.position))
    switch id {
    case .tags: tags.removeAll(keepingCapacity: true)
    case .alarms: alarms.removeAll(keepingCapacity: true)
    default: break
    }
  }

  @inline(__always)
  private mutating func mark(_ id: FieldID) { present |= 1 << UInt32(id.position) }

  @inline(__always)
  private static func short(_ place: Range<Int>) -> Range<UInt32> {
    UInt32(truncatingIfNeeded: place.lowerBound)..<UInt32(truncatingIfNeeded: place.upperBound)
  }

  @inline(__always)
  mutating func set(_ id: FieldID, _ place: Range<Int>) {
    mark(id)
    values[id.position] = Self.short(place)
  }

  @inline(__always)
  mutating func set(_ id: FieldID, _ moment: DigitMoment) {
    mark(id)
    moments[Self.slot(id)] = moment
    zones[Self.slot(id)] = 0..<0
  }

  /// Sets the zone of a time that is there.
  mutating func set(_ id: FieldID, zone: String) { zones[Self.slot(id)] = Self.short(keep(zone.utf8)) }

  /// The same for the name in a part of bytes.
  mutating func set(_ id: FieldID, zone bytes: Span<UInt8>, _ place: Range<Int>) {
    zones[Self.slot(id)] = Self.short(keep(bytes, place))
  }

  /// Sets what is said by STATUS, or without it.
  mutating func set(_ status: Status, isWritten: Bool) {
    self.status = status
    if isWritten { mark(.status) }
  }

  mutating func add(tag: Range<Int>) {
    mark(.tags)
    tags.append(tag)
  }

  /// Adds an alarm by its word, which stands in ``own``.
  mutating func add(alarm: Range<Int>) {
    mark(.alarms)
    alarms.append(alarm)
  }

  /// Appends to ``own``, and returns where it stands there.
  mutating func keep(_ bytes: some Collection<UInt8>) -> Range<Int> {
    let start = own.count
    own += bytes
    return start..<own.count
  }

  /// The same for a part of bytes.
  mutating func keep(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Range<Int> {
    let start = own.count
    own.append(addingCapacity: place.count) { $0.append(bytes, place) }
    return start..<own.count
  }

  /// Takes in fields, in the place of the last ones: their bytes are then ``own``.
  ///
  /// - Parameter status: what is said where they have no STATUS.
  mutating func take(_ fields: ReminderFields, status: Status) {
    removeAll(isEscaped: false)
    set(status, isWritten: false)
    for id in FieldID.allCases {
      if let value = fields[id] { set(id, value) { $0.keep($1) } }
    }
  }

  /// Sets a field to a value.
  ///
  /// - Parameter put: puts a text, or the digits of a number, where the other values stand, and says where
  ///   that is.
  mutating func set(
    _ id: FieldID, _ value: FieldValue, _ put: (inout FieldPlaces, String.UTF8View) -> Range<Int>
  ) {
    switch value {
    case .text(let word) where id == .status: set(Status(Array(word.utf8)[...]), isWritten: true)
    case .text(let text): set(id, put(&self, text.utf8))
    case .integer(let number): set(id, put(&self, String(number).utf8))
    case .moment(let moment): set(id, moment)
    case .texts(let texts):
      for text in texts {
        if id == .alarms { add(alarm: keep(text.utf8)) } else { add(tag: put(&self, text.utf8)) }
      }
    }
  }

  /// Sets a time, and its zone.
  mutating func set(_ id: FieldID, _ moment: Moment) {
    set(id, DigitMoment(moment))
    if case .zoned(_, let tzid) = moment { set(id, zone: tzid) }
  }
}
