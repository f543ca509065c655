internal import ICalendar

/// The own lines of two versions of a component but for those at their beginning and at their end that are the same bytes.
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
}

extension PropertySet {
  /// The properties whose own lines are not the same bytes in all of these: about all others there is nothing to decide, to tell or to
  /// count.
  ///
  /// - Complexity: linear in the bytes of the components.
  init(differingIn components: [Component]) {
    self = []
    guard let first = components.first else { return }
    var (lines, others): ([LinePlace], [LinePlace]) = ([], [])
    first.places(into: &lines)
    for other in components.dropFirst() where other.bytes != first.bytes {
      other.places(into: &others)
      let rest = DifferingLines(lines, of: first.bytes, others, of: other.bytes)
      var asked = self
      for id in [rest.left, rest.right].joined().lazy.map(\.id) where !asked.contains(id) {
        asked.insert(id)
        let left = rest.left.lazy.filter { $0.id == id }.map { first.bytes[$0.extent] }
        let right = rest.right.lazy.filter { $0.id == id }.map { other.bytes[$0.extent] }
        if !left.elementsEqual(right) { insert(id) }
      }
    }
  }
}
