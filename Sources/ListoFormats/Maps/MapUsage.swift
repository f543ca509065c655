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
    settle()
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

  /// Joins the usages that can reach the same value, so that each value is looked up once.
  private mutating func settle() {
    let (each, any) = (children[.each], children[.any])
    // One value without an array around it is its only element.
    for (name, usage) in each?.members ?? [:] { members[name] = Self.union([members[name], usage]) }
    for name in members.keys { members[name] = Self.union([members[name], any]) }
    let all = Self.union([each, any])
    for step in children.keys where step != .any { children[step] = Self.union([children[step], all]) }
    if let all { children[.each] = all }
    for name in members.keys { members[name]?.settle() }
    for step in children.keys { children[step]?.settle() }
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
      if children[.each]?.use != nil { return }
      for member in values {
        let name = member.key.contains { ".[".contains($0) } ? "\"\(member.key)\"" : member.key
        let usage = members[member.key] ?? children[.any]
        add(member.value, usage, path.isEmpty ? name : path + "." + name, depth: depth, to: &found)
      }
    } else if let values = node.elements {
      let each = children[.each]
      for (index, value) in values.enumerated() {
        let usage = children[.index(index)] ?? children[.index(index - values.count)] ?? each
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
