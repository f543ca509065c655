internal import ICalendar

extension [UInt8] {
  /// Appends what a closure writes into room that was made before; where that uses all of it up, nothing, and the closure is called once
  /// more, with four times the room. To look at the room once costs less than to look at it for each byte.
  ///
  /// - Parameters:
  ///   - room: as many bytes are nearly always enough.
  ///   - write: leaves out what there is no room for; called again it writes the same.
  /// - Returns: how much room was enough.
  @discardableResult @inline(__always)
  mutating func append(inRoomOf room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) -> Int {
    var (room, isWhole) = (room, false)
    while true {
      append(addingCapacity: room) { output in
        write(&output)
        isWhole = !output.isFull
        if !isWhole { output.removeAll() }
      }
      if isWhole { return room }
      room *= 4
    }
  }
}
