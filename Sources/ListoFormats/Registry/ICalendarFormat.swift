extension Format {
  /// RFC 5545.
  public static let iCalendar = Format(
    name: "icalendar", title: "iCalendar", extensions: ["ics", "ical", "ifb"],
    holds: "everything, byte for byte", capabilities: .everything,
    recognise: { name, beginning in
      let isNamed = Recognition.has(name, ["ics", "ical", "ifb"])
      // vCalendar 1.0 looks the same but for its version.
      if Recognition.hasLine(beginning, startingWith: "VERSION:1.0") { return isNamed ? .likely : .possible }
      let isShown = ["BEGIN:VCALENDAR", "BEGIN:VTODO"].contains {
        Recognition.hasLine(beginning, startingWith: $0)
      }
      return isShown ? .certain : isNamed ? .likely : .none
    })
}
