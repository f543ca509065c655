package import ICalendar
package import ListoModel

/// Writes what `task import -` takes: an array of tasks, or one a line.
///
///     [
///     {"uuid":"b0114795-…","description":"Water the plants","status":"pending","project":"House",…},
///     …
///     ]
///
/// Dates are UTC times in full, as Taskwarrior 2.6 wants them (it crashes on a bare date, on one before 1980,
/// on an empty description); what they were exactly, and everything else that a reminder holds, stands in
/// attributes whose names begin with `listo_`, which Taskwarrior keeps. What is no reminder has no place and
/// is counted.
///
/// Memory is constant but for the uuids, 20 to 40 bytes each: Taskwarrior keeps no two tasks of one uuid.
package struct TaskwarriorWriter: StagedFormatWriter {
  package var losses: Losses
  private let isArray: Bool
  private var isFirst = true
  private var uuids: Set<UInt128> = []
  /// How often each uuid was there in a list, where it was more than once.
  private var holders: [String: Int] = [:]
  private var object = TaskwarriorObject()
  /// Where it is written.
  private var scratch: [UInt8] = []

  /// - Parameters:
  ///   - isArray: false for one task a line.
  ///   - zone: where dates are midnight and floating times are; nil for UTC.
  package init(isArray: Bool = true, zone: Zone? = nil, losses: Losses = Losses()) {
    (self.isArray, self.losses) = (isArray, losses)
    object.local = zone
  }

  /// Taskwarrior would make a task of an occurrence that was changed once more, if its series were a
  /// recurring task.
  package var needsOverrides: Bool { true }

  package mutating func expect(_ surveys: [Survey]) {
    object.overridden = surveys.reduce(into: []) { $0.formUnion($1.overriddenUIDs) }
  }

  /// Commas stand between tasks.
  package mutating func begin(_ output: inout [UInt8]) {
    if isArray { output += Array("[".utf8) }
  }

  package mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let header = calendar.context.header else { return }
    losses.add(header.properties, besides: Self.held, in: calendar.context)
  }

  /// The JSON of a reminder, made by itself.
  package struct Draft: Sendable {
    fileprivate let uuid: UInt128
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
    let component = component.inGivenForm
    object.take(component, in: calendar)
    object.reader.countEncoding(of: component, in: &losses)
    object.reader.countZones(component, in: &losses)
    write(component)
    // Of its own size: the room for it is larger.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scratch.count)
    bytes += scratch
    return Draft(uuid: object.uuid, json: bytes, component: component)
  }

  /// Writes the reminder that was taken in.
  private mutating func write(_ component: Component, uuid: UInt128? = nil) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(inRoomOf: component.byteCount * 2 + 1024) {
      object.write(component, uuid: uuid, to: &$0)
    }
  }

  package mutating func place(_ made: Draft?, in calendar: Survey.Calendar, _ output: inout [UInt8]) {
    guard let made else { return }
    if isArray { output += (isFirst ? "\n" : ",\n").utf8 }
    isFirst = false
    if uuids.insert(made.uuid).inserted {
      output += made.json
    } else {
      object.take(made.component, in: calendar)
      write(made.component, uuid: freeUUID(made.uuid, calendar))
      output += scratch
    }
    if !isArray { output.append(0x0A) }
  }

  package mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8]) {
    losses.add(other: item, besides: Self.held, in: calendar)
  }

  package mutating func end(_ output: inout [UInt8]) {
    if isArray { output += Array("\n]\n".utf8) }
  }

  /// For a second holder of a uuid: made of the list and how often the uuid was there.
  private mutating func freeUUID(_ uuid: UInt128, _ calendar: Survey.Calendar) -> UInt128 {
    let name = "\(TaskwarriorUUID.text(uuid))\n\(calendar.list)"
    while true {
      // Those that were given before are taken still: there is no need to look at them again.
      let number = holders[name, default: 1] + 1
      holders[name] = number
      let free = TaskwarriorUUID.number(hashing: Array("\(name)\n\(number)".utf8))
      if uuids.insert(free).inserted { return free }
    }
  }

  private static let held: Set<PropertyID> = [.name, .xWrCalname]
}
