internal import ICalendar
internal import ListoModel

/// A reminder whose lines say all of it.
extension TaskwarriorObject {
  /// How the lines of a property are taken in.
  enum Kind: Sendable {
    /// Only ``DecomposedReminder`` tells what it is.
    case odd
    /// No field is read from it.
    case rest
    case text(FieldID)
    case rule
    case integer(FieldID)
    case time(FieldID)
    case relation
    case tags

    init(_ property: PropertyID) {
      switch property {
      case .other, .malformed, .duration, .geo: self = .odd
      case .categories: self = .tags
      case .relatedTo: self = .relation
      case .rrule: self = .rule
      default:
        guard let id = DecomposedReminder.field(of: property) else {
          self = .rest
          return
        }
        switch id.type {
        case .text, .texts: self = .text(id)
        case .integer: self = .integer(id)
        case .moment: self = .time(id)
        }
      }
    }
  }

  /// Takes a reminder in by its lines.
  ///
  /// - Returns: false, and what was taken in means nothing, where a line cannot be read or has a name that Listo does not know, where the
  ///   value of a field is not spelled as usual or has parameters that no field holds, where a zone's definition is lost, a tag is none
  ///   of Taskwarrior's, or it depends on another reminder.
  mutating func takeLines(_ component: Component, in calendar: Survey.Calendar) -> Bool {
    empty(for: calendar)
    let bytes = component.bytes
    guard own.take(component, bytes) else { return false }
    home = own.unfolded.isEmpty ? .lines : .unfolded
    if home == .lines { return takeLines(bytes.span, component) }
    let unfolded = own.unfolded
    return takeLines(unfolded.span, component)
  }

  private mutating func takeLines(_ bytes: Span<UInt8>, _ component: Component) -> Bool {
    for index in own.lines.indices {
      let line = own.lines[index]
      switch kinds[Int(line.id.rawValue)] {
      case .odd: return false
      case .rest: rest.append(Self.whole(line))
      case .tags: guard takeTags(bytes, line) else { return false }
      case .relation:
        guard let facts = facts(of: line, bytes, component), facts.isOfParent, takeFirst(.parent, line)
        else { return false }
      case .text(let id): guard line.parameters.isEmpty, takeFirst(id, line) else { return false }
      case .rule:
        guard line.parameters.isEmpty, bytes.isRecurrence(line.value), takeFirst(.recurrence, line) else {
          return false
        }
      case .integer(let id):
        guard line.parameters.isEmpty, bytes.isPlainInteger(line.value), takeFirst(id, line)
        else { return false }
      case .time(let id):
        guard let date = date(bytes, line, component) else { return false }
        if times[id] == nil { times[id] = date } else { rest.append(Self.whole(line)) }
      }
    }
    return true
  }

  /// Where all of a line stands.
  static func whole(_ line: LineParts) -> Range<Int> {
    line.nameEnd - nameCounts[Int(line.id.rawValue)]..<line.value.upperBound
  }

  private static let nameCounts = PropertyID.allCases.map { $0.name.utf8.count }

  /// The first line of a property says the field; false for one without a value.
  private mutating func takeFirst(_ id: FieldID, _ line: LineParts) -> Bool {
    guard !line.value.isEmpty else { return false }
    if self[id].isEmpty { self[id] = line.value } else { rest.append(Self.whole(line)) }
    return true
  }

  @inline(__always)
  private mutating func facts(
    of line: LineParts, _ bytes: Span<UInt8>, _ component: Component
  ) -> ParameterFacts? {
    place?.facts(of: line, bytes, component)
  }

  private mutating func date(
    _ bytes: Span<UInt8>, _ line: LineParts, _ component: Component
  ) -> TaskwarriorDate? {
    guard let facts = facts(of: line, bytes, component), let moment = facts.moment(bytes, line.value)
    else { return nil }
    guard facts.hasZone else { return TaskwarriorDate(moment) }
    guard facts.zone >= 0, moment.hasTime, !moment.isUTC, let local = moment.local,
      let zone = place?.zones[facts.zone], !zone.isNeeded(for: local, recurs: own.first(.rrule) >= 0)
    else { return nil }
    return TaskwarriorDate(moment, zone: zone)
  }

  /// CATEGORIES whose words Taskwarrior takes as they are.
  private mutating func takeTags(_ bytes: Span<UInt8>, _ line: LineParts) -> Bool {
    guard line.parameters.isEmpty else { return false }
    var start = line.value.lowerBound
    for place in line.value {
      if bytes[place] == 0x2C {
        guard takeTag(bytes, start..<place) else { return false }
        start = place + 1
      } else if !TaskwarriorTask.isOfTag(bytes[place]) {
        return false
      }
    }
    return takeTag(bytes, start..<line.value.upperBound)
  }

  /// One that is not there, of few.
  private mutating func takeTag(_ bytes: Span<UInt8>, _ word: Range<Int>) -> Bool {
    guard !word.isEmpty, tags.count < 16 else { return false }
    for other in tags
    where other.count == word.count
      && bytes.isSame(word.count, from: word.lowerBound, as: bytes, from: other.lowerBound)
    {
      return false
    }
    tags.append(word)
    return true
  }
}
