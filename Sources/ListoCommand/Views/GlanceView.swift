internal import Listo

/// A glance in words.
enum GlanceView {
  /// `2 overdue, 3 today, next 14:00 Call the dentist`; nil where nothing is due.
  static func line(_ glance: Glance, _ context: ViewContext) -> String? {
    var parts: [String] = []
    if glance.overdue > 0 { parts.append("\(glance.overdue) overdue") }
    if glance.today > 0 { parts.append("\(glance.today) today") }
    if let next = glance.next { parts.append("next \(words(next, context))") }
    return parts.isEmpty ? nil : Visible.line(parts.joined(separator: ", "))
  }

  /// `{"text":…,"tooltip":…,"class":"overdue"|"today"|"none","overdue":…,"today":…,"next":{"title":…,"due":…}}`.
  static func json(_ glance: Glance, _ context: ViewContext) -> JSONValue {
    let counts = [
      glance.overdue > 0 ? "\(glance.overdue)!" : nil, glance.today > 0 ? "\(glance.today)" : nil,
    ]
    return .object(present: [
      "text": .string(counts.compactMap(\.self).joined(separator: " ")),
      "tooltip": .string(line(glance, context) ?? "nothing is due"),
      "class": .string(glance.overdue > 0 ? "overdue" : glance.today > 0 ? "today" : "none"),
      "overdue": .number(glance.overdue), "today": .number(glance.today),
      "next": glance.next.map { next in
        .object(present: ["title": next.title.map { .string($0) }, "due": next.due.map { .string("\($0)") }])
      },
    ])
  }

  private static func words(_ reminder: Reminder, _ context: ViewContext) -> String {
    let title = reminder.title ?? "(untitled)"
    guard let due = reminder.due else { return title }
    if case .date = due { return title }
    let local = context.zone.local(of: context.instant(of: due, zones: reminder.calendar.zones))
    let clock = RelativeDate.clock(local, context.dateStyle.clock)
    // A bar has little room.
    return "\(clock.hasPrefix("0") ? clock.dropFirst() : clock[...]) \(title)"
  }
}
