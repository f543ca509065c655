internal import ICalendar

/// The content lines that one version of a component has and another lacks, by their canonical form.
enum LineDifference {
  /// - Returns: what only `left` has and what only `right` has, each in the order of its component.
  static func between(_ left: Component, _ right: Component) -> (
    left: [MergeDecision.Line], right: [MergeDecision.Line]
  ) {
    let children = unmatched(left.children, right.children)
    let differing = PropertySet(differingIn: [left, right])
    let leftLines =
      lines(left, path: [], of: differing) + children.left.flatMap { allLines($0, path: [$0.name]) }
    let rightLines =
      lines(right, path: [], of: differing) + children.right.flatMap { allLines($0, path: [$0.name]) }
    let onlyLeft = subtract(rightLines, from: leftLines)
    let onlyRight = subtract(leftLines, from: rightLines)
    if onlyLeft.isEmpty && onlyRight.isEmpty && !(children.left.isEmpty && children.right.isEmpty) {
      // The same lines in other company: which alarm they stand in is the difference.
      return (
        children.left.flatMap { allLines($0, path: [$0.name]) }.map(\.line),
        children.right.flatMap { allLines($0, path: [$0.name]) }.map(\.line)
      )
    }
    return (onlyLeft, onlyRight)
  }

  /// All lines of a component and of those inside.
  static func lines(of component: Component) -> [MergeDecision.Line] {
    allLines(component, path: []).map(\.line)
  }

  private struct Entry {
    let line: MergeDecision.Line
    /// The path and what it says, value by value.
    let keys: [[UInt8]]
    /// It does not count how often it is said.
    let isSet: Bool
  }

  /// - Parameter properties: those that count; nil for all.
  private static func lines(
    _ component: Component, path: [String], of properties: PropertySet? = nil
  ) -> [Entry] {
    let place = Array(path.joined(separator: "/").utf8) + [0x0A]
    return component.properties.filter { properties?.contains($0.id) ?? true }.map { property in
      Entry(
        line: MergeDecision.Line(path: path, octets: Array(property.unfolded)),
        keys: CanonicalLine.elements(of: property).map { place + $0 },
        isSet: PropertyDefaults.isSet(property.id))
    }
  }

  private static func allLines(_ component: Component, path: [String]) -> [Entry] {
    lines(component, path: path) + component.children.flatMap { allLines($0, path: path + [$0.name]) }
  }

  /// The lines that are not among `others`, each of which counts once.
  private static func subtract(_ others: [Entry], from lines: [Entry]) -> [MergeDecision.Line] {
    var counts: [[UInt8]: Int] = [:]
    for entry in others { for key in entry.keys { counts[key, default: 0] += 1 } }
    return lines.compactMap { entry in
      if entry.isSet { return entry.keys.allSatisfy { counts[$0] != nil } ? nil : entry.line }
      guard let count = counts[entry.keys[0]], count > 0 else { return entry.line }
      counts[entry.keys[0]] = count - 1
      return nil
    }
  }

  /// The sub-components that the other side has not, an equal one counting once.
  private static func unmatched(
    _ left: [Component], _ right: [Component]
  ) -> (left: [Component], right: [Component]) {
    if left.elementsEqual(right, by: { $0.bytes == $1.bytes }) { return ([], []) }
    var counts: [CanonicalDigest: Int] = [:]
    let digests = { (child: Component) in CanonicalContent(nested: child).digest }
    for child in right { counts[digests(child), default: 0] += 1 }
    var onlyLeft: [Component] = []
    var matched: [CanonicalDigest: Int] = [:]
    for child in left {
      let digest = digests(child)
      if let count = counts[digest], count > 0 {
        counts[digest] = count - 1
        matched[digest, default: 0] += 1
      } else {
        onlyLeft.append(child)
      }
    }
    let onlyRight = right.filter { child in
      guard let count = matched[digests(child)], count > 0 else { return true }
      matched[digests(child)] = count - 1
      return false
    }
    return (onlyLeft, onlyRight)
  }
}
