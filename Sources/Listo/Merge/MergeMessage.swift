internal import ICalendar

/// A message about a reminder (RFC 5546): what it asks for is done to the collection that it names.
///
/// CANCEL (§3.4.5) sets STATUS:CANCELLED on what it names: one occurrence, or all of a series. REPLY (§3.4.3) sets the PARTSTAT of
/// the attendee who sent it. What is older than the reminder, or not from its organizer, is refused, and so is every other
/// method: ADD, COUNTER, DECLINECOUNTER and REFRESH ask somebody for an answer.
struct MergeMessage: Sendable {
  enum Method: String, Sendable { case cancel = "CANCEL", reply = "REPLY" }

  /// Of a VCALENDAR that is no collection but asks for something (RFC 5546 §1.4).
  static let methods: Set<String> = ["CANCEL", "REPLY", "COUNTER", "REFRESH", "ADD", "DECLINECOUNTER"]

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
      guard let sender = component.first(.organizer), let owner = target.first(.organizer) else { return nil }
      return sender.rawText.lowercased() == owner.rawText.lowercased()
        ? nil : "it is not from the reminder's organizer"
    case .reply: return answers(in: target).isEmpty ? "no attendee of the reminder sent it" : nil
    }
  }

  /// The lines of a component that it changes, each with what it becomes; nil for a new line.
  func changes(of target: Component) -> [(old: Property?, line: [UInt8])] {
    switch method {
    case .reply: return answers(in: target).map { ($0.old, $0.line) }
    case .cancel:
      var changes: [(old: Property?, line: [UInt8])] = []
      let wanted: [(PropertyID, [UInt8]?)] = [
        (.status, Array("CANCELLED".utf8)), (.sequence, component.first(.sequence).map { Array($0.value) }),
        (.dtstamp, component.first(.dtstamp).map { Array($0.value) }),
      ]
      for (id, value) in wanted {
        guard let value, target.first(id).map({ !$0.value.elementsEqual(value) }) ?? true else { continue }
        let line = ContentLineText.line(id.name, value: value, lineEnd: target.lineEnd)
        changes.append((target.first(id), line))
      }
      return changes
    }
  }

  /// The attendees' lines with the PARTSTAT of the reply.
  private func answers(in target: Component) -> [(old: Property?, line: [UInt8])] {
    component.all(.attendee).compactMap { sender in
      guard let status = sender.parameter("PARTSTAT"),
        let attendee = target.all(.attendee).first(where: {
          $0.rawText.lowercased() == sender.rawText.lowercased()
        })
      else { return nil }
      var parameters = attendee.parameters.filter { $0.name != "PARTSTAT" }
      parameters.append(status)
      let line = ContentLineText.line(
        "ATTENDEE", parameters: parameters, value: attendee.value, lineEnd: target.lineEnd)
      return (attendee, line)
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
