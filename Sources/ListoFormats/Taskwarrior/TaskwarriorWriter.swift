package import ICalendar
package import ListoModel

/// Writes what `task import -` takes: an array of tasks, or one a line.
///
///     [
///     {"uuid":"b0114795-…","description":"Water the plants","status":"pending","project":"House",…},
///     …
///     ]
///
/// Dates are UTC times in full, as Taskwarrior 2.6 wants them (it crashes on a bare date, on one before 1980, on an empty
/// description); what they were exactly, and everything else that a reminder holds, stands in attributes whose names begin with
/// `listo_`, which Taskwarrior keeps. What is no reminder has no place and is counted.
///
/// Memory is constant but for the uuids, 100 bytes each: Taskwarrior keeps no two tasks of one uuid.
package struct TaskwarriorWriter: FormatWriter {
  package var losses: Losses
  private let isArray: Bool
  private var json = JSONText()
  private var isFirst = true
  private var uuids: Set<String> = []
  /// How often each uuid was there in a list, where it was more than once.
  private var holders: [String: Int] = [:]
  private var zones = ZoneLosses()

  /// - Parameter isArray: false for one task a line.
  package init(isArray: Bool = true, losses: Losses = Losses()) {
    (self.isArray, self.losses) = (isArray, losses)
  }

  /// Commas stand between tasks.
  package mutating func begin(_ output: inout [UInt8]) {
    if isArray { output += Array("[".utf8) }
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let header = calendar.context.header else { return }
    losses.add(header.properties, besides: Self.held, in: calendar.context)
  }

  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    let context = calendar.context
    guard component.kind == .vtodo else {
      if component.kind != .vtimezone { losses.add(component, in: context) }
      return
    }
    let reminder = DividedReminder(component, in: context)
    let status = reminder.fields.writtenStatus ?? Reminder(component, in: context).status
    let title = calendar.place.listTitle
    var task = TaskwarriorTask(reminder, status: status, project: title, in: context)
    if let uuid = task.text("uuid"), !uuids.insert(uuid).inserted {
      let free = freeUUID(uuid, calendar)
      task = TaskwarriorTask(reminder, status: status, project: title, uuid: free, in: context)
    }
    if isArray { output += Array((isFirst ? "\n" : ",\n").utf8) }
    isFirst = false
    task.write(to: &json)
    output += json.bytes
    if !isArray { output.append(0x0A) }
    json.bytes.removeAll(keepingCapacity: true)
    losses.add(encodingOf: component, in: context)
    zones.count(reminder, in: context, &losses)
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.add(other: item, besides: Self.held, in: calendar)
  }

  package mutating func end(_ output: inout [UInt8]) {
    if isArray { output += Array("\n]\n".utf8) }
  }

  /// For a second holder of a uuid: made of the list and how often the uuid was there.
  private mutating func freeUUID(_ uuid: String, _ calendar: Survey.Calendar) -> String {
    let name = "\(uuid)\n\(calendar.list)"
    while true {
      // Those that were given before are taken still: there is no need to look at them again.
      let number = holders[name, default: 1] + 1
      holders[name] = number
      let free = UUIDv5.string(name: Array("\(name)\n\(number)".utf8))
      if uuids.insert(free).inserted { return free }
    }
  }

  private static let held: Set<PropertyID> = [.name, .xWrCalname]
}
