internal import ICalendar

/// Patches of occurrences (RFC 8984 §1.4.9, §4.3.5).
enum JSPatch {
  /// The members that an occurrence never takes from the object that recurs.
  private static let own: Set<String> = [
    "recurrenceRule", "recurrenceRules", "excludedRecurrenceRules", "recurrenceOverrides", "recurrenceId",
    "recurrenceIdTimeZone",
  ]
  /// The members that no reader needs of an occurrence: they would be copied for each.
  private static let silent: Set<String> = ["prodId", "version", "method", "excluded"]
  private static let heard: Set<String> = ["name", "properties", "components", "convertedProperties"]
  private static let fixed: Set<String> = own.union(["@type", "uid", "prodId", "method", "privacy"])

  /// How many levels deep a patch may point: what it sets is an object in an object for each, as deep as JSON
  /// may be nested.
  static let deepest = 100

  /// Whether a pointer is no deeper than ``deepest``.
  static func reaches(_ pointer: some Sequence<UInt8>) -> Bool {
    pointer.lazy.filter { $0 == 0x2F }.prefix(deepest).reduce(0) { count, _ in count + 1 } < deepest
  }

  /// The object that recurs, as far as its occurrences are like it: worked out once for all of them.
  struct Master {
    /// Without what is not an occurrence's.
    private let base: JSObject
    private let line: Int
    private let start, due: LocalDateTime?
    private let uid, zone, privacy: String?

    init(_ object: JSONNode) {
      var base = JSObject(object)
      for key in own.union(silent) { base[key] = nil }
      if var rest = base["iCalendar"].map({ JSObject($0) }) {
        for member in rest.node.members ?? [] where !heard.contains(member.key) { rest[member.key] = nil }
        // Notes on the object's own recurrence do not belong to the occurrence.
        if let converted = rest["convertedProperties"] {
          let left = (converted.members ?? []).filter { !$0.key.hasPrefix("recurrenceOverrides/") }
          rest["convertedProperties"] = left.isEmpty ? nil : JSONNode(content: .object(left), line: 0)
        }
        base["iCalendar"] = rest.node
      }
      (self.base, line) = (base, object.line)
      start = object["start"]?.string.flatMap { JSTime.local($0) }
      due = object["due"]?.string.flatMap { JSTime.local($0) }
      (uid, zone, privacy) = (
        object["uid"]?.string, object["timeZone"]?.string, object["privacy"]?.string
      )
    }

    /// The occurrence at `local`: the object with the patch, its times moved along.
    func occurrence(_ patch: [JSONNode.Member], at local: LocalDateTime) -> JSONNode {
      var result = base
      move(&result, to: local)
      for member in patch where JSPatch.reaches(member.key.utf8) {
        let value: JSONNode? = member.value.isNull ? nil : member.value
        result.set(value, at: JSObject.pointer(member.key))
      }
      return JSONNode(content: result.node.content, line: line)
    }

    /// Start and due date of the occurrence where no patch says otherwise.
    private func move(_ result: inout JSObject, to local: LocalDateTime) {
      if start != nil { result["start"] = .text(JSTime.text(local)) }
      guard let due else { return }
      let shift = Instant(utc: local).seconds - Instant(utc: start ?? due).seconds
      result["due"] = .text(JSTime.text(due.adding(seconds: shift)))
    }

    /// The patch that makes an occurrence out of the object; nil where it belongs to another object.
    func patch(_ occurrence: JSONNode) -> (key: String, value: JSONNode)? {
      guard let id = occurrence["recurrenceId"]?.string, let local = JSTime.local(id),
        (occurrence["recurrenceIdTimeZone"]?.string ?? "") == (zone ?? ""),
        occurrence["uid"]?.string == uid, occurrence["recurrenceRules"] == nil,
        occurrence["recurrenceRule"] == nil, occurrence["recurrenceOverrides"] == nil,
        occurrence["iCalendar"]?["convertedProperties"]?["recurrenceId"] == nil
      else { return nil }
      let expected = self.occurrence([], at: local)
      var patch = JSObject()
      for member in occurrence.members ?? [] where !fixed.contains(member.key) {
        if expected[member.key].map({ $0.isSame(as: member.value) }) ?? false { continue }
        patch[JSObject.escaped(member.key)] = member.value
      }
      for member in expected.members ?? [] where !fixed.contains(member.key) && occurrence[member.key] == nil
      {
        patch[JSObject.escaped(member.key)] = .null
      }
      guard occurrence["privacy"]?.string == privacy else { return nil }
      // An occurrence that is as expected would be taken for an added date.
      guard !patch.isEmpty else { return nil }
      return (id, patch.node)
    }
  }
}
