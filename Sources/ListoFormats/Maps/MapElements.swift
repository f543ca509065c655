internal import ICalendar
internal import XMLEvents

/// Elements of XML as values of JSON: an element with others in it, or with attributes, is an object, and
/// another one is a text. Elements of one name are an array.
struct MapElements {
  private struct Open {
    let name: String
    let line: Int
    var members: [JSONNode.Member] = []
    var text: [UInt8] = []
  }

  private var open: [Open] = []
  /// Elements nest no deeper.
  private static let depthLimit = 100
  /// The open elements that are nested deeper.
  private var deeper = 0
  private var size = 0
  private let itemSize: Int
  /// The paths of the elements that are wanted.
  private let wanted: Set<[String]>

  init(wanted: Set<[String]>, itemSize: Int) { (self.wanted, self.itemSize) = (wanted, itemSize) }

  /// The names of the open elements.
  var path: [String] { open.map(\.name) }

  /// Takes the next event.
  ///
  /// - Returns: a wanted element that ends with it, and its path.
  mutating func take(_ event: XMLEvent) -> (path: [String], node: JSONNode)? {
    switch event {
    case .begin(let name, _, let line):
      guard deeper == 0, open.count < Self.depthLimit else {
        deeper += 1
        return nil
      }
      open.append(Open(name: name, line: line))
    case .attribute(let name, _, let value):
      guard deeper == 0, let line = open.last?.line else { return nil }
      add(name, JSONNode(content: .string(value), line: line))
    case .text(let text):
      guard deeper == 0, size < itemSize, !open.isEmpty else { return nil }
      size += text.count
      open[open.count - 1].text += text
    case .end:
      guard deeper == 0 else {
        deeper -= 1
        return nil
      }
      let path = self.path
      guard let element = open.popLast() else { return nil }
      let node = Self.node(element)
      guard wanted.contains(path) else {
        // Elements around the wanted ones hold nothing.
        if wanted.contains(where: { path.starts(with: $0) }) { add(element.name, node) }
        return nil
      }
      size = 0
      return (path, node)
    }
    return nil
  }

  private mutating func add(_ name: String, _ value: JSONNode) {
    guard !open.isEmpty else { return }
    let last = open.count - 1
    guard let index = open[last].members.firstIndex(where: { $0.key == name }) else {
      return open[last].members.append(JSONNode.Member(key: name, value: value))
    }
    let before = open[last].members[index].value
    let all = JSONNode(content: .array((before.elements ?? [before]) + [value]), line: before.line)
    open[last].members[index] = JSONNode.Member(key: name, value: all)
  }

  private static func node(_ element: Open) -> JSONNode {
    let text = CSVCell.trimmed(String(decoding: element.text, as: UTF8.self))
    guard !element.members.isEmpty else { return JSONNode(content: .string(text), line: element.line) }
    return JSONNode(content: .object(element.members), line: element.line)
  }
}
