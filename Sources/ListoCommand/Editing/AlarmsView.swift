internal import Listo

/// Alarms by the time at which they ring, for people.
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
      let (title, list) = ring.titles(in: catalog)
      let again = ring.isSnooze ? "  (again)" : ""
      return Visible.line("\(time)  \(names.name(of: ring.identifier))  \(title), in \(list)\(again)") + "\n"
    }.joined()
  }
}
