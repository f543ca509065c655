internal import ICalendar

/// A property taken apart once: its value and the bytes of its parameters.
struct ContentLineParts: Sendable {
  let property: Property
  let id: PropertyID
  /// Unfolded, not decoded.
  let value: ArraySlice<UInt8>
  /// From the first `;` to the colon before the value; empty where there are none.
  let parameters: ArraySlice<UInt8>

  /// - Parameter property: a content line that is not malformed.
  @inline(__always)
  init(_ property: Property, id: PropertyID) {
    (self.property, self.id) = (property, id)
    let line = property.unfolded
    let end = line.endIndex
    var index = line.startIndex
    while index < end {
      let byte = line[index]
      if byte == 0x3A {
        value = line[(index + 1)...]
        parameters = []
        return
      }
      if byte == 0x3B { break }
      index += 1
    }
    let value = property.value
    self.value = value
    let start = min(index, end)
    parameters = line[start..<max(start, end - value.count - 1)]
  }
}
