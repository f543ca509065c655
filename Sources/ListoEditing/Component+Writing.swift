internal import ICalendar
internal import ListoModel

/// Writes single lines in the style of the component's producer; every other line stays the same bytes.
extension Component {
  /// Gives the first property with this id another value; where there is none, it stands behind the last one.
  /// With nil every property with this id goes.
  ///
  /// - Parameters:
  ///   - value: raw octets; TEXT must be encoded.
  ///   - names: of the parameters that go, in upper case.
  ///   - added: those that come.
  mutating func put(
    _ id: PropertyID, _ value: [UInt8]?, without names: Set<String> = [], adding added: [Parameter] = []
  ) {
    guard let value else {
      return drop(id)
    }
    guard let present = first(id) else { return append(id.name, value, added) }
    let hasParameters = added.allSatisfy(present.parameters.contains)
    let losesNone = present.parameters.allSatisfy { !names.contains($0.name) || added.contains($0) }
    if hasParameters, losesNone, present.value.elementsEqual(value) { return }
    replace(present, value, without: names, adding: added)
  }

  /// Takes out every property with one of these ids.
  mutating func drop(_ ids: PropertyID...) {
    self = edited(ids.flatMap { all($0) }.map { .remove($0) })
  }

  /// Gives one of several properties another value.
  mutating func replace(
    _ property: Property, _ value: [UInt8], without names: Set<String> = [], adding added: [Parameter] = []
  ) {
    let line = LineStyle(self).line(
      like: property, value, without: names, adding: added, returnsEndLines: returnsEndLines)
    self = edited([.replace(property, line)])
  }

  /// Puts a line behind the last property.
  mutating func append(_ name: String, _ value: [UInt8], _ parameters: [Parameter] = []) {
    self = edited([.append(LineStyle(self).line(name, parameters, value))])
  }

  /// Writes a moment with the parameters that go with it. A day that stands there without VALUE=DATE, and a
  /// time that stands there with VALUE=DATE-TIME, are written so again.
  mutating func put(_ id: PropertyID, _ moment: Moment?) {
    guard let moment else { return drop(id) }
    let present = first(id)
    let old = present.flatMap { try? $0.moment() }
    if old == moment { return }
    let shown = present?.parameter("VALUE")
    var parameters = moment.parameters
    if case .date = moment {
      if case .date? = old, shown == nil { parameters = [] }
    } else if let shown, shown.value.uppercased() == "DATE-TIME" {
      parameters.append(shown)
    }
    put(id, Array(moment.iCalendarText.utf8), without: Set(Property.ofTimes), adding: parameters)
  }

  /// Writes a text. That it was written in another encoding, or stands elsewhere in another form, is true of
  /// the old one alone.
  ///
  /// - Returns: whether another form of it, such as HTML, went.
  @discardableResult
  mutating func put(_ id: PropertyID, text: String?) -> Bool {
    let present = first(id)
    guard let text else {
      drop(id)
      return false
    }
    // Other escapes of the same text are no reason to change the line.
    if let present, present.text == text { return false }
    let hadOtherForm = present?.parameter("ALTREP") != nil
    put(id, TextValue.encode(text), without: ["ENCODING", "CHARSET", "ALTREP"])
    return hadOtherForm
  }

  /// A component inside takes the place of another, or goes.
  mutating func replaceChild(_ child: Component, by other: Component?) {
    self = edited([other.map { .replaceChild(child, Array($0.bytes)) } ?? .removeChild(child)])
  }
}

extension Component {
  /// When a change of it is made: now, or a second behind its last one, where another clock wrote that it is
  /// still to come. Merges keep what was changed last, which must not be told as the older version.
  func timeOfChange(_ now: Instant) -> Moment {
    guard case .utc(let last)? = Reminder(self, in: .none).modified, Instant(utc: last) > now else {
      return .utc(now.utc)
    }
    let next = Instant(seconds: Instant(utc: last).seconds + 1)
    return .utc(next.utc.day.year > 9999 ? last : next.utc)
  }

  /// LAST-MODIFIED and DTSTAMP, which are one in what is no message (RFC 5545 §3.8.7.2).
  mutating func stamp(_ time: Moment) {
    put(.lastModified, time)
    put(.dtstamp, time)
  }
}
