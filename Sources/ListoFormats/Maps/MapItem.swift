internal import TOML

/// A part of a map's TOML with its line: a value, or a table of parts.
struct MapItem {
  indirect enum Content {
    case value(TOMLDocument.Value)
    case list([MapItem])
    case table([(name: String, item: MapItem)])
  }

  var content: Content
  let line: Int

  /// All of a document.
  init(_ document: TOMLDocument) {
    self.init(content: .table([]), line: 1)
    for entry in document.entries {
      insert(entry.path[...], MapItem(entry.value, line: entry.lines.lowerBound), entry.lines.lowerBound)
    }
  }

  private init(content: Content, line: Int) { (self.content, self.line) = (content, line) }

  private init(_ value: TOMLDocument.Value, line: Int) {
    self.line = line
    switch value {
    case .array(let values): content = .list(values.map { MapItem($0, line: line) })
    case .table(let members):
      var table = MapItem(content: .table([]), line: line)
      for member in members { table.insert(member.key[...], MapItem(member.value, line: line), line) }
      content = table.content
    case .string, .integer, .boolean, .float, .date: content = .value(value)
    }
  }

  private mutating func insert(_ path: ArraySlice<String>, _ item: MapItem, _ line: Int) {
    guard let name = path.first, case .table(var members) = content else { return }
    let index = members.firstIndex { $0.name == name } ?? members.endIndex
    if index == members.endIndex { members.append((name, MapItem(content: .table([]), line: line))) }
    if path.count > 1 {
      members[index].item.insert(path.dropFirst(), item, line)
    } else {
      members[index].item = item
    }
    content = .table(members)
  }

  /// The text of a string.
  var string: String? {
    guard case .value(.string(let text)) = content else { return nil }
    return text
  }

  var integer: Int? {
    guard case .value(.integer(let number)) = content else { return nil }
    return number
  }

  var isTrue: Bool? {
    guard case .value(.boolean(let value)) = content else { return nil }
    return value
  }

  /// A text, a number or true and false, as it is written.
  var word: String? {
    guard case .value(let value) = content else { return nil }
    return value.text
  }

  /// The elements of an array; one that is none stands for itself.
  var elements: [MapItem] {
    guard case .list(let items) = content else { return [self] }
    return items
  }

  var members: [(name: String, item: MapItem)]? {
    guard case .table(let members) = content else { return nil }
    return members
  }
}
