internal import ICalendar
package import ListoFormats
internal import ListoRepairs

extension CheckFinding {
  /// `{"severity":…,"code":…,"file":…,"line":…,"message":…,"kind":…,"repair":…,"repaired":…}`, as `listo
  /// check --json` prints it; the last three of what targets do not take, `repair` where something mends it.
  package var json: JSONValue {
    guard let profile else { return diagnostic.json }
    let more = JSONValue.object(present: [
      "kind": .string(profile.kind.rawValue),
      "repair": profile.repair.isEmpty ? nil : .string(profile.repair),
      "repaired": .bool(isRepaired),
    ])
    return .object(diagnostic.json.members + more.members)
  }
}
