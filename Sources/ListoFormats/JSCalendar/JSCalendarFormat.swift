internal import ListoModel

extension Format {
  /// RFC 8984, and the draft of its second version.
  public static let jsCalendar = Format(
    name: "jscalendar", title: "JSCalendar", extensions: ["jscal", "json"],
    holds: "everything; data that JSCalendar lacks is kept as jCal in iCalendar members",
    options: [
      FormatOption(
        "bis", "write the second version of JSCalendar: recurrenceRule instead of recurrenceRules")
    ],
    capabilities: Capabilities(.exact, aspects: [.sources: .none]),
    recognise: { name, beginning in
      let isNamed = Recognition.has(name, ["jscal"])
      let outline = JSONOutline(beginning)
      switch outline.shape {
      case .object, .arrayOfObjects:
        // JSON-LD has an `Event` too.
        if ["Group", "Task", "Event"].contains(outline.keys["@type"]), !outline.has("@context") {
          return .certain
        }
        return isNamed ? .likely : .none
      default: return isNamed ? .likely : .none
      }
    },
    makeReader: { _ in JSCalendarReader() },
    makeWriter: { JSCalendarWriter(isBis: $0.contains("bis"), losses: $1) })
}
