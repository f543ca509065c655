internal import ICalendar

/// A message about a reminder (RFC 5546): what it asks for is done to the collection that it names.
///
/// CANCEL (§3.4.5) sets STATUS:CANCELLED on what it names: one occurrence, or all of a series. REPLY (§3.4.3)
/// sets the PARTSTAT of the attendee who sent it, and writes beside it when it was sent, so that an older one
/// does not win later. What is older than the reminder (§2.1.5: by SEQUENCE, then by DTSTAMP), or not from
/// its organizer, is refused, and so is every other method: ADD, COUNTER, DECLINECOUNTER and REFRESH ask
/// somebody for an answer.
struct MergeMessage: Sendable {
  enum Method: String, Sendable { case cancel = "CANCEL", reply = "REPLY" }

  /// The METHODs of a VCALENDAR that is no collection but asks for something (RFC 5546 §1.4).
  static let methods: Set<String> = ["CANCEL", "REPLY", "COUNTER", "REFRESH", "ADD", "DECLINECOUNTER"]

  /// Those of which what is missing may be elsewhere: METHOD:REQUEST can be read as a collection, but names
  /// what it asks for alone (RFC 5546 §3.4.2).
  static let partialMethods = methods.union(["REQUEST"])

  let method: Method
  let component: Component
  let input: String
  let recurrence: RecurrenceKey

  var uid: ArraySlice<UInt8> { component.first(.uid)?.value ?? [] }

  /// Whether it is about a component of its UID.
  func names(_ other: RecurrenceKey) -> Bool {
    recurrence == other || recurrence == .master && method == .cancel
  }

  /// Why it changes nothing of a component; nil where it does.
  func refusal(by target: Component) -> String? {
    let sequence = { (component: Component) in
      component.first(.sequence).flatMap { StampValue.integer($0.value) } ?? 0
    }
    if sequence(component) < sequence(target) { return "its SEQUENCE is older than that of the reminder" }
    switch method {
    case .cancel:
      if let owner = target.first(.organizer) {
        guard let sender = component.first(.organizer) else { return "it does not name its sender" }
        guard sender.rawText.lowercased() == owner.rawText.lowercased() else {
          return "it is not from the reminder's organizer"
        }
      }
      let isOlder = sequence(component) == sequence(target) && isStampedBefore(target)
      return isOlder ? "its DTSTAMP is older than that of the reminder" : nil
    case .reply:
      let senders = self.senders(in: target)
      if senders.isEmpty { return "no attendee of the reminder sent it" }
      return answers(in: target).isEmpty ? "a later answer is there already" : nil
    }
  }

  /// Its DTSTAMP; nil where it has none that can be read.
  private var stamp: Int64? { component.first(.dtstamp).flatMap { StampValue.seconds($0.value) } }

  /// Its DTSTAMP is before that of a component.
  private func isStampedBefore(_ target: Component) -> Bool {
    guard let stamp, let other = target.first(.dtstamp).flatMap({ StampValue.seconds($0.value) }) else {
      return false
    }
    return stamp < other
  }

  /// The lines of a component that it changes, each with what it becomes; nil for a new line.
  func changes(of target: Component) -> [(old: Property?, line: [UInt8])] {
    switch method {
    case .reply: return answers(in: target).map { ($0.old, $0.line) }
    case .cancel:
      var changes: [(old: Property?, line: [UInt8])] = []
      // It may have a later SEQUENCE and an older DTSTAMP: no stamp goes back.
      let stamp = isStampedBefore(target) ? nil : component.first(.dtstamp)
      let wanted: [(PropertyID, [UInt8]?)] = [
        (.status, Array("CANCELLED".utf8)), (.sequence, component.first(.sequence).map { Array($0.value) }),
        (.dtstamp, stamp.map { Array($0.value) }),
      ]
      for (id, value) in wanted {
        guard let value, target.first(id).map({ !$0.value.elementsEqual(value) }) ?? true else { continue }
        let line = ContentLineText.line(id.name, value: value, lineEnd: target.lineEnd)
        changes.append((target.first(id), line))
      }
      return changes
    }
  }

  /// The parameter of an ATTENDEE that says when the answer was sent: the DTSTAMP of the reply.
  static let answered = "X-LISTO-ANSWERED"

  /// The attendees who sent it: as they stand in the reminder, and what they answer.
  private func senders(in target: Component) -> [(attendee: Property, status: Parameter)] {
    component.all(.attendee).compactMap { sender in
      guard let status = sender.parameter("PARTSTAT"),
        let attendee = target.all(.attendee).first(where: {
          $0.rawText.lowercased() == sender.rawText.lowercased()
        })
      else { return nil }
      return (attendee, status)
    }
  }

  /// The attendees' lines with the PARTSTAT of the reply, but those that have a later answer.
  private func answers(in target: Component) -> [(old: Property?, line: [UInt8])] {
    senders(in: target).compactMap { attendee, status in
      let known = attendee.parameter(Self.answered).flatMap { StampValue.seconds(Array($0.value.utf8)[...]) }
      if let known, stamp.map({ $0 < known }) ?? true { return nil }
      var parameters = attendee.parameters.filter { $0.name != "PARTSTAT" && $0.name != Self.answered }
      parameters.append(status)
      if stamp != nil, let written = component.first(.dtstamp) {
        parameters.append(Parameter(name: Self.answered, values: [written.rawText]))
      }
      let line = ContentLineText.line(
        "ATTENDEE", parameters: parameters, value: attendee.value, lineEnd: target.lineEnd)
      return (attendee, line)
    }
  }

  /// Whether a series has the occurrence that it names (RFC 5545 §3.8.4.4).
  ///
  /// - Parameter zones: what TZIDs mean in the collection.
  func namesOccurrence(of master: Component, zones: ZoneTable) -> Bool {
    let context = CalendarContext(header: nil, zones: zones, file: input)
    let reminder = Reminder(master, in: context)
    guard let named = moment else { return false }
    guard let series = Recurrence(reminder) else {
      guard let anchor = reminder.start ?? reminder.due else { return false }
      return RecurrenceKey(anchor).resolved { zones.zone($0) } == recurrence
    }
    let local = series.local(of: named)
    // A day names no time of a day, and a time no day.
    guard RecurrenceKey(series.moment(at: local)).resolved(in: { zones.zone($0) }) == recurrence else {
      return false
    }
    return series.times(from: local, through: local, limit: 1).times == [local]
  }

  /// The RECURRENCE-ID as a moment that needs no zone of the message's.
  private var moment: Moment? {
    switch recurrence {
    case .master, .unreadable: nil
    case .date(let day): .date(day)
    case .floating(let local): .floating(local)
    case .instant(let instant): .utc(instant.utc)
    case .unknownZone(let local, let tzid): .zoned(local, tzid: tzid)
    }
  }

  /// The message as an occurrence of its own, where the collection has none.
  var occurrence: Component {
    var copy = component
    copy.set(.status, value: Array("CANCELLED".utf8))
    return copy
  }
}

extension ThreeWayResult {
  /// The same after a message, which must not be refused.
  func applying(_ message: MergeMessage) -> ThreeWayResult {
    guard let component else { return self }
    let changes = message.changes(of: component)
    let edits = changes.map { change -> Component.Edit in
      change.old.map { .replace($0, change.line) } ?? .append(change.line)
    }
    let shown = { (bytes: ArraySlice<UInt8>) in MergeDecision.Line(path: [], octets: Array(bytes)) }
    let result = component.edited(edits)
    let new = result.properties.filter { property in
      changes.contains { $0.line.elementsEqual(property.bytes) }
    }
    let decision = FieldDecision(
      path: [], field: new.map(\.name).joined(separator: ", "), rule: .message, isConflict: false, chosen: [],
      losers: [
        FieldDecision.Loser(
          version: taken ?? 0, lines: changes.compactMap { $0.old.map { shown($0.unfolded) } })
      ], instead: new.map { shown($0.unfolded) })
    return ThreeWayResult(
      component: result, siblings: siblings, taken: nil, decisions: decisions + [decision],
      rejected: rejected)
  }
}
