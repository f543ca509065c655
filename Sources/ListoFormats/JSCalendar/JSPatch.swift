internal import ICalendar

/// Patches of occurrences (RFC 8984 §1.4.9, §4.3.5).
enum JSPatch {
  /// What an occurrence never takes from the object that recurs.
  private static let own: Set<String> = [
    "recurrenceRule", "recurrenceRules", "excludedRecurrenceRules", "recurrenceOverrides", "recurrenceId",
    "recurrenceIdTimeZone",
  ]
  private static let fixed: Set<String> = own.union(["@type", "uid", "prodId", "method", "privacy"])

  /// The occurrence at `local`: the object with the patch, its times moved along.
  static func apply(_ patch: [JSONNode.Member], to object: JSONNode, at local: LocalDateTime) -> JSONNode {
    var result = JSObject(object)
    for key in own { result[key] = nil }
    // What was written of the object's own recurrence is not the occurrence's.
    if var rest = result["iCalendar"].map({ JSObject($0) }), let converted = rest["convertedProperties"] {
      var left = JSObject()
      for member in converted.members ?? [] where !member.key.hasPrefix("recurrenceOverrides/") {
        left[member.key] = member.value
      }
      rest["convertedProperties"] = left.isEmpty ? nil : left.node
      result["iCalendar"] = rest.node
    }
    move(&result, to: local, of: object)
    for member in patch {
      let value: JSONNode? = member.value.isNull ? nil : member.value
      result.set(value, at: JSObject.pointer(member.key))
    }
    return JSONNode(content: result.node.content, line: object.line)
  }

  /// Start and due date of the occurrence where no patch says otherwise.
  private static func move(_ result: inout JSObject, to local: LocalDateTime, of object: JSONNode) {
    let start = object["start"]?.string.flatMap { JSTime.local($0) }
    let due = object["due"]?.string.flatMap { JSTime.local($0) }
    if start != nil { result["start"] = .text(JSTime.text(local)) }
    guard let due else { return }
    let shift = Instant(utc: local).seconds - Instant(utc: start ?? due).seconds
    result["due"] = .text(JSTime.text(due.adding(seconds: shift)))
  }

  /// The patch that makes an occurrence out of the object; nil where it belongs to another object.
  static func patch(_ occurrence: JSONNode, of object: JSONNode) -> (key: String, value: JSONNode)? {
    guard let id = occurrence["recurrenceId"]?.string, let local = JSTime.local(id),
      (occurrence["recurrenceIdTimeZone"]?.string ?? "") == (object["timeZone"]?.string ?? ""),
      occurrence["uid"]?.string == object["uid"]?.string, occurrence["recurrenceRules"] == nil,
      occurrence["recurrenceRule"] == nil, occurrence["recurrenceOverrides"] == nil,
      occurrence["iCalendar"]?["convertedProperties"]?["recurrenceId"] == nil
    else { return nil }
    let expected = apply([], to: object, at: local)
    var patch = JSObject()
    for member in occurrence.members ?? [] where !fixed.contains(member.key) {
      if expected[member.key].map({ $0.isSame(as: member.value) }) ?? false { continue }
      patch[JSObject.escaped(member.key)] = member.value
    }
    for member in expected.members ?? [] where !fixed.contains(member.key) && occurrence[member.key] == nil {
      patch[JSObject.escaped(member.key)] = .null
    }
    guard occurrence["privacy"]?.string == object["privacy"]?.string else { return nil }
    // An occurrence that is as expected would be taken for an added date.
    guard !patch.isEmpty else { return nil }
    return (id, patch.node)
  }
}
