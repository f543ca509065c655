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
    while start < min(end, otherEnd), bytes[lines[start].extent] == otherBytes[others[start].extent] {
      start += 1
    }
    while start < min(end, otherEnd), bytes[lines[end - 1].extent] == otherBytes[others[otherEnd - 1].extent]
    {
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
      for id in Set(rest.left.lazy.map(\.id)).union(rest.right.lazy.map(\.id)) where !contains(id) {
        let left = rest.left.lazy.filter { $0.id == id }.map { first.bytes[$0.extent] }
        let right = rest.right.lazy.filter { $0.id == id }.map { other.bytes[$0.extent] }
        if !left.elementsEqual(right) { insert(id) }
      }
    }
  }
}
