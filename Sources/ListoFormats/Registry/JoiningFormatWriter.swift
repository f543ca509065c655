package import ICalendar
package import ListoModel

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
