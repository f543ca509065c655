internal import ICalendar

/// A property taken apart once: where its value and its parameters stand in the unfolded line.
///
/// It holds no reference, so that many can be kept and copied for nothing.
struct ContentLineParts: Sendable {
  let id: PropertyID
  /// Unfolded, not decoded.
  let value: Range<Int>
  /// From the first `;` to the colon before the value; empty where there are none.
  let parameters: Range<Int>

  /// A line without parameters.
  @inline(__always)
  init(_ id: PropertyID, plainValue value: Range<Int>) {
    (self.id, self.value) = (id, value)
    parameters = value.lowerBound - 1..<value.lowerBound - 1
  }

  /// - Parameter line: the unfolded line of a property that is not malformed.
  @inline(__always)
  init(_ property: Property, id: PropertyID, line: ArraySlice<UInt8>) {
    self.id = id
    let end = line.endIndex
    var index = line.startIndex
    while index < end {
      let byte = line[index]
      if byte == 0x3A {
        value = (index + 1)..<end
        parameters = index..<index
        return
      }
      if byte == 0x3B { break }
      index += 1
    }
    let length = property.value.count
    let start = min(index, end)
    value = (end - length)..<end
    parameters = start..<max(start, end - length - 1)
  }
}
