/// The values of a record that a map uses, keeps or ignores, as a tree of members.
struct MapUsage: Sendable {
  private enum Use: Sendable { case used, kept }

  private var members: [String: MapUsage] = [:]
  /// The usage of each element of an array, of each element or member, and of single elements by their
  /// places in the paths.
  private var children: [MapPath.Step: MapUsage] = [:]
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
      children[first, default: MapUsage()].insert(path.dropFirst(), use)
    }
  }

  /// The usage of a value that several paths reach; nil for none.
  private static func union(_ usages: [MapUsage?]) -> MapUsage? {
    let all = usages.compactMap(\.self)
    guard var result = all.first else { return nil }
    for other in all.dropFirst() {
      result.use = result.use ?? other.use
      result.members.merge(other.members) { union([$0, $1]) ?? $0 }
      result.children.merge(other.children) { union([$0, $1]) ?? $0 }
    }
    return result
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
    // JSON within a text of JSON.
    let node = node.string.flatMap { JSONNode(whole: Array($0.utf8)) } ?? node
    if let values = node.members {
      // One value without an array around it is its only element.
      if children[.each]?.use != nil { return }
      let alone = Self.union([self, children[.each]])
      for member in values {
        let name = member.key.contains { ".[".contains($0) } ? "\"\(member.key)\"" : member.key
        let usage = Self.union([alone?.members[member.key], children[.any]])
        add(member.value, usage, path.isEmpty ? name : path + "." + name, depth: depth, to: &found)
      }
    } else if let values = node.elements {
      let each = Self.union([children[.each], children[.any]])
      for (index, value) in values.enumerated() {
        let own = Self.union([children[.index(index)], children[.index(index - values.count)]])
        let usage = own.map { Self.union([$0, each]) ?? $0 } ?? each
        add(value, usage, each == nil ? "\(path)[\(index)]" : path + "[*]", depth: depth, to: &found)
      }
    } else {
      add(node, children[.each], path, depth: depth, to: &found)
    }
  }

  private func add(
    _ node: JSONNode, _ usage: MapUsage?, _ path: String, depth: Int, to found: inout [MapEntry.Kept]
  ) {
    if let usage {
      usage.add(node, path, depth: depth + 1, to: &found)
    } else if !MapRecord.isEmpty(node) {
      found.append(MapEntry.Kept(key: path, reason: .unknown, value: MapRecord.whole(node)))
    }
  }
}
