internal import Listo

/// Alarms by the time at which they ring, for people and for scripts.
struct AlarmsView {
  let rings: [AlarmTimes.Ring]
  let catalog: Catalog
  let context: ViewContext

  var text: String {
    guard !rings.isEmpty else { return "No alarm rings.\n" }
    let names = catalog.shortNames()
    return rings.map { ring in
      let local = context.zone.local(of: ring.instant)
      let time = "\(local.day) \(RelativeDate.clock(local))"
      let (title, list) = words(of: ring)
      let again = ring.isSnooze ? "  (again)" : ""
      return Visible.line("\(time)  \(names.name(of: ring.identifier))  \(title), in \(list)\(again)") + "\n"
    }.joined()
  }

  /// `{"listo":"alarms","version":1,"alarms":[{"time":…,"id":…,"title":…,"list":…,"due":…,"isSnooze":…}]}`, in the order of time.
  var json: JSONValue {
    .object(present: [
      "listo": "alarms", "version": 1,
      "alarms": .array(
        rings.map { ring in
          let (title, list) = words(of: ring)
          return .object(present: [
            "time": .string("\(ring.instant)"), "id": .string(ring.identifier.description),
            "title": .string(title), "list": .string(list),
            "due": reminder(of: ring)?.due.map { .string("\($0)") },
            "isSnooze": ring.isSnooze ? .bool(true) : nil,
          ])
        }),
    ])
  }

  private func words(of ring: AlarmTimes.Ring) -> (title: String, list: String) {
    let path = catalog.indexPath(for: ring.identifier) ?? catalog.masterPath(ofOccurrence: ring.identifier)
    return (
      path.flatMap(catalog.reminder)?.title ?? "(untitled)", path.flatMap(catalog.list)?.list.title ?? ""
    )
  }

  private func reminder(of ring: AlarmTimes.Ring) -> Reminder? {
    catalog[ring.identifier]
      ?? catalog.showingOccurrence(ring.identifier, in: context)?.catalog[ring.identifier]
  }
}
