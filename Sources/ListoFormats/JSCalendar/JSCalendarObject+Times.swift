internal import ICalendar
internal import ListoModel

/// Times, which share a clock.
extension JSCalendarObject {
  /// DTSTART, else DUE, says the clock, and where neither can, the RECURRENCE-ID.
  mutating func setClock(_ bytes: Span<UInt8>) {
    guard !isGroup else { return }
    let start = lines.first(.dtstart)
    if let index = start ?? lines.first(.due), let moment = moment(index, bytes), moment.isSound,
      let clock = JSClock(moment, table.zones)
    {
      self.clock = clock
    } else if start == nil, let index = lines.first(.recurrenceID), let moment = moment(index, bytes) {
      clock = JSClock(moment, table.zones) ?? JSClock()
    }
  }

  private mutating func moment(_ index: Int, _ bytes: Span<UInt8>) -> JSMoment? {
    JSMoment(bytes, lines[index].value, parameters(index, bytes))
  }

  /// A date says it, or SHOW-WITHOUT-TIME of the draft: a time that is a midnight and floats would come back
  /// as a date.
  mutating func showWithoutTime(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    var isShown = clock.kind == .date || isDayOfRecurrence
    var next = isGroup ? nil : lines.first(.other)
    while let index = next {
      next = lines.next(.other, from: index + 1)
      guard clock.kind == .zoned, lines.isNamed(Self.showWithoutTime, index, bytes),
        parameters(index, bytes).list.allSatisfy({ $0.name == "VALUE" }),
        bytes.text(lines[index].value, isText: false).uppercased() == "TRUE"
      else { continue }
      isShown = true
      lines.place(index)
    }
    if isShown { put(.showWithoutTime, Self.yes, &output) }
  }

  private static let showWithoutTime = Array("SHOW-WITHOUT-TIME".utf8)
  static let yes = Array("true".utf8)

  /// DTSTART or DUE.
  mutating func time(
    _ key: Key, _ id: PropertyID, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>
  ) {
    guard let index = lines.first(id) else { return }
    let parameters = parameters(index, bytes)
    guard let moment = JSMoment(bytes, lines[index].value, parameters), moment.isSound,
      var others = parameters.list.isEmpty ? JSObject() : parameters.others(without: ["VALUE", "TZID"]),
      let text = clock.isOwn(moment) ? moment.quotedLocal : shifted(moment)
    else { return }
    if moment.kind == .zoned, moment.zone != clock.zone || !table.zones[moment.zone].isPlain {
      let zone = table.zones[moment.zone]
      guard !zone.isUTC else { return }
      if zone.label != table.zones[clock.zone].name { others["tzid"] = .text(zone.label) }
    }
    put(key, &output)
    output.append(text)
    place(key, index, others)
  }

  /// A time of another clock, as it is on the object's.
  private func shifted(_ moment: JSMoment) -> ShortText? {
    guard let local = clock.local(moment, table.zones),
      moment.zone == 0 && table.zones[clock.zone].name == JSZone.utc.name
        || clock.returns(moment, local, table.zones)
    else { return nil }
    return ShortText(quoted: JSTime.text(local))
  }

  /// The changed occurrence of what recurs that the component is.
  mutating func recurrenceID(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    guard let index = lines.first(.recurrenceID) else { return }
    let parameters = parameters(index, bytes)
    guard let moment = JSMoment(bytes, lines[index].value, parameters), moment.isSound,
      let others = parameters.others(without: ["VALUE", "TZID"]), let text = moment.quotedLocal
    else { return }
    if moment.kind == .zoned {
      guard table.zones[moment.zone].isPlain else { return }
    } else {
      guard clock.kind == moment.kind || clock.kind == .none else { return }
      isDayOfRecurrence = moment.kind == .date
    }
    put(.recurrenceId, &output)
    output.append(text)
    if moment.kind == .zoned { put(.recurrenceIdTimeZone, table.zones[moment.zone].json, &output) }
    facts.isOccurrence = true
    place(.recurrenceId, index, others)
  }

  /// How long an event takes: of DURATION and DTEND the first that can say it.
  mutating func length(_ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
    let (duration, end) = (lines.first(.duration), lines.first(.dtend))
    if let end, end < duration ?? .max, self.end(end, bytes, &output) { return }
    self.duration(.duration, duration, bytes, &output)
    guard let end, let duration, duration < end, !lines.isPlaced(duration) else { return }
    _ = self.end(end, bytes, &output)
  }

  /// DTEND as a duration (the draft on DTEND); false where it stays as it is.
  private mutating func end(_ index: Int, _ bytes: Span<UInt8>, _ output: inout OutputSpan<UInt8>) -> Bool {
    let parameters = parameters(index, bytes)
    guard clock.kind != .none, let first = lines.first(.dtstart), let start = moment(first, bytes),
      let end = JSMoment(bytes, lines[index].value, parameters), start.kind == end.kind,
      var others = parameters.others(without: ["VALUE", "TZID"]), let from = start.local, let to = end.local
    else { return false }
    let text: String
    var zone: Int?
    switch end.kind {
    case .none: return false
    case .date:
      let days = to.day.daysSince1970 - from.day.daysSince1970
      guard end.isSound, days > 0 else { return false }
      text = "P\(days)D"
    case .floating:
      let seconds = Instant(utc: to).seconds - Instant(utc: from).seconds
      guard seconds >= 0 else { return false }
      text = JSTime.duration(seconds: seconds)
    case .zoned:
      let theirs = table.zones[end.zone]
      guard let first = start.instant(in: table.zones), let last = end.instant(in: table.zones),
        last >= first,
        theirs.named.map({ $0.local(of: last) == to }) ?? false
      else { return false }
      text = JSTime.duration(seconds: last.seconds - first.seconds)
      if theirs.name != table.zones[clock.zone].name { zone = end.zone }
      if !theirs.tzid.isEmpty, theirs.tzid != theirs.name { others["tzid"] = .text(theirs.tzid) }
    }
    put(.duration, text: text, &output)
    if let zone { put(.endTimeZone, table.zones[zone].json, &output) }
    lines.place(index)
    convert("duration", "dtend", others, line: index)
    return true
  }
}
