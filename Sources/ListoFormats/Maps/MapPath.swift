/// A path to values in a record of JSON: `due.date`, `checklists[*].items[*]`, `^.title`.
///
/// A full stop goes to a member, `[0]` and `[-1]` to an element, `[*]` to each element, and `*` to each
/// element or member. `^` at the beginning goes to the object that holds the record, `$` to the top of the
/// document, and `@` is the record. A text on the way is read as JSON.
struct MapPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case key(String)
    /// Counted from 0; from -1 at the end.
    case index(Int)
    /// Each element of an array: `[*]`.
    case each
    /// Each element of an array, or each member of an object: `*`.
    case any
  }

  enum Origin: Sendable, Hashable {
    case record
    /// So many objects further out.
    case outer(Int)
    case document
  }

  let text: String
  let origin: Origin
  let steps: [Step]

  /// Nil for a text that is no path.
  init?(_ text: String) {
    self.text = text
    var rest = text[...]
    switch rest.first {
    case "$":
      rest.removeFirst()
      origin = .document
    case "@" where rest.count == 1:
      rest = ""
      origin = .record
    case "^":
      let depth = rest.prefix { $0 == "^" }.count
      rest = rest.dropFirst(depth)
      origin = .outer(depth)
    default:
      guard !rest.isEmpty else { return nil }
      origin = .record
    }
    guard let steps = Self.steps(&rest, needsStop: origin != .record), rest.isEmpty else { return nil }
    self.steps = steps
  }

  private static func steps(_ rest: inout Substring, needsStop: Bool) -> [Step]? {
    var steps: [Step] = []
    var needsStop = needsStop
    while let first = rest.first {
      if first == "[" {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inside = rest[rest.index(after: rest.startIndex)..<end]
        guard let step = inside == "*" ? Step.each : Int(inside).map(Step.index) else { return nil }
        steps.append(step)
        rest = rest[rest.index(after: end)...]
      } else {
        if needsStop {
          guard first == "." else { return nil }
          rest.removeFirst()
        }
        guard let name = name(&rest) else { return nil }
        steps.append(name)
      }
      needsStop = true
    }
    return steps
  }

  /// A name up to the next full stop or bracket, or one in quotation marks.
  private static func name(_ rest: inout Substring) -> Step? {
    if rest.first == "\"" {
      let inside = rest.dropFirst()
      guard let end = inside.firstIndex(of: "\"") else { return nil }
      rest = inside[inside.index(after: end)...]
      return .key(String(inside[..<end]))
    }
    let name = rest.prefix { $0 != "." && $0 != "[" }
    guard !name.isEmpty else { return nil }
    rest = rest[name.endIndex...]
    return name == "*" ? .any : .key(String(name))
  }

  /// The first member on the way in the record; nil for another origin.
  var firstKey: String? {
    guard origin == .record, case .key(let key)? = steps.first else { return nil }
    return key
  }

  /// The names of the members on the way.
  var names: [String] {
    steps.compactMap { step in if case .key(let name) = step { name } else { nil } }
  }

  /// The values to which the steps lead.
  ///
  /// - Complexity: linear in the values on the way, of which each is met once.
  static func values(of steps: ArraySlice<Step>, in node: JSONNode) -> [JSONNode] {
    var nodes = [node]
    for step in steps {
      var next: [JSONNode] = []
      for node in nodes {
        // JSON within a text of JSON.
        let node = node.string.flatMap { JSONNode(whole: Array($0.utf8)) } ?? node
        switch step {
        case .key(let key): if let value = node[key] { next.append(value) }
        case .index(let index):
          let elements = node.elements ?? []
          let place = index < 0 ? elements.count + index : index
          if elements.indices.contains(place) { next.append(elements[place]) }
        case .each:
          // One value without an array around it, as in XML and in notes.
          next += node.elements ?? (MapRecord.isEmpty(node) ? [] : [node])
        case .any:
          next += node.elements ?? node.members?.map(\.value) ?? []
        }
      }
      nodes = next
    }
    return nodes
  }
}
