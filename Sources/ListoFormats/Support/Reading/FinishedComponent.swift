internal import ICalendar
internal import ListoModel

/// A component as it is written, with the DTSTAMP and the UID that RFC 5545 asks for and its format may not
/// say: all of ``ICalendarOutput/write(_:isVerbatim:)`` for which the component itself is enough, so that any
/// thread can do it.
package struct FinishedComponent: Sendable {
  /// From `BEGIN` to `END`.
  private(set) var bytes: [UInt8]
  /// How many lines these are.
  let lineCount: Int
  /// The line of the input that it was read from; 0 where it is not known.
  let line: Int
  /// The problems with input that could not stand as it was read.
  let problems: [Diagnostic]
  /// The content that its UID was made of; nil where it was given one.
  let content: ContentName?
  /// Where the value of that UID begins.
  private let uidStart: Int
  /// Nothing says when it was made or changed.
  let hasBareStamp: Bool
  /// It has a rule that counts from no date.
  let hasRuleAlone: Bool
  /// It as it was read, where it may not be able to stand in a calendar.
  let refusable: ComponentText?

  /// - Parameter isVerbatim: all of it is given, so that neither UID nor DTSTAMP is added.
  /// - Complexity: O(n log n) in its lines.
  package init(_ component: consuming ComponentText, isVerbatim: Bool = false) {
    self.init(taking: &component, isVerbatim: isVerbatim)
  }

  /// The same of a component whose bytes are taken out, and not copied.
  init(taking component: inout ComponentText, isVerbatim: Bool = false) {
    line = component.line
    refusable = component.kind == .vcalendar || component.holdsTop ? copy component : nil
    var (content, uidStart, hasBareStamp) = (nil as ContentName?, 0, false)
    let hasRule = component.has(.rrule)
    if !isVerbatim, Self.isCompleted(component.kind) {
      // The UID and the DTSTAMP follow from what the format says, in whatever form iCalendar has it.
      let lacksUID = !component.has(.uid)
      let saysWhen = !component.has(.dtstamp) && (component.has(.lastModified) || component.has(.created))
      let given = lacksUID || saysWhen ? component.component : nil
      component.standardize()
      if lacksUID, let given {
        let name = ContentName(given)
        component.raw(.uid, ContentUIDs.uid(of: name, count: 1)[...])
        (content, uidStart) = (name, component.ownCount - Self.uidCount - 2)
      }
      if !component.has(.dtstamp) {
        let stamp = saysWhen ? given.flatMap(Self.stamp) : nil
        hasBareStamp = stamp == nil
        component.moment(.dtstamp, stamp ?? .utc(LocalDateTime(startOf: Day(daysSince1970: 0))))
      }
    }
    (self.content, self.uidStart, self.hasBareStamp) = (content, uidStart, hasBareStamp)
    problems = component.problems
    hasRuleAlone = hasRule && !component.has(.rrule)
    let bytes = component.takeBytes()
    (self.bytes, lineCount) = (bytes, bytes.span.lineFeedCount)
  }

  /// A UUID as text.
  private static let uidCount = 36

  private static func isCompleted(_ kind: ComponentKind) -> Bool {
    switch kind {
    case .vtodo, .vevent, .vjournal, .vfreebusy: true
    default: false
    }
  }

  /// When it was changed, else made, where that is UTC.
  private static func stamp(of content: Component) -> Moment? {
    for id in [PropertyID.lastModified, .created] {
      if case .utc(let time)? = try? content.first(id)?.moment() { return .utc(time) }
    }
    return nil
  }

  /// Gives it the UID of content that was met before.
  mutating func number(_ count: Int) {
    guard let content else { return }
    let uid = ContentUIDs.uid(of: content, count: count)
    bytes.replaceSubrange(uidStart..<uidStart + Self.uidCount, with: uid)
  }

  /// Its UID, as others name it.
  var uid: String {
    guard content == nil else {
      return String(decoding: bytes[uidStart..<uidStart + Self.uidCount], as: UTF8.self)
    }
    return Component(bytes)?.first(.uid)?.text ?? ""
  }
}

/// The UIDs of what has none in its format: by its content, so that a newer export of it gives the same ones.
struct ContentUIDs {
  /// How often each content was met.
  private var met: [(content: ContentName, count: Int)] = []
  /// The indices of these, from 1 on, each where its hash leads to or behind; 0 for none. Names are hashes
  /// already, which need no other than by a number that no file can know.
  private var slots = [UInt32](repeating: 0, count: 1024)
  private let key = UInt64.random(in: .min ... .max) | 1

  /// Notes that a content was met.
  ///
  /// - Returns: 1 for the first time: content that stands twice in a file is two reminders.
  mutating func meet(_ content: ContentName) -> Int {
    let slot = self.slot(of: content)
    guard slots[slot] == 0 else {
      let index = Int(slots[slot]) - 1
      met[index].count += 1
      return met[index].count
    }
    met.append((content, 1))
    slots[slot] = UInt32(truncatingIfNeeded: met.count)
    if met.count * 2 > slots.count { grow() }
    return 1
  }

  /// Where a content stands, or would.
  private func slot(of content: ContentName) -> Int {
    var slot = Int(
      truncatingIfNeeded: (content.leadingBits &* key) >> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[slot] != 0, met[Int(slots[slot]) - 1].content != content {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for index in met.indices {
      slots[slot(of: met[index].content)] = UInt32(truncatingIfNeeded: index + 1)
    }
  }

  /// The UID of content.
  ///
  /// - Parameter count: as ``meet(_:)`` has it.
  /// - Returns: it in ASCII.
  static func uid(of content: ContentName, count: Int) -> [UInt8] {
    UUIDv5.text(name: count > 1 ? content.digits + "~\(count)".utf8 : content.digits)
  }
}
