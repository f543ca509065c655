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
  /// Those of ``SavedSelection``, which the others do not depend on.
  private let members: [JSONNode.Member]

  /// - Throws: ``SelectionError/notJSON``, ``SelectionError/notSelection``, ``SelectionError/wrongType(key:)`` for the first of the keys that
  ///   is of another type.
  init(_ bytes: [UInt8]) throws(SelectionError) {
    guard String(validating: bytes, as: UTF8.self) != nil, let node = JSONNode(whole: bytes) else {
      throw .notJSON
    }
    guard case .object(let members) = node.content else { throw .notSelection }
    self.members = members
    listo = try Self.text("listo", members)
    switch Self.content("version", members) {
    case nil: version = nil
    case .number(let digits)?:
      guard let number = Int(digits) else { throw .notJSON }
      version = number
    default: throw .wrongType(key: "version")
    }
    identifier = try Self.text("identifier", members)
    source = try Self.text("source", members)
    list = try Self.text("list", members)
    title = try Self.text("title", members)
    created = try Self.text("created", members)
    due = try Self.text("due", members)
  }

  /// Texts of a key; none where it is missing.
  func texts(_ key: String) throws(SelectionError) -> [String] {
    switch Self.content(key, members) {
    case nil: return []
    case .array(let elements)?:
      var texts: [String] = []
      for element in elements {
        guard case .string(let text) = element.content else { throw .wrongType(key: key) }
        texts.append(text)
      }
      return texts
    default: throw .wrongType(key: key)
    }
  }

  private static func text(
    _ key: String, _ members: [JSONNode.Member]
  ) throws(SelectionError) -> String? {
    switch content(key, members) {
    case nil: return nil
    case .string(let text)?: return text
    default: throw key == "listo" ? .notSelection : .wrongType(key: key)
    }
  }

  /// What a key has; nil where it is missing, or null.
  private static func content(_ key: String, _ members: [JSONNode.Member]) -> JSONNode.Content? {
    guard let content = members.first(where: { $0.key == key })?.value.content else { return nil }
    if case .null = content { return nil }
    return content
  }
}
