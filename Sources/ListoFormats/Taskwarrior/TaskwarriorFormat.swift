internal import ICalendar
internal import ListoModel

extension Format {
  /// The format that `task export` writes and `task import` reads: `TaskwarriorReader`, `TaskwarriorWriter`.
  public static let taskwarrior = Format(
    name: "taskwarrior", title: "Taskwarrior JSON", extensions: ["json"],
    holds: "reminders, every field",
    options: [
      FormatOption("lines", "one task per line, without the brackets of an array"),
      FormatOption(
        "timezone", "the zone at whose midnight dates are written, such as Europe/Berlin", value: .text),
    ],
    capabilities: Capabilities(
      .exact,
      aspects: [
        .events: .none, .journals: .none, .otherComponents: .none, .calendarProperties: .none,
        .sources: .none, .lists: .approximate("their titles"), .timeZones: .approximate("their names"),
      ]),
    recognise: { _, beginning in
      let outline = JSONOutline(beginning)
      guard outline.shape == .object || outline.shape == .arrayOfObjects else { return .none }
      return TaskwarriorTask.isOne(outline) ? .certain : .none
    },
    makeReader: { _ in TaskwarriorReader() },
    makeWriter: { options, losses in
      let zone = options.value("timezone").flatMap { Zone.resolve(tzid: $0)?.zone }
      return TaskwarriorWriter(isArray: !options.contains("lines"), zone: zone, losses: losses)
    })
}
