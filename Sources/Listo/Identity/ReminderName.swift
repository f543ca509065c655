internal import ICalendar

/// What names a reminder within its list: its UID, or the hash of its content where it has none, and the occurrence that it
/// overrides.
struct ReminderName: Hashable {
  let uid: String
  /// RECURRENCE-ID in RFC 5545's form, a zone behind a space; nil where there is none that can be read.
  let recurrenceID: String?
  /// The UID is its own, not made from its content.
  let hasUID: Bool

  init(_ reminder: Reminder) {
    let written = reminder.uid
    (uid, hasUID) = (written ?? CanonicalContent.hash(of: reminder.component), written != nil)
    recurrenceID = reminder.recurrenceID.map(Self.text)
  }

  private static func text(_ moment: Moment) -> String {
    guard case .zoned(_, let tzid) = moment else { return moment.iCalendarText }
    return moment.iCalendarText + " " + tzid
  }

  /// Equal for components whose names are; of the others that of any two differs, but for one pair in 2⁶⁴. The seed is that of
  /// the process, as for every hash of a String.
  ///
  /// - Parameters:
  ///   - uid: the raw octets of its UID; empty where it has none.
  ///   - isOverride: it has a RECURRENCE-ID.
  /// - Complexity: linear in the bytes of the UID; without allocation for a plain one.
  static func hash(of component: Component, uid: ArraySlice<UInt8>, isOverride: Bool) -> UInt64 {
    guard !isOverride && isPlain(uid) else {
      let name = ReminderName(Reminder(component, in: .none))
      if name.recurrenceID == nil, isPlain(Array(name.uid.utf8)[...]) { return hash(plain: name.uid.utf8) }
      var hasher = Hasher()
      hasher.combine(name)
      return UInt64(truncatingIfNeeded: hasher.finalize()) | 1
    }
    return hash(plain: uid)
  }

  /// Not empty, and the same octets as its text, whichever way that is normalized.
  private static func isPlain(_ uid: ArraySlice<UInt8>) -> Bool {
    !uid.isEmpty && uid.allSatisfy { $0 < 0x80 && $0 != 0x5C }
  }

  private static func hash(plain uid: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in uid { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash ^ (hash >> 29) | 1
  }

  // Whether a UID was written does not change the name.
  static func == (left: ReminderName, right: ReminderName) -> Bool {
    left.uid == right.uid && left.recurrenceID == right.recurrenceID
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(uid)
    hasher.combine(recurrenceID)
  }
}
