internal import ICalendar

/// What a ``SplitSurvey`` needs of a batch and what can be found on any thread.
package struct SplitNotes: Sendable {
  /// A component but a time zone; one that goes to several parts is there as often.
  struct Note: Sendable {
    /// The place of the component in the batch.
    let position: Int
    let flags: SplitSurvey.Flags
    /// What it says of its part, in ``SplitNotes/labels``; nil where it says nothing, or is not asked.
    let label: Int?
    /// The time zones that it names, in ``SplitNotes/zones``.
    let zones: Int
    /// Nil where families do not matter, or it has no UID.
    let family: Family?
  }

  /// What brings families together.
  struct Family: Sendable {
    /// The hash of the UID as it is written.
    let uid: ByteHash
    let isMaster: Bool
    /// The hash of the parent's UID as it would be written.
    let parent: ByteHash?
  }

  let batch: SurveyedBatch
  private(set) var notes: [Note] = []
  /// Each once.
  private(set) var labels: [String] = []
  private(set) var zones: [Set<String>] = []
  private var labelNumbers: [String: Int] = [:]
  private var zoneNumbers: [Set<String>: Int] = [:]

  /// - Complexity: linear in the batch's bytes.
  package init(_ batch: SurveyedBatch, by way: SplitWay) {
    self.batch = batch
    var places: [LinePlace] = []
    for position in batch.batch.indices {
      guard case .component(let kind) = batch.batch.kind(at: position), kind != .vtimezone,
        let component = batch.batch.component(at: position)
      else { continue }
      take(component, position, by: way, zones: number(ofZones: component, &places))
    }
    (labelNumbers, zoneNumbers) = ([:], [:])
  }

  private mutating func take(_ component: Component, _ position: Int, by way: SplitWay, zones: Int) {
    var flags: SplitSurvey.Flags = component.kind == .vtodo ? .reminder : []
    if component.returnsEndLines { flags.insert([.returnsEndLines, .rewritten]) }
    if !component.standsAlone { flags.insert(.rewritten) }
    var names: [String?] = [nil]
    switch way {
    case .list, .source: break
    case .tag, .year: names = [way.label(of: component)]
    case .uid:
      let uid = component.first(.uid)?.text ?? ""
      names = [uid.isEmpty ? component.derivedUID : uid]
    case .origin:
      let origins = ComponentOrigin.names(of: component)
      if !origins.isEmpty {
        names = origins
        flags.insert(.rewritten)
      }
    }
    let family = way.keepsFamilies ? Family(component) : nil
    for name in names {
      notes.append(
        Note(
          position: position, flags: flags, label: name.map { number(ofLabel: $0) }, zones: zones,
          family: family))
    }
  }

  private mutating func number(ofLabel label: String) -> Int {
    if let known = labelNumbers[label] { return known }
    labelNumbers[label] = labels.count
    labels.append(label)
    return labels.count - 1
  }

  /// - Parameter places: room that is used again and again.
  private mutating func number(ofZones component: Component, _ places: inout [LinePlace]) -> Int {
    component.places(into: &places)
    // Most name none, which their lines show.
    let mayNameSome = component.hasChildren || places.contains(where: \.hasParameters)
    let names = mayNameSome ? ZoneDifferences.names(of: component) : []
    if let known = zoneNumbers[names] { return known }
    zoneNumbers[names] = zones.count
    zones.append(names)
    return zones.count - 1
  }
}

extension SplitNotes.Family {
  /// Nil without a UID.
  fileprivate init?(_ component: Component) {
    guard let uid = component.first(.uid)?.value, !uid.isEmpty else { return nil }
    self.uid = ByteHash(uid)
    isMaster = component.first(.recurrenceID) == nil
    let parent = component.kind == .vtodo ? Reminder(component, in: .none).parent : nil
    self.parent = parent.map { ByteHash(Array(TextValue.encode($0))[...]) }
  }
}
