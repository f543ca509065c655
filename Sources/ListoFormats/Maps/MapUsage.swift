/// The values of a record that a map uses, keeps or ignores, as a tree of members.
struct MapUsage: Sendable {
  private enum Use: Sendable { case used, kept }

  private var members: [String: MapUsage] = [:]
  /// The elements of an array, or each member.
  private var elements: [MapUsage] = []
  /// The use of the whole value.
  private var use: Use?

  /// Values nest no deeper.
  private static let depthLimit = 32

  init(_ used: [[MapPath.Step]], keeping kept: [[MapPath.Step]]) {
    for path in used where !path.isEmpty { insert(path[...], .used) }
    for path in kept where !path.isEmpty { insert(path[...], .kept) }
  }

  private init() {}

  private mutating func insert(_ path: ArraySlice<MapPath.Step>, _ use: Use) {
    guard let first = path.first else { return self.use = self.use ?? use }
    if case .key(let name) = first {
      members[name, default: MapUsage()].insert(path.dropFirst(), use)
    } else {
      if elements.isEmpty { elements = [MapUsage()] }
      elements[0].insert(path.dropFirst(), use)
    }
  }

  /// The values of a record that the map does not use, with their paths.
  ///
  /// - Complexity: linear in the members of the record.
  func unknown(in node: JSONNode) -> [MapEntry.Kept] {
    var found: [MapEntry.Kept] = []
    add(node, "", depth: 0, to: &found)
    return found
  }

  private func add(_ node: JSONNode, _ path: String, depth: Int, to found: inout [MapEntry.Kept]) {
    guard use == nil, depth < Self.depthLimit else {
      if use == .kept, !MapRecord.isEmpty(node) {
        found.append(MapEntry.Kept(key: path, reason: .asked, value: MapRecord.whole(node)))
      }
      return
    }
    if let values = node.members {
      for member in values {
        let name = member.key.contains { ".[".contains($0) } ? "\"\(member.key)\"" : member.key
        let inner = path.isEmpty ? name : path + "." + name
        if let usage = members[member.key] ?? elements.first {
          usage.add(member.value, inner, depth: depth + 1, to: &found)
        } else if !MapRecord.isEmpty(member.value) {
          found.append(
            MapEntry.Kept(key: inner, reason: .unknown, value: MapRecord.whole(member.value)))
        }
      }
    } else if let values = node.elements, let usage = elements.first {
      for value in values { usage.add(value, path + "[*]", depth: depth + 1, to: &found) }
    }
  }
}
