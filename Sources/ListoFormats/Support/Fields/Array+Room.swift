internal import ICalendar

extension [UInt8] {
  /// Appends what a closure writes into room that was made before; where that uses all of it up, nothing, and
  /// the closure is called once more, with four times the room. To look at the room once costs less than to
  /// look at it for each byte.
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

  /// Makes room for what is written of further components behind these: up to 64 KB together, which stay near
  /// the processor until they are copied to where they belong.
  ///
  /// - Returns: false where it is as much already.
  mutating func makeRoomForMore() -> Bool {
    guard count < 48 << 10 else { return false }
    reserveCapacity(64 << 10)
    return true
  }
}
