public import ICalendar
public import ListoModel

/// Writes one format: it is told what comes, in order, and appends bytes. What a writer does not need, it leaves to the defaults, which
/// write nothing.
///
/// What it cannot hold it counts in `losses`, since nothing is lost in silence (Documentation/Laws.md).
public protocol FormatWriter: Sendable {
  /// What becomes of a component before it has its place: see `StagedFormatWriter`. That of a writer which is told of one component
  /// after the other is the component itself.
  associatedtype Made: Sendable = UnmadeComponent

  /// A component's bytes depend on nothing but the component and its calendar, so that batches may be
  /// written on several cores by copies of one writer, and joined in order. False by default.
  var isStateless: Bool { get }
  /// With how many bytes each component begins that part it from the one before it, so that the first has none of them. 0 by default;
  /// asked of a stateless writer alone.
  var separatorCount: Int { get }
  /// What had no place in the format so far.
  var losses: Losses { get set }

  /// Is told of all inputs, before copies are made and anything is written. An input of one calendar may come without it.
  mutating func expect(_ surveys: [Survey])
  /// It has to know which series have changed occurrences before it writes one of them. False by default.
  var needsOverrides: Bool { get }
  /// Writes what stands before all calendars.
  mutating func begin(_ output: inout [UInt8])
  /// The same where it is known how many calendars will follow. What a writer asks for that has to know; others
  /// have the one above.
  mutating func begin(calendars: Int, _ output: inout [UInt8])
  /// Writes what stands before the components of a calendar.
  mutating func open(_ calendar: Survey.Calendar, _ output: inout [UInt8])
  /// Writes a component of the calendar that was opened last.
  ///
  /// - Parameter holder: 1 for the first component of its name in its list, 2 for the second, …
  mutating func write(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, _ output: inout [UInt8])
  /// The first step of ``write(_:holder:in:_:)``: what is made of a component and its calendar alone, by any copy of the writer, on any
  /// thread. The losses of this step count in that copy.
  mutating func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> Made
  /// The same, added to what was made of components before it in the same calendar.
  ///
  /// - Returns: false where each stands alone, so that nothing was done: the default.
  mutating func make(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, behind made: inout Made
  ) -> Bool
  /// The second step, in the order of the input.
  mutating func place(_ made: Made, in calendar: Survey.Calendar, _ output: inout [UInt8])
  /// Properties of the calendar behind its first component, and bytes that are no component.
  mutating func writeOther(_ item: Item, in calendar: Survey.Calendar?, _ output: inout [UInt8])
  /// Writes what stands behind the components of a calendar.
  mutating func close(_ calendar: Survey.Calendar, _ output: inout [UInt8])
  /// Writes what stands behind all calendars; nothing follows.
  mutating func end(_ output: inout [UInt8])
}

/// A writer of two steps: the dear one, which takes a component apart, is done on all cores; the other one puts what came of it where it
/// belongs, with commas, elements and trees around it.
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
public struct UnmadeComponent: Sendable {
  fileprivate let component: Component
  fileprivate let holder: Int
}

extension FormatWriter where Made == UnmadeComponent {
  /// Leaves it all to ``place(_:in:_:)``.
  public func make(_ component: Component, holder: Int, in calendar: Survey.Calendar) -> UnmadeComponent {
    UnmadeComponent(component: component, holder: holder)
  }

  /// Writes the component.
  public mutating func place(
    _ made: UnmadeComponent, in calendar: Survey.Calendar, _ output: inout [UInt8]
  ) {
    write(made.component, holder: made.holder, in: calendar, &output)
  }
}

extension FormatWriter {
  /// Each stands alone.
  public mutating func make(
    _ component: Component, holder: Int, in calendar: Survey.Calendar, behind made: inout Made
  ) -> Bool { false }

  /// Nothing parts them.
  public var separatorCount: Int { 0 }

  /// A writer has a state unless it says otherwise.
  public var isStateless: Bool { false }
  /// Needs to know none of them.
  public mutating func expect(_ surveys: [Survey]) {}
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
