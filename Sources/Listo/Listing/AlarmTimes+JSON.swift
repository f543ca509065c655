package import ListoEditing
package import ListoFormats
package import ListoModel

extension AlarmTimes {
  /// Returns alarms in order of time, as `listo alarms --json` prints them.
  ///
  ///     {"listo":"alarms","version":1,"alarms":[{"time":…,"id":…,"title":…,"list":…,"due":…,"isSnooze":true}]}
  ///
  /// `due` is that of the occurrence; `isSnooze` is present for snoozed alarms.
  ///
  /// - Parameters:
  ///   - rings: alarms of reminders of the catalog.
  ///   - catalog: the catalog of the reminders.
  ///   - context: the context that was used to find them.
  package static func json(of rings: [Ring], in catalog: Catalog, _ context: ViewContext) -> JSONValue {
    .object(present: [
      "listo": "alarms", "version": 1,
      "alarms": .array(
        rings.map { ring in
          let (title, list) = ring.titles(in: catalog)
          return .object(present: [
            "time": .string("\(ring.instant)"), "id": .string(ring.identifier.description),
            "title": .string(title), "list": .string(list),
            "due": ring.reminder(in: catalog, context)?.due.map { .string("\($0)") },
            "isSnooze": ring.isSnooze ? .bool(true) : nil,
          ])
        }),
    ])
  }
}

extension AlarmTimes.Ring {
  /// The titles of the reminder and of its list.
  package func titles(in catalog: Catalog) -> (title: String, list: String) {
    let path = catalog.indexPath(for: identifier) ?? catalog.masterPath(ofOccurrence: identifier)
    return (
      path.flatMap(catalog.reminder)?.title ?? "(untitled)", path.flatMap(catalog.list)?.list.title ?? ""
    )
  }

  /// The reminder, or the occurrence that a rule makes.
  fileprivate func reminder(in catalog: Catalog, _ context: ViewContext) -> Reminder? {
    catalog[identifier] ?? catalog.occurrence(identifier, in: context)
  }
}
