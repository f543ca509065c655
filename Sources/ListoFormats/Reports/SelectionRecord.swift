/// The keys of a saved selection, as they are written: those that must be there are asked for by who needs them.
struct SelectionRecord {
  let listo: String?
  let version: Int?
  let identifier: String?
  let source: String?
  let list: String?
  let title: String?
  let created: String?
  let due: String?
  /// The whole object.
  private let node: JSONNode

  /// - Throws: ``SelectionError/notJSON``, ``SelectionError/notSelection``, ``SelectionError/wrongType(key:)`` for the first of the keys that
  ///   is of another type.
  init(_ bytes: [UInt8]) throws(SelectionError) {
    guard let node = JSONNode(whole: bytes, isExact: true) else { throw .notJSON }
    guard node.isObject else { throw .notSelection }
    self.node = node
    listo = try Self.text("listo", node)
    version = try Self.value("version", node).map { (value) throws(SelectionError) in
      guard value.isNumber else { throw .wrongType(key: "version") }
      guard let number = value.integer else { throw .notJSON }
      return number
    }
    identifier = try Self.text("identifier", node)
    source = try Self.text("source", node)
    list = try Self.text("list", node)
    title = try Self.text("title", node)
    created = try Self.text("created", node)
    due = try Self.text("due", node)
  }

  /// Texts of a key; none where it is missing.
  func texts(_ key: String) throws(SelectionError) -> [String] {
    guard let value = Self.value(key, node) else { return [] }
    guard let elements = value.elements else { throw .wrongType(key: key) }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { throw .wrongType(key: key) }
    return texts
  }

  private static func text(_ key: String, _ node: JSONNode) throws(SelectionError) -> String? {
    guard let value = value(key, node) else { return nil }
    guard let text = value.string else { throw key == "listo" ? .notSelection : .wrongType(key: key) }
    return text
  }

  /// What a key has; nil where it is missing, or null.
  private static func value(_ key: String, _ node: JSONNode) -> JSONNode? {
    node[key].flatMap { $0.isNull ? nil : $0 }
  }
}
