internal import ICalendar

/// The changes of a patch to a list's own lines.
struct PatchLines: Sendable {
  struct Line: Sendable {
    let name: String
    let canonical: [UInt8]
    let unfolded: [UInt8]

    var told: MergeDecision.Line { MergeDecision.Line(path: [], octets: unfolded) }
  }

  /// The outcome for the lines of the collection.
  struct Outcome: Sendable {
    /// By their canonical form.
    fileprivate var removed: Set<[UInt8]> = []
    fileprivate var added: [Line] = []
    /// By property: version 0 is the collection's, 1 the patch's.
    var fields: [FieldDecision] = []

    var isChange: Bool { !removed.isEmpty || !added.isEmpty }
  }

  private let removed: [Line]
  private let added: [Line]
  /// The canonical forms of the lines that both sides of the patch have.
  private let kept: Set<[UInt8]>
  private let preference: MergePreference

  init(base: [[UInt8]], theirs: [[UInt8]], _ preference: MergePreference) {
    let (was, now) = (Self.read(base), Self.read(theirs))
    let (old, new) = (Set(was.map(\.canonical)), Set(now.map(\.canonical)))
    removed = was.filter { !new.contains($0.canonical) }
    added = now.filter { !old.contains($0.canonical) }
    kept = old.intersection(new)
    self.preference = preference
  }

  /// The properties that a vdir keeps beside its files, or in its name.
  static let metadata: Set<String> = [
    "NAME", "X-WR-CALNAME", "COLOR", "X-APPLE-CALENDAR-COLOR", "UID", "X-WR-RELCALID",
  ]

  /// The properties for which a vdir has no place.
  var otherNames: Set<String> { Set((removed + added).map(\.name)).subtracting(Self.metadata) }

  static func read(_ lines: [[UInt8]]) -> [Line] {
    CollectionMetadata.header(lines).map { read($0.properties) } ?? []
  }

  static func read(_ properties: some Sequence<Property>) -> [Line] {
    properties.map {
      Line(name: $0.name, canonical: CanonicalLine.bytes(of: $0), unfolded: Array($0.unfolded))
    }
  }

  /// Decides property by property. A calendar has no stamps that say which version is newer: what was changed
  /// on both sides stays, unless theirs is preferred.
  func decide(_ ours: [Line]) -> Outcome {
    var outcome = Outcome()
    var taken: Set<[UInt8]> = []
    var seen: Set<String> = []
    for name in (removed + added).map(\.name) where seen.insert(name).inserted {
      decide(name, ours.filter { $0.name == name }, &outcome, &taken)
    }
    outcome.added = added.filter { taken.contains($0.canonical) }
    return outcome
  }

  private func decide(
    _ name: String, _ ours: [Line], _ outcome: inout Outcome, _ taken: inout Set<[UInt8]>
  ) {
    let was = Set(removed.filter { $0.name == name }.map(\.canonical))
    let wanted = added.filter { $0.name == name }
    let (present, new) = (Set(ours.map(\.canonical)), Set(wanted.map(\.canonical)))
    let missing = wanted.filter { !present.contains($0.canonical) }
    let going = ours.filter { was.contains($0.canonical) }
    // Ours is neither what was nor what is: it was changed here.
    let changed = ours.filter {
      !was.contains($0.canonical) && !kept.contains($0.canonical) && !new.contains($0.canonical)
    }
    outcome.removed.formUnion(going.map(\.canonical))
    let isConflict = !was.isEmpty && !changed.isEmpty && (!missing.isEmpty || wanted.isEmpty && going.isEmpty)
    guard isConflict else {
      taken.formUnion(missing.map(\.canonical))
      guard !going.isEmpty || !missing.isEmpty else { return }
      outcome.fields.append(Self.field(name, .changed, chosen: 1, dropped: going, instead: missing))
      return
    }
    if preference == .theirs {
      outcome.removed.formUnion(changed.map(\.canonical))
      taken.formUnion(missing.map(\.canonical))
      outcome.fields.append(
        Self.field(name, .preferred, isConflict: true, chosen: 1, dropped: going + changed, instead: missing))
    } else {
      let rule: MergeRule = preference == .ours ? .preferred : wanted.isEmpty ? .editKept : .standing
      outcome.fields.append(
        Self.field(name, rule, isConflict: true, chosen: 0, dropped: missing, instead: changed))
    }
  }

  private static func field(
    _ name: String, _ rule: MergeRule, isConflict: Bool = false, chosen: Int, dropped: [Line],
    instead: [Line]
  ) -> FieldDecision {
    FieldDecision(
      path: [], field: name, rule: rule, isConflict: isConflict, chosen: [chosen],
      losers: dropped.isEmpty ? [] : [FieldDecision.Loser(version: 1 - chosen, lines: dropped.map(\.told))],
      instead: instead.map(\.told))
  }
}

extension PatchLines.Outcome {
  /// The lines of a list with the changes.
  func applied(to lines: [[UInt8]]) -> [[UInt8]] {
    PatchLines.read(lines).filter { !removed.contains($0.canonical) }.map(\.unfolded)
      + added.map(\.unfolded)
  }

  /// The lines before the first component with the changes.
  func applied(to header: Component) -> Component {
    let going = header.properties.filter { removed.contains(CanonicalLine.bytes(of: $0)) }
    return header.edited(
      going.map { .remove($0) }
        + added.map { .append(ContentLineText.fold($0.unfolded[...], lineEnd: header.lineEnd)) })
  }

  /// The bytes of the lines behind the first component without those that go.
  func applied(toTrailing lines: Component) -> [UInt8] {
    let bytes = lines.bytes
    var result: [UInt8] = []
    var position = bytes.startIndex
    for property in lines.properties where removed.contains(CanonicalLine.bytes(of: property)) {
      result += bytes[position..<property.bytes.startIndex]
      position = property.bytes.endIndex
    }
    return result + bytes[position...]
  }
}
