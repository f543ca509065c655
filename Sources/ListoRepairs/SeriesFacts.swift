internal import ICalendar
internal import ListoEditing
internal import ListoModel

/// Which components of an input share a UID, as far as one component cannot tell: those of overridden and
/// repeated UIDs.
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

    /// Counts one more component.
    mutating func add(_ component: Component) {
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

  fileprivate struct Key: Hashable {
    let calendar: ObjectIdentifier
    let uid: [UInt8]
  }

  private var groups: [Key: Group] = [:]
  /// The UIDs of reminders that are grouped: those of others stand alone.
  private let shared: Set<ArraySlice<UInt8>>

  /// The facts of an input whose survey is done, before ``add(_:)``.
  init(_ survey: Survey) {
    shared = Set(survey.overriddenUIDs.union(survey.repeatedUIDs).map { $0[...] })
  }

  /// A component that belongs to a group.
  struct Part: Sendable {
    fileprivate let component: Component
    fileprivate let key: Key
  }

  /// The components of a batch that belong to groups.
  ///
  /// - Complexity: linear in the batch's lines.
  func parts(of batch: SurveyedBatch) -> [Part] {
    let lines = shared.isEmpty ? nil : batch.batch.walk(Self.selection)
    var (row, parts): (Int, [Part]) = (0, [])
    batch.forEachIndex { index, calendar, _ in
      guard case .component(let kind) = batch.batch.kind(at: index) else { return }
      if kind == .vtodo {
        defer { row += 1 }
        guard let lines else { return }
        if let uid = lines.place(.uid, row: row)?.plainValue, !shared.contains(batch.batch.bytes[uid]) {
          return
        }
      }
      guard Self.counts(kind), let calendar, let component = batch.batch.component(at: index),
        let uid = component.first(.uid)?.value, !uid.isEmpty, kind != .vtodo || shared.contains(uid)
      else { return }
      let key = Key(calendar: ObjectIdentifier(calendar), uid: Array(uid))
      parts.append(Part(component: component.detached(), key: key))
    }
    return parts
  }

  private static let selection = PropertySelection([.uid])

  /// Counts the parts of the next batch.
  mutating func add(_ parts: [Part]) {
    for part in parts { groups[part.key, default: Group()].add(part.component) }
  }

  /// No component belongs to a group.
  var isEmpty: Bool { groups.isEmpty }

  func group(of component: Component, in calendar: Survey.Calendar?) -> Group? {
    guard !isEmpty, Self.counts(component.kind), let calendar, let uid = component.first(.uid)?.value else {
      return nil
    }
    return groups[Key(calendar: ObjectIdentifier(calendar), uid: Array(uid))]
  }

  /// The group of a component after it was mended.
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
    if !new.isEmpty { alone.add(mended) }
    return .some(alone)
  }

  private static func counts(_ kind: ComponentKind) -> Bool {
    kind == .vtodo || kind == .vevent || kind == .vjournal
  }
}
