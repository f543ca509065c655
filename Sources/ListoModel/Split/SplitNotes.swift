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
  private var lastZones: Int?

  /// - Complexity: linear in the batch's bytes.
  package init(_ batch: SurveyedBatch, by way: SplitWay) {
    self.batch = batch
    var places: [LinePlace] = []
    for position in batch.batch.indices {
      guard case .component(let kind) = batch.batch.kind(at: position), kind != .vtimezone,
        let component = batch.batch.component(at: position)
      else { continue }
      component.places(into: &places)
      take(component, places, position, by: way)
    }
    (labelNumbers, zoneNumbers) = ([:], [:])
  }

  private mutating func take(
    _ component: Component, _ places: [LinePlace], _ position: Int, by way: SplitWay
  ) {
    let zones = number(ofZones: component, places)
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
    let family = way.keepsFamilies ? Family(component, places) : nil
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

  private mutating func number(ofZones component: Component, _ places: [LinePlace]) -> Int {
    let names = ZoneDifferences.names(of: component, places)
    // One component names what the one before it did, mostly nothing.
    if let last = lastZones, zones[last] == names { return last }
    let number = number(ofZones: names)
    lastZones = number
    return number
  }

  private mutating func number(ofZones names: Set<String>) -> Int {
    if let known = zoneNumbers[names] { return known }
    zoneNumbers[names] = zones.count
    zones.append(names)
    return zones.count - 1
  }
}

extension SplitNotes.Family {
  /// Nil without a UID.
  ///
  /// - Parameter places: of the component's own lines.
  fileprivate init?(_ component: Component, _ places: [LinePlace]) {
    guard let place = places.first(where: { $0.id == .uid }) else { return nil }
    if let value = place.plainValue {
      guard !value.isEmpty else { return nil }
      uid = ByteHash(component.placedBytes.span, value)
    } else {
      let value = component.property(at: place).value
      guard !value.isEmpty else { return nil }
      uid = ByteHash(value)
    }
    isMaster = !places.contains { $0.id == .recurrenceID }
    let mayHaveParent = component.kind == .vtodo && places.contains { $0.id == .relatedTo }
    let parent = mayHaveParent ? Reminder(component, in: .none).parent : nil
    self.parent = parent.map { ByteHash(Array(TextValue.encode($0))[...]) }
  }
}
