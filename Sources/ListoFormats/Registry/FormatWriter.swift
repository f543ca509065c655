public import ICalendar
public import ListoModel

/// Writes one format: it is told what comes, in order, and appends bytes. What a writer does not need, it leaves to the defaults, which
/// write nothing.
///
/// What it cannot hold it counts in `losses`, since nothing is lost in silence (Documentation/Laws.md).
public protocol FormatWriter: Sendable {
  /// A component's bytes depend on nothing but the component and its calendar, so that batches may be
  /// written on several cores by copies of one writer, and joined in order. False by default.
  var isStateless: Bool { get }
  /// What had no place in the format so far.
  var losses: Losses { get set }

  mutating func begin(_ output: inout [UInt8])
  /// The same where it is known how many calendars will follow. What a writer asks for that has to know; others
  /// have the one above.
  mutating func begin(calendars: Int, _ output: inout [UInt8])
  mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8])
  /// - Parameter holder: 1 for the first component of its name in its list, 2 for the second, …
  mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8])
  /// Properties of the calendar behind its first component, and bytes that are no component.
  mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8])
  mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8])
  mutating func end(_ output: inout [UInt8])
}

extension FormatWriter {
  /// It has a state.
  public var isStateless: Bool { false }
  /// Writes nothing.
  public mutating func begin(_ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8]) {}
  /// Writes nothing.
  public mutating func end(_ output: inout [UInt8]) {}

  /// Writes what it does for any number of calendars.
  public mutating func begin(calendars: Int, _ output: inout [UInt8]) { begin(&output) }

  /// Is told of the next item, whatever it is.
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
