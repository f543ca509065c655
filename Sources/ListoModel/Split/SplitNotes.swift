internal import ICalendar

/// The data that a ``SplitSurvey`` needs of a batch and that can be found on any thread.
package struct SplitNotes: Sendable {
  /// A component but a time zone; one that goes to several parts is there as often.
  struct Note: Sendable {
    /// The place of the component in the batch.
    let position: Int
    let flags: SplitSurvey.Flags
    /// The label of its part, in ``SplitNotes/labels``; nil where it gives none, or is not asked.
    let label: Int?
    /// The time zones that it names, in ``SplitNotes/zones``.
    let zones: Int
    /// Nil where families do not matter, or it has no UID.
    let family: Family?
  }

  /// The values that bring families together.
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
  /// The texts of components as they are written, as far as they are plain: most of a collection names few
  /// tags and zones.
  private var plainLabels = KnownTexts()
  private var plainZones = KnownTexts()

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
    (plainLabels, plainZones) = (KnownTexts(), KnownTexts())
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
    case .tag:
      notes.append(
        Note(
          position: position, flags: flags, label: number(ofTag: component, places), zones: zones,
          family: Family(component, places)))
      return
    case .year: names = [way.label(of: component)]
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

  private mutating func number(ofTag component: Component, _ places: [LinePlace]) -> Int? {
    guard let place = places.first(where: { $0.id == .categories }) else { return nil }
    let text = component.firstPlainText(at: place)
    if let text, let known = plainLabels.number(of: text, in: component.placedBytes.span) { return known }
    guard let label = SplitWay.tag.label(of: component) else { return nil }
    let number = number(ofLabel: label)
    if let text { plainLabels.note(component.placedBytes[text], number) }
    return number
  }

  private mutating func number(ofZones component: Component, _ places: [LinePlace]) -> Int {
    let name = ZoneDifferences.plainName(of: component, places)
    if let name, let known = plainZones.number(of: name, in: component.placedBytes.span) { return known }
    let names = ZoneDifferences.names(of: component, places)
    // One component names what the one before it did, mostly nothing.
    let isLast = lastZones.map { zones[$0] == names } ?? false
    let number = isLast ? lastZones ?? 0 : self.number(ofZones: names)
    lastZones = number
    if let name { plainZones.note(component.placedBytes[name], number) }
    return number
  }

  private mutating func number(ofZones names: Set<String>) -> Int {
    if let known = zoneNumbers[names] { return known }
    zoneNumbers[names] = zones.count
    zones.append(names)
    return zones.count - 1
  }
}

/// The numbers of a few texts by their octets, so that no strings are made of those again.
private struct KnownTexts {
  private var known: [(text: [UInt8], number: Int)] = []

  /// More are not looked through.
  private static let most = 16

  func number(of text: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    for entry in known where entry.text.count == text.count {
      if entry.text.span.isSame(text.count, from: 0, as: bytes, from: text.lowerBound) { return entry.number }
    }
    return nil
  }

  mutating func note(_ text: ArraySlice<UInt8>, _ number: Int) {
    if known.count < Self.most { known.append((Array(text), number)) }
  }
}

extension Component {
  /// The indices in its bytes of the first text of a list, where that stands there as it is and says
  /// something; nil for others.
  fileprivate func firstPlainText(at place: LinePlace) -> Range<Int>? {
    guard let value = place.plainValue else { return nil }
    let bytes = placedBytes.span
    let end = bytes.first(0x2C, from: value.lowerBound, to: value.upperBound) ?? value.upperBound
    guard end > value.lowerBound, bytes.first(0x5C, from: value.lowerBound, to: end) == nil else {
      return nil
    }
    return value.lowerBound..<end
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
