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
