internal import ListoModel

extension Format {
  /// The format before iCalendar: `VCalendarReader`.
  public static let vCalendar = Format(
    name: "vcalendar", title: "vCalendar 1.0", extensions: ["vcs"],
    holds: "events and to-dos, before iCalendar",
    capabilities: Capabilities(.exact),
    recognise: { name, beginning in
      let isNamed = Recognition.has(name, ["vcs"])
      guard Recognition.hasLine(beginning, startingWith: "BEGIN:VCALENDAR") else {
        return isNamed ? .likely : .none
      }
      // Some programs call iCalendar .vcs.
      return Recognition.hasLine(beginning, startingWith: "VERSION:1.0")
        ? .certain : isNamed ? .possible : .none
    },
    makeReader: { _ in VCalendarReader() })
}
