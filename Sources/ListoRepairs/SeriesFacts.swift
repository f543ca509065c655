internal import ICalendar
internal import ListoEditing
internal import ListoModel

/// What stands where in an input, as far as one component cannot tell: which UIDs have a master, and whether
/// all is one stored object.
struct SeriesFacts: Sendable {
  /// The components of one UID in one calendar.
  struct Group: Sendable {
    var masters = 0
    var overrides = 0
    /// VTODOs among them.
    var reminders = 0
    /// The line of the first master.
    var firstMaster = 0
    /// The first master, if it repeats.
    private(set) var series: Component?

    /// Takes in one more.
    mutating func take(_ component: Component) {
      if component.first(.recurrenceID) == nil {
        masters += 1
        if masters == 1 {
          firstMaster = component.lineNumber
          if component.kind == .vtodo, RepeatingCompletion.repeats(component) {
            series = Component(Array(component.bytes))
          }
        }
      } else {
        overrides += 1
      }
      if component.kind == .vtodo { reminders += 1 }
    }
  }

  private struct Key: Hashable {
    let calendar: ObjectIdentifier
    let uid: [UInt8]
  }

  private var groups: [Key: Group] = [:]
  private var uids: Set<[UInt8]> = []
  private var nameless = 0

  /// No component was taken in.
  init() {}

  /// - Complexity: O(1).
  mutating func take(_ component: Component, in calendar: Survey.Calendar?) {
    guard Self.counts(component.kind), let calendar else { return }
    guard let uid = component.first(.uid)?.value, !uid.isEmpty else {
      nameless += 1
      return
    }
    let key = Key(calendar: ObjectIdentifier(calendar), uid: Array(uid))
    uids.insert(key.uid)
    var group = groups.removeValue(forKey: key) ?? Group()
    group.take(component)
    groups[key] = group
  }

  /// No component with a UID was taken in.
  var isEmpty: Bool { groups.isEmpty }

  func group(of component: Component, in calendar: Survey.Calendar?) -> Group? {
    guard !isEmpty, Self.counts(component.kind), let calendar, let uid = component.first(.uid)?.value else {
      return nil
    }
    return groups[Key(calendar: ObjectIdentifier(calendar), uid: Array(uid))]
  }

  /// All of the input is of one UID, as a file of a vdir or a resource of a server is.
  var isResource: Bool { uids.count + nameless == 1 }

  /// What becomes of the group of a component that was mended.
  ///
  /// - Returns: nil where the groups of other components may be others now.
  func group(of mended: Component, before: Component, _ group: Group?) -> Group?? {
    guard Self.counts(before.kind) else { return .some(nil) }
    let (old, new) = (before.first(.uid)?.value ?? [], mended.first(.uid)?.value ?? [])
    let isOverride = mended.first(.recurrenceID) != nil
    if old.elementsEqual(new), (before.first(.recurrenceID) != nil) == isOverride { return .some(group) }
    // Made from the content, the UID is nobody else's; and an override that was alone is a reminder alone.
    guard old.isEmpty || old.elementsEqual(new) && group?.masters == 0 && group?.overrides == 1 else {
      return nil
    }
    var alone = Group()
    if !new.isEmpty { alone.take(mended) }
    return .some(alone)
  }

  private static func counts(_ kind: ComponentKind) -> Bool {
    kind == .vtodo || kind == .vevent || kind == .vjournal
  }
}
