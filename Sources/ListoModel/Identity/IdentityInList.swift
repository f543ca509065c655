internal import ICalendar

/// The identity of a reminder within its list: its UID, or the hash of its content if it has none, and the
/// RECURRENCE-ID of an override.
public struct IdentityInList: Sendable, Hashable {
  /// The UID; for a reminder without one, the hash of its content (`ContentName`).
  public let uid: String
  /// The RECURRENCE-ID in the form of ``ModelIdentifier/recurrenceID``; nil if there is none that can be
  /// read.
  public let recurrenceID: String?
  /// The UID is its own, not made from its content.
  public let hasUID: Bool

  /// The identity of a reminder.
  ///
  /// - Complexity: linear in its bytes; without a UID it is hashed (SHA-256).
  public init(_ reminder: some ReminderProperties) {
    let written = reminder.uid
    (uid, hasUID) = (written ?? ContentName(reminder.component).description, written != nil)
    recurrenceID = RecurrenceIDText.text(of: reminder)
  }

  /// That of a reminder with this UID that is no override.
  init(uid: String) { (self.uid, recurrenceID, hasUID) = (uid, nil, true) }

  /// Equal for components whose names are; of the others that of any two differs, but for one pair in 2⁶⁴.
  /// The seed is that of the process, as for every hash of a String.
  ///
  /// - Parameters:
  ///   - uid: the raw octets of its UID; empty where it has none.
  ///   - isOverride: it has a RECURRENCE-ID.
  /// - Complexity: linear in the bytes of the UID; without allocation for a plain one.
  static func hash(of component: Component, uid: ArraySlice<UInt8>, isOverride: Bool) -> UInt64 {
    if !isOverride, let hash = hash(plain: uid.span, 0..<uid.count) { return hash }
    let name = IdentityInList(Reminder(component, in: .none))
    guard name.recurrenceID != nil else { return hash(uid: name.uid) }
    return name.word
  }

  /// The same of a reminder with this UID that is no override.
  static func hash(uid: String) -> UInt64 {
    let text = Array(uid.utf8)
    return hash(plain: text.span, text.indices) ?? IdentityInList(uid: uid).word
  }

  /// The same of a name in UTF-8; not 0.
  package static func hash(name: ArraySlice<UInt8>) -> UInt64 {
    hash(plain: name.span, 0..<name.count)
      ?? IdentityInList(uid: String(decoding: name, as: UTF8.self)).word
  }

  private var word: UInt64 {
    var hasher = Hasher()
    hasher.combine(self)
    return UInt64(truncatingIfNeeded: hasher.finalize()) | 1
  }

  /// The same of a reminder with this UID that is no override; nil where the UID is not plain: empty, or not
  /// sure to be the same octets as its text, whichever way that is normalized. By a key of the process, so
  /// that no one can choose UIDs that collide.
  static func hash(plain bytes: Span<UInt8>, _ uid: Range<Int>) -> UInt64? {
    guard !uid.isEmpty, bytes.endOfPlainRun(from: uid.lowerBound, to: uid.upperBound) == uid.upperBound else {
      return nil
    }
    return ByteHash(bytes, uid).word | 1
  }

  /// Compares two identities; a written and a derived UID are equal.
  public static func == (left: IdentityInList, right: IdentityInList) -> Bool {
    left.uid == right.uid && left.recurrenceID == right.recurrenceID
  }

  /// Hashes the parts that ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(uid)
    hasher.combine(recurrenceID)
  }
}

/// A RECURRENCE-ID as the text that identifiers and short names have of it: in RFC 5545's form, a zone behind
/// a space.
enum RecurrenceIDText {
  /// The text of a reminder's RECURRENCE-ID; nil where it has none that can be read.
  static func text(of reminder: some ReminderProperties) -> String? { reminder.recurrenceID.map(text) }

  static func text(_ moment: Moment) -> String {
    guard case .zoned(_, let tzid) = moment else { return moment.iCalendarText }
    return moment.iCalendarText + " " + tzid
  }

  /// The moment that a text names; nil for a text that names none.
  static func moment(_ text: String) -> Moment? {
    let space = text.firstIndex(of: " ")
    let tzid = space.map { String(text[text.index(after: $0)...]) }
    return try? Moment.decode(ArraySlice(text[..<(space ?? text.endIndex)].utf8), tzid: tzid)
  }
}
