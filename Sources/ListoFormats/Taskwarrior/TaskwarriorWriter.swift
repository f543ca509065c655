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
/// Memory is constant but for the uuids, 20 to 40 bytes each: Taskwarrior keeps no two tasks of one uuid.
package struct TaskwarriorWriter: StagedFormatWriter {
  package var losses: Losses
  private let isArray: Bool
  private var isFirst = true
  private var uuids: Set<UInt128> = []
  /// How often each uuid was there in a list, where it was more than once.
  private var holders: [String: Int] = [:]
  private var zones = ZoneLosses()
  private var quick = QuickTaskwarriorTask()
  /// Where ``quick`` writes.
  private var scratch: [UInt8] = []
  /// Reminders in the common case are written by ``QuickTaskwarriorTask``; without it all are written in the one complete way.
  var isQuick = true
  /// How many were written so.
  private(set) var quickCount = 0

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

  /// What is made of a reminder by itself.
  package struct Draft: Sendable {
    /// As a number.
    fileprivate let uuid: UInt128?
    fileprivate let json: [UInt8]
    /// From which it is made again, under another uuid.
    fileprivate let component: Component
  }

  /// - Returns: nil for what is no reminder.
  package mutating func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> Draft? {
    let context = calendar.context
    guard component.kind == .vtodo else {
      losses.addOther(component, in: context)
      return nil
    }
    losses.add(encodingOf: component, in: context)
    if isQuick, writeQuickly(component, calendar) {
      quickCount += 1
      // Of its own size: the room for it is larger.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(scratch.count)
      bytes += scratch
      return Draft(uuid: quick.uuid, json: bytes, component: component)
    }
    let reminder = DecomposedReminder(component, in: context)
    zones.count(reminder, in: context, &losses)
    let task = Self.task(reminder, uuid: nil, calendar)
    return Draft(uuid: task.text("uuid").flatMap(Self.number), json: Self.json(task), component: component)
  }

  /// Writes a reminder in the common case (``QuickTaskwarriorTask``); false in any other.
  private mutating func writeQuickly(_ component: Component, _ calendar: Survey.Calendar) -> Bool {
    var isDone = false
    scratch.removeAll(keepingCapacity: true)
    scratch.append(addingCapacity: component.byteCount * 2 + 1024) { output in
      isDone = quick.write(component, in: calendar, to: &output)
    }
    return isDone
  }

  /// A UUID as a number.
  private static func number(_ uuid: String) -> UInt128? {
    let bytes = Array(uuid.utf8)
    return QuickTaskwarriorTask.uuid(bytes.span, 0..<bytes.count)
  }

  package mutating func place(_ made: Draft?, in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let made else { return }
    if isArray { output += (isFirst ? "\n" : ",\n").utf8 }
    isFirst = false
    if let uuid = made.uuid, !uuids.insert(uuid).inserted {
      let reminder = DecomposedReminder(made.component, in: calendar.context)
      let own = Self.task(reminder, uuid: nil, calendar).text("uuid") ?? ""
      output += Self.json(Self.task(reminder, uuid: freeUUID(own, calendar), calendar))
    } else {
      output += made.json
    }
    if !isArray { output.append(0x0A) }
  }

  /// - Parameter uuid: nil for that which follows from the UID.
  private static func task(
    _ reminder: DecomposedReminder, uuid: String?, _ calendar: Survey.Calendar
  ) -> TaskwarriorTask {
    let status =
      reminder.fields.writtenStatus ?? Reminder(reminder.component, in: calendar.context).status
    return TaskwarriorTask(
      reminder, status: status, project: calendar.place.listTitle, uuid: uuid, in: calendar.context)
  }

  private static func json(_ task: TaskwarriorTask) -> [UInt8] {
    var json = JSONText()
    task.write(to: &json)
    return json.bytes
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
      if let number = Self.number(free), uuids.insert(number).inserted { return free }
    }
  }

  private static let held: Set<PropertyID> = [.name, .xWrCalname]
}
