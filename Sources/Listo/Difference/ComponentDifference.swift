internal import ICalendar

/// Compares two versions of a component by meaning: the order, spelling and folding of lines count for nothing, and neither does
/// the grouping of values that form a set.
struct ComponentDifference {
  /// What ``Noise`` lists is told as well.
  var includesNoise = false
  /// The UID is what the versions were found by.
  var skipsUID = true
  var oldZones = ZoneTable.empty
  var newZones = ZoneTable.empty

  /// - Complexity: linear in the lines, but for those of one name that differ.
  func fields(_ old: Component, _ new: Component) -> [FieldDifference] {
    if old.bytes == new.bytes { return [] }
    var sides = (old: Side(old, self), new: Side(new, self))
    var result: [FieldDifference] = []
    for name in Set(sides.old.lines.keys).union(sides.new.lines.keys) {
      let (was, now) = (sides.old.lines[name] ?? [], sides.new.lines[name] ?? [])
      if let difference = property(name, was, now, old, new) { result.append(difference) }
    }
    sides.old.lines = [:]
    result += children(old.children, new.children)
    return result.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
  }

  // MARK: Properties

  private struct Line {
    let property: Property
    let canonical: [UInt8]
  }

  /// The lines of one version by the name of their property; a relation by its type too.
  private struct Side {
    var lines: [String: [Line]] = [:]

    init(_ component: Component, _ how: ComponentDifference) {
      for property in component.properties {
        if property.id == .uid && how.skipsUID { continue }
        if !how.includesNoise && Noise.isNoise(property) { continue }
        let line = Line(property: property, canonical: CanonicalLine.bytes(of: property))
        lines[property.name, default: []].append(line)
      }
    }
  }

  private func property(
    _ name: String, _ old: [Line], _ new: [Line], _ oldComponent: Component, _ newComponent: Component
  ) -> FieldDifference? {
    let (was, now) = Self.unmatched(old, new)
    guard !was.isEmpty || !now.isEmpty else { return nil }
    let id = (was.first ?? now.first)?.property.id ?? .other
    let isSet = Self.sets.contains(id)
    guard isSet || old.count > 1 || new.count > 1 else {
      let (left, right) = (was.first?.property, now.first?.property)
      if !includesNoise {
        // Written out on one side, left out on the other.
        if left == nil, let right, Noise.isDefault(right, lackedBy: oldComponent) { return nil }
        if right == nil, let left, Noise.isDefault(left, lackedBy: newComponent) { return nil }
      }
      return FieldDifference(name: name, change: .value(old: left, new: right))
    }
    if id == .relatedTo, old.count < 2, new.count < 2, (was + now).allSatisfy({ Self.isParent($0.property) })
    {
      return FieldDifference(name: name, change: .value(old: was.first?.property, new: now.first?.property))
    }
    let removed = elements(was, oldZones)
    let added = elements(now, newZones)
    var counts: [String: Int] = [:]
    for element in added { counts[element.key, default: 0] += 1 }
    var kept: [String: Int] = [:]
    let onlyOld = removed.filter { element in
      guard let count = counts[element.key], count > 0 else { return true }
      counts[element.key] = count - 1
      kept[element.key, default: 0] += 1
      return false
    }
    let onlyNew = added.filter { element in
      guard let count = kept[element.key], count > 0 else { return true }
      kept[element.key] = count - 1
      return false
    }
    guard !onlyOld.isEmpty || !onlyNew.isEmpty else { return nil }
    return FieldDifference(
      name: name, change: .elements(removed: onlyOld.map(\.element), added: onlyNew.map(\.element)))
  }

  /// Properties whose values are a set (MERGE.md's table), whatever their number.
  private static let sets: Set<PropertyID> = [
    .categories, .resources, .relatedTo, .attendee, .exdate, .rdate, .attach, .comment, .contact, .malformed,
    .conference, .image, .link, .concept, .refid, .requestStatus,
  ]

  private static func isParent(_ property: Property) -> Bool {
    property.parameter("RELTYPE").map { $0.value.uppercased() == "PARENT" } ?? true
  }

  /// The lines that the other side has not, an equal one counting once.
  private static func unmatched(_ old: [Line], _ new: [Line]) -> (old: [Line], new: [Line]) {
    if old.count == 1, new.count == 1 { return old[0].canonical == new[0].canonical ? ([], []) : (old, new) }
    var counts: [[UInt8]: Int] = [:]
    for line in new { counts[line.canonical, default: 0] += 1 }
    var matched: [[UInt8]: Int] = [:]
    let left = old.filter { line in
      guard let count = counts[line.canonical], count > 0 else { return true }
      counts[line.canonical] = count - 1
      matched[line.canonical, default: 0] += 1
      return false
    }
    let right = new.filter { line in
      guard let count = matched[line.canonical], count > 0 else { return true }
      matched[line.canonical] = count - 1
      return false
    }
    return (left, right)
  }

  /// What tells an element from another, and the element.
  private typealias Keyed = (key: String, element: FieldDifference.Element)

  /// The single values of lines, whatever lines they share.
  private func elements(_ lines: [Line], _ zones: ZoneTable) -> [Keyed] {
    lines.flatMap { line -> [Keyed] in
      let property = line.property
      let whole = String(decoding: property.unfolded, as: UTF8.self)
      switch property.id {
      case .categories, .resources:
        let language = property.parameter("LANGUAGE")?.value.lowercased() ?? ""
        return property.texts.map { (language + "\0" + $0, .init(text: $0, line: whole)) }
      case .exdate, .rdate:
        guard let moments = try? property.moments() else { return [(whole, .init(text: whole, line: whole))] }
        return moments.map { moment in
          let text = FieldValue.moment(moment).description
          guard property.parameter("VALUE")?.value.uppercased() != "PERIOD" else {
            return (whole + text, .init(text: text, line: whole))
          }
          return (Self.key(moment, zones), .init(text: text, line: whole))
        }
      case .relatedTo:
        let type = property.parameter("RELTYPE")?.value.lowercased() ?? "parent"
        return [(type + "\0" + property.text, .init(text: "\(type) \(property.text)", line: whole))]
      default:
        return [
          (
            String(decoding: line.canonical, as: UTF8.self),
            .init(text: FieldDifference.text(of: property), line: whole)
          )
        ]
      }
    }
  }

  /// Equal for two ways to write one instant.
  private static func key(_ moment: Moment, _ zones: ZoneTable) -> String {
    switch moment {
    case .utc(let local): "=\(Instant(utc: local).seconds)"
    case .zoned(let local, let tzid):
      zones.zone(tzid).map { "=\($0.instant(of: local).seconds)" } ?? "\(local) \(tzid)"
    case .date, .floating: moment.description
    }
  }

  // MARK: Components inside

  private func children(_ old: [Component], _ new: [Component]) -> [FieldDifference] {
    if old.isEmpty && new.isEmpty { return [] }
    var waiting: [[UInt8]: [Component]] = [:]
    for child in new { waiting[Self.key(child), default: []].append(child) }
    var result: [FieldDifference] = []
    var inner = self
    inner.skipsUID = false
    for child in old {
      let key = Self.key(child)
      guard let match = waiting[key]?.first else {
        result.append(inner.whole(old: child))
        continue
      }
      waiting[key]?.removeFirst()
      let fields = inner.fields(child, match)
      if !fields.isEmpty {
        result.append(
          FieldDifference(name: child.name, change: .component(old: child, new: match, fields: fields)))
      }
    }
    for child in new {
      let key = Self.key(child)
      guard waiting[key]?.isEmpty == false else { continue }
      if let left = waiting[key]?.removeFirst() { result.append(inner.whole(new: left)) }
    }
    return result
  }

  private func whole(old: Component? = nil, new: Component? = nil) -> FieldDifference {
    FieldDifference(name: (old ?? new)?.name ?? "", change: .component(old: old, new: new, fields: []))
  }

  /// What tells a component inside from its like: its UID (RFC 9074; X-WR-ALARMUID), else of an alarm what it does and when, else
  /// all that it says.
  private static func key(_ child: Component) -> [UInt8] {
    var key = Array(child.name.utf8) + [0]
    if let uid = child.first(.uid) ?? child.first(.xWrAlarmuid), !uid.value.isEmpty { return key + uid.value }
    guard child.kind == .valarm else { return key + CanonicalContent(nested: child).digest.bytes }
    for id in [PropertyID.action, .trigger, .proximity, .xAppleProximity, .xAppleStructuredLocation] {
      key.append(0)
      if let property = child.first(id) { key += CanonicalLine.bytes(of: property) }
    }
    return key
  }
}
