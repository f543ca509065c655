internal import ICalendar

/// The own lines of two versions of a component but for those at their beginning and at their end that are
/// the same bytes.
struct DifferingLines {
  let left: ArraySlice<LinePlace>
  let right: ArraySlice<LinePlace>

  /// - Parameters:
  ///   - lines: of a component, with its bytes.
  ///   - others: of another, with its bytes.
  /// - Complexity: linear in the bytes that are the same.
  init(
    _ lines: [LinePlace], of bytes: ArraySlice<UInt8>, _ others: [LinePlace], of otherBytes: ArraySlice<UInt8>
  ) {
    var start = 0
    var (end, otherEnd) = (lines.count, others.count)
    let (first, other) = (bytes.span, otherBytes.span)
    let (shift, otherShift) = (bytes.startIndex, otherBytes.startIndex)
    func isSame(_ line: Int, _ otherLine: Int) -> Bool {
      let (one, two) = (lines[line].extent, others[otherLine].extent)
      return one.count == two.count
        && first.isSame(one.count, from: one.lowerBound - shift, as: other, from: two.lowerBound - otherShift)
    }
    while start < min(end, otherEnd), isSame(start, start) { start += 1 }
    while start < min(end, otherEnd), isSame(end - 1, otherEnd - 1) {
      end -= 1
      otherEnd -= 1
    }
    (left, right) = (lines[start..<end], others[start..<otherEnd])
  }

  var isEmpty: Bool { left.isEmpty && right.isEmpty }

  /// The lines of a property are the same bytes on both sides, in the same order.
  func isSame(_ id: PropertyID, of bytes: ArraySlice<UInt8>, _ otherBytes: ArraySlice<UInt8>) -> Bool {
    let (first, other) = (bytes.span, otherBytes.span)
    let (shift, otherShift) = (bytes.startIndex, otherBytes.startIndex)
    var next = right.startIndex
    for place in left where place.id == id {
      while next < right.endIndex, right[next].id != id { next += 1 }
      guard next < right.endIndex else { return false }
      let (one, two) = (place.extent, right[next].extent)
      guard one.count == two.count,
        first.isSame(one.count, from: one.lowerBound - shift, as: other, from: two.lowerBound - otherShift)
      else { return false }
      next += 1
    }
    return !right[next...].contains { $0.id == id }
  }
}

extension PropertySet {
  /// The properties whose own lines are not the same bytes in all of these: about all others there is nothing
  /// to decide, to tell or to count.
  ///
  /// - Complexity: linear in the bytes of the components.
  init(differingIn components: [Component]) {
    self = []
    guard let first = components.first else { return }
    var (lines, others): ([LinePlace], [LinePlace]) = ([], [])
    first.places(into: &lines)
    for other in components.dropFirst() where other.bytes != first.bytes {
      other.places(into: &others)
      insert(DifferingLines(lines, of: first.bytes, others, of: other.bytes), of: first.bytes, other.bytes)
    }
  }

  /// Puts those in whose own lines are not the same bytes in two components, given the lines of both but for
  /// those at the beginning and at the end that are the same.
  mutating func insert(_ rest: DifferingLines, of bytes: ArraySlice<UInt8>, _ otherBytes: ArraySlice<UInt8>) {
    var asked = self
    for side in [rest.left, rest.right] {
      for place in side where !asked.contains(place.id) {
        asked.insert(place.id)
        if !rest.isSame(place.id, of: bytes, otherBytes) { insert(place.id) }
      }
    }
  }
}
