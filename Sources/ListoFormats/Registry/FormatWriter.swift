package import ICalendar
package import ListoModel

/// Writes one format. Its functions are called in the order of the output and append bytes. A writer
/// implements those that it needs; the defaults write nothing.
///
/// A writer counts everything that the format cannot hold in `losses`, so that no loss is silent
/// (Documentation/Laws.md).
package protocol FormatWriter: Sendable {
  /// The intermediate result for a component before its position is known: see `StagedFormatWriter`. For a
  /// writer that takes components one by one, this is the component itself.
  associatedtype Made: Sendable = UnmadeComponent

  /// Whether a component's bytes depend only on the component and its calendar, so that copies of the writer
  /// can write batches on several cores, joined in order. False by default.
  var isStateless: Bool { get }
  /// The number of leading bytes of each component that separate it from the one before; the first component
  /// has no separator. 0 by default; only used for stateless writers.
  var separatorCount: Int { get }
  /// The losses so far.
  var losses: Losses { get set }

  /// Receives the surveys of all inputs, before copies are made and anything is written. It may not be called
  /// for an input of one calendar, or without ``needsCalendars``.
  mutating func expect(_ surveys: [Survey])
  /// The writer needs to know all calendars, or how many there are, before it writes the first one.
  /// False by default.
  var needsCalendars: Bool { get }
  /// Whether the writer needs to know which series have changed occurrences before it writes one of them.
  /// False by default.
  var needsOverrides: Bool { get }
  /// Writes the bytes before all calendars.
  mutating func begin(_ output: inout [UInt8])
  /// Writes the bytes before all calendars, with the number of calendars. Implement this function instead of
  /// the one above if the writer needs the number.
  mutating func begin(calendars: Int, _ output: inout [UInt8])
  /// Writes the bytes before the components of a calendar.
  mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8])
  /// Writes a component of the calendar that was opened last.
  ///
  /// - Parameter holder: 1 for the first component of its name in its list, 2 for the second, …
  mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8])
  /// The first step of ``write(_:holder:in:_:)``, which depends only on a component and its calendar. Any
  /// copy of the writer may be called, on any thread. The losses of this step count in that copy.
  mutating func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> Made
  /// Adds a component to the intermediate result of earlier components of the same calendar.
  ///
  /// - Returns: false if each component has a result by itself, so nothing was added: the default.
  mutating func make(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, behind made: inout Made
  ) -> Bool
  /// The second step, in the order of the input.
  mutating func place(_ made: Made, in calendar: Survey.Calendar, _ output: inout [UInt8])
  /// Writes properties of the calendar after its first component, and bytes outside of components.
  mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8])
  /// Writes the bytes after the components of a calendar.
  mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8])
  /// Writes the bytes after all calendars; nothing follows.
  mutating func end(_ output: inout [UInt8])
}

/// A writer of two steps: the dear one, which takes a component apart, is done on all cores; the other one
/// puts what came of it where it belongs, with commas, elements and trees around it.
package protocol StagedFormatWriter: FormatWriter {}

extension StagedFormatWriter {
  /// Both steps, which a conforming type has of its own.
  package mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    place(make(component, holder: holder, in: calendar), in: calendar, &output)
  }
}

/// A component of which nothing is made before it is written.
package struct UnmadeComponent: Sendable {
  fileprivate let component: Component
  fileprivate let holder: Int
}

extension FormatWriter where Made == UnmadeComponent {
  /// Leaves it all to ``place(_:in:_:)``.
  package func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> UnmadeComponent {
    UnmadeComponent(component: component, holder: holder)
  }

  /// Writes the component.
  package mutating func place(
    _ made: UnmadeComponent, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    write(made.component, holder: made.holder, in: calendar, &output)
  }
}

extension FormatWriter {
  /// Each component has a result by itself.
  public mutating func make(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, behind made: inout Made
  ) -> Bool { false }

  /// No separator.
  public var separatorCount: Int { 0 }

  /// A writer has a state unless it says otherwise.
  public var isStateless: Bool { false }
  /// Ignores the surveys.
  public mutating func expect(_ surveys: [Survey]) {}
  /// Writes each calendar by itself.
  public var needsCalendars: Bool { false }
  /// Writes each occurrence by itself.
  public var needsOverrides: Bool { false }
  /// Writes nothing.
  public mutating func begin(_ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func end(_ output: inout [UInt8]) {}

  /// Ignores the number of calendars.
  public mutating func begin(calendars: Int, _ output: inout [UInt8]) { begin(&output) }

  /// Writes the next item, whatever its kind.
  public mutating func write(
    _ item: Item, holder: Int, in calendar: Survey.Calendar?, _ output: inout [UInt8]
  ) {
    switch item {
    case .open: if let calendar { open(calendar, &output) }
    case .component(let component):
      if let calendar { write(component, holder: holder, in: calendar, &output) }
    case .close: if let calendar { close(calendar, &output) }
    case .properties, .other: writeOther(item, in: calendar, &output)
    case .problem: break
    }
  }
}

/// A writer whose components stand one behind the other within their calendar, with the same bytes between
/// them, so that what is made of several is one piece.
package protocol JoiningFormatWriter: StagedFormatWriter where Made == [UInt8] {
  /// The bytes between two components.
  static var separator: [UInt8] { get }

  /// Appends what is written of a component.
  mutating func append(_ component: Component, of calendar: Survey.Calendar, to made: inout [UInt8])
}

extension JoiningFormatWriter {
  /// The bytes that are written for a component.
  package mutating func make(
    _ component: Component, holder: Int, in calendar: Survey.Calendar
  ) -> [UInt8] {
    var made: [UInt8] = []
    // It is mostly less than twice as long.
    made.reserveCapacity(component.bytes.count * 2)
    append(component, of: calendar, to: &made)
    return made
  }

  /// The same, behind what was made before it, up to 64 KB.
  package mutating func make(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, behind made: inout [UInt8]
  ) -> Bool {
    guard made.makeRoomForMore() else { return false }
    made.append(contentsOf: Self.separator)
    append(component, of: calendar, to: &made)
    return true
  }
}
