internal import ICalendar
internal import ListoModel

extension FieldReader {
  /// Counts what is left of the reminder that was read when its fields were written.
  ///
  /// - Parameters:
  ///   - missing: the fields that have no place in the format.
  ///   - areLeftOut: the format has places for these, which were not asked for.
  mutating func count(
    _ component: Component, without missing: [FieldID] = [], areLeftOut: Bool = false,
    in losses: inout Losses
  ) {
    guard !isWhole(without: missing) else { return }
    // An account that keeps entries names each line of an alarm that is lost.
    if losses.keepsEntries, alarmDetails > 0 { readOddAlarms(of: component) }
    countEncoding(of: component, in: &losses)
    for id in missing where fields.has(id) && !isMade(id, of: component) {
      for _ in 0..<(id == .alarms ? fields.alarms.count : 1) {
        add(Losses.word(for: id), component, isLeftOut: areLeftOut, &losses) { reader in
          id == .alarms ? "VALARM" : id == .due && reader.duration != nil ? "DURATION" : id.property.name
        }
      }
    }
    for line in parameterized {
      let property = property(line, of: component)
      for parameter in property.parameters where !Self.isTyped(parameter, of: property) {
        add("parameter", component, &losses) { _ in "\(property.name);\(parameter.name)" }
      }
    }
    if duration != nil, !missing.contains(.due) { add("duration", component, &losses) { _ in "DURATION" } }
    if !missing.contains(.tags) {
      for line in doubledTags { add("repeated tag", line, component, &losses) }
    }
    // The fields say what a line of todo.txt says.
    for entry in rest where entry.line.id != .xTodotxtLine {
      add(Self.word(for: entry), entry.line, component, &losses)
    }
    if !missing.contains(.alarms) { countAlarmDetails(component, &losses) }
    for child in components {
      add(Losses.word(for: child.kind), component, &losses) { _ in child.name }
    }
  }

  /// Every line is in a field that the format has, with all that it says.
  private func isWhole(without missing: [FieldID]) -> Bool {
    isUTF8 && rest.isEmpty && parameterized.isEmpty && duration == nil && doubledTags.isEmpty
      && alarmDetails == 0 && alarms.isEmpty && components.isEmpty && !missing.contains(where: fields.has)
  }

  private mutating func countAlarmDetails(_ component: Component, _ losses: inout Losses) {
    if alarmDetails > 0 { losses.add("alarm detail", count: alarmDetails) }
    guard !alarms.isEmpty else { return }
    let bytes = bytes(of: component)
    let title = fields.text(.title, bytes.span)
    for alarm in alarms {
      for line in AlarmText.lost(of: alarm, title: title) {
        add("alarm detail", component, &losses) { _ in "VALARM \(line.name)" }
      }
    }
  }

  /// Counts the zones that a name does not carry, each once: those that tzdata does not know, or by which it
  /// means other times.
  mutating func countZones(_ component: Component, in losses: inout Losses) {
    guard !zoned.isEmpty else { return }
    var counted: [Int] = []
    for id in Self.zonedFields {
      guard let index = zoned.first(where: { $0.id == id })?.zone, !counted.contains(index),
        let local = fields.moment(id)?.local
      else { continue }
      let zone = zones[index]
      guard zone.isNeeded(for: local, recurs: fields.has(.recurrence)) else { continue }
      counted.append(index)
      add("time zone definition", component, &losses) { _ in zone.tzid }
    }
  }

  private static let zonedFields: [FieldID] = [.due, .start, .completed, .created, .modified, .recurrenceID]

  /// Counts the lines that are not UTF-8, and were written with U+FFFD.
  func countEncoding(of component: Component, in losses: inout Losses) {
    guard !isUTF8, let calendar = place?.calendar else { return }
    losses.add(encodingOf: component, in: calendar)
  }

  private mutating func add(
    _ kind: String, _ line: LineParts, _ component: Component, _ losses: inout Losses
  ) {
    add(kind, component, &losses) { $0.property(line, of: component).name }
  }

  /// - Parameter name: makes the name of what is lost, where names are kept.
  private mutating func add(
    _ kind: String, _ component: Component, isLeftOut: Bool = false, _ losses: inout Losses,
    _ name: (inout FieldReader) -> String
  ) {
    losses.add(kind, isLeftOut: isLeftOut) { kind in
      let (bytes, file) = (bytes(of: component), place?.calendar.file ?? "")
      return Losses.Entry(kind: kind, file: file, uid: fields.text(.uid, bytes.span), name: name(&self))
    }
  }

  /// A reader put the value there since RFC 5545 requires it: see ``Losses/isMade(_:of:)``.
  private func isMade(_ id: FieldID, of component: Component) -> Bool {
    switch id {
    case .uid:
      let bytes = bytes(of: component)
      guard UUIDv5.isLike(bytes.span, fields[.uid]) else { return false }
    case .stamp: guard fields.moment(.stamp) == Self.epoch else { return false }
    default: return false
    }
    return component.first(id.property).map { Losses.isMade($0, of: component) } ?? false
  }

  private static let epoch = DigitMoment(.utc(LocalDateTime(startOf: Day(daysSince1970: 0))))

  /// VALUE, TZID and the default RELTYPE are what a field says anyway.
  private static func isTyped(_ parameter: Parameter, of property: Property) -> Bool {
    switch parameter.name {
    case "VALUE": property.id != .relatedTo || parameter.value.uppercased() == "TEXT"
    case "TZID": true
    case "RELTYPE": property.id == .relatedTo && parameter.value.uppercased() == "PARENT"
    default: OriginParameter.isOne(parameter)
    }
  }

  private static func word(for entry: Rest) -> String {
    switch entry.reason {
    case .repeated: "repeated property"
    case .unreadable: "unreadable value"
    case .empty: "empty property"
    case .foreign: Losses.word(forForeign: entry.line.id)
    }
  }
}
