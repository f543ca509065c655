internal import ICalendar
internal import ListoModel

/// Values that other formats have and that RFC 5545 does not allow, in a form that it allows, both ways:
/// every reader writes them so, and every writer of a format without properties reads them so.
///
/// | other formats | iCalendar |
/// |---|---|
/// | a completion, creation or modification on a day, or at a local time | noon of that day in UTC, and the exact value in X-LISTO-DATE |
/// | a rule, and a due date without a start | a DTSTART that equals DUE, marked with X-LISTO-COPY |
/// | a rule without a date | X-LISTO-RRULE, since a rule counts from DTSTART (RFC 5545 §3.8.5.3) |
///
/// Noon is the time at which it is the same day in every zone from UTC-12 to UTC+11. A form that another
/// program changed counts as what it says then: X-LISTO-DATE is read only beside noon of its day,
/// X-LISTO-COPY only where DTSTART still equals DUE.
enum StandardForm {
  /// The property of a rule without a date.
  static let rule = PropertyID.xListoRrule.name

  /// Properties that can only have a time in UTC (RFC 5545 §3.8.2.1, §3.8.7).
  static func isUTC(_ id: PropertyID) -> Bool {
    switch id {
    case .completed, .created, .lastModified, .dtstamp: true
    default: false
    }
  }

  /// The line of a time that such a property cannot have; nil for one in UTC, and for one in a zone, which
  /// only iCalendar itself has.
  static func line(of property: Property) -> [UInt8]? {
    guard isUTC(property.id), let moment = try? property.moment() else { return nil }
    switch moment {
    case .utc, .zoned: return nil
    case .date, .floating: break
    }
    return ContentLineText.line(
      property.name,
      parameters: property.parameters.filter { $0.name != "VALUE" && $0.name != Property.statedTime }
        + [parameter(moment)], value: noon(moment.day).iCalendarText.utf8)
  }

  /// X-LISTO-DATE.
  static func parameter(_ moment: Moment) -> Parameter {
    Parameter(name: Property.statedTime, values: [moment.iCalendarText])
  }

  static func noon(_ day: Day) -> Moment { .utc(LocalDateTime(noonOf: day)) }

  /// The day that such a property has in this form, if its line says nothing else; nil for any other.
  static func day(_ property: Property) -> Day? {
    guard isUTC(property.id), case .date(let day)? = try? property.moment(),
      property.parameters == [parameter(.date(day))]
    else { return nil }
    return day
  }
}

extension ComponentText {
  /// Gives a reminder that was read from another format the form that RFC 5545 allows: see ``StandardForm``.
  mutating func standardize() {
    guard kind == .vtodo else { return }
    let isRuleAlone = has(.rrule) && !has(.dtstart)
    guard isRuleAlone || hasTimeOutsideUTC else { return }
    let end = Array("END:\(name)\r\n".utf8)
    let own = Component(made: lines + end, kind: kind)
    var edits: [Component.Edit] = []
    var due: Property?
    if isRuleAlone { due = own.first(.due).flatMap { (try? $0.moment()) == nil ? nil : $0 } }
    for property in own.properties {
      if let line = StandardForm.line(of: property) {
        edits.append(.replace(property, line))
      } else if isRuleAlone, due == nil, property.id == .rrule {
        edits.append(
          .replace(
            property,
            ContentLineText.line(
              StandardForm.rule, parameters: property.parameters, value: property.value)))
      }
    }
    if let due {
      let start = ContentLineText.line(
        PropertyID.dtstart.name, parameters: due.parameters + [Property.copyOfDue], value: due.value)
      edits.append(.replace(due, start + Array(due.bytes)))
      present |= Self.bit(.dtstart)
    } else if isRuleAlone {
      present &= ~Self.bit(.rrule)
    }
    lines = Array(own.edited(edits).bytes.dropLast(end.count))
  }

  /// One of the properties that are UTC has another time. Asked of every reminder, so that most are not taken
  /// apart.
  private var hasTimeOutsideUTC: Bool {
    guard present & Self.utc != 0 else { return false }
    let bytes = lines.span
    var start = 0
    while let end = bytes.first(0x0A, from: start, to: bytes.count) {
      for name in Self.utcNames where end - start > name.count && bytes.holds(name, at: start) {
        // A line that is folded, or has parameters, is looked at.
        let next = bytes[start + name.count]
        if next == 0x3B || next == 0x3A && bytes[end - 2] != 0x5A { return true }
      }
      start = end + 1
    }
    return false
  }

  private static let utcIDs = [PropertyID.completed, .created, .lastModified, .dtstamp]
  private static let utc = utcIDs.reduce(0) { $0 | bit($1) }
  private static let utcNames = utcIDs.map { Array($0.name.utf8) }
}

extension Component {
  /// The reminder with the values that another format gave it, where they have the form of ``StandardForm``;
  /// otherwise itself.
  ///
  /// - Complexity: linear in the bytes; a component without Listo's properties is not taken apart.
  var inGivenForm: Component {
    guard kind == .vtodo, bytes.span.mentions(listoPrefix) else { return self }
    var edits: [Edit] = []
    let hasRule = first(.rrule) != nil
    for property in properties {
      if StandardForm.isUTC(property.id), property.parameter(Property.statedTime) != nil,
        let moment = try? property.moment()
      {
        let parameters = property.parameters.filter { $0.name != Property.statedTime } + moment.parameters
        edits.append(
          .replace(
            property,
            ContentLineText.line(
              property.name, parameters: parameters, value: moment.iCalendarText.utf8)))
      } else if property.id == .dtstart, property.isCopy(of: first(.due)) {
        edits.append(.remove(property))
      } else if !hasRule, property.id == .xListoRrule {
        edits.append(
          .replace(
            property,
            ContentLineText.line(
              PropertyID.rrule.name, parameters: property.parameters, value: property.value)))
      }
    }
    return edited(edits)
  }
}

extension Span where Element == UInt8 {
  /// A property or parameter may be in them whose name is an X with this behind it.
  func mentions(_ name: [UInt8]) -> Bool {
    var start = 0
    while let found = first(0x58, from: start, to: count), count - found > name.count {
      if holds(name, at: found + 1) { return true }
      start = found + 1
    }
    return false
  }
}

/// Behind the X.
private let listoPrefix = Array("-LISTO-".utf8)
