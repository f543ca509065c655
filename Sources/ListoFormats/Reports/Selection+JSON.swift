package import ListoModel

/// Why a text is no selection that Listo saved.
package enum SelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No JSON, or cut off.
  case notJSON
  /// JSON, but no object with `"listo":"selection"`.
  case notSelection
  /// Written by a later version of Listo.
  case laterVersion(Int)
  /// A key that must be there is not.
  case missing(key: String)
  /// A key's value is of another type than it must be.
  case wrongType(key: String)
  /// The identifier cannot be read.
  case badIdentifier(String)

  public var description: String {
    switch self {
    case .notJSON: "this is not JSON, or it is truncated"
    case .notSelection: "this is not a selection: \"listo\":\"selection\" is missing"
    case .laterVersion(let version):
      "the selection has version \(version), from a later version of Listo; this version reads version 1"
    case .missing(let key): "the selection has no \"\(key)\""
    case .wrongType(let key): "the selection's \"\(key)\" has the wrong type"
    case .badIdentifier(let text): "the selection's identifier \"\(text)\" is invalid"
    }
  }
}

extension Selection {
  /// `{"listo":"selection","version":1,"identifier":…,"source":…,"list":…,"title":…,"created":…,"due":…}`;
  /// unknown values are absent.
  package var json: JSONValue {
    .object(present: [
      "listo": "selection", "version": 1, "identifier": .string(identifier.description),
      "source": .string(sourceTitle), "list": listTitle.map { .string($0) },
      "title": title.map { .string($0) },
      "created": created.map { .string($0) }, "due": due.map { .string($0) },
    ])
  }

  /// Reads JSON written by ``json``. The keys can be in any order; unknown keys are ignored.
  package init(json bytes: [UInt8]) throws(SelectionError) {
    try self.init(SelectionRecord(bytes))
  }

  init(_ record: SelectionRecord) throws(SelectionError) {
    guard record.listo == "selection" else { throw .notSelection }
    guard let version = record.version else { throw .missing(key: "version") }
    guard version == 1 else { throw .laterVersion(version) }
    guard let text = record.identifier else { throw .missing(key: "identifier") }
    guard let identifier = ModelIdentifier(text) else { throw .badIdentifier(text) }
    guard let source = record.source else { throw .missing(key: "source") }
    self.init(
      identifier: identifier, sourceTitle: source, listTitle: record.list, title: record.title,
      created: record.created, due: record.due)
  }
}

extension Resolution {
  /// The present state of a selection, as `listo show --selection --json` prints it for a saved one.
  ///
  ///     {"listo":"resolution","version":1,"answer":"found","elements":[a selection, …]}
  ///
  /// `answer` is its `word`. `elements` has the found element, the candidates, or, for a deleted element, the
  /// nearest one that exists.
  ///
  /// - Parameter catalog: the catalog that was searched.
  package func json(in catalog: Catalog) -> JSONValue {
    let paths =
      switch self {
      case .found(let path), .moved(let path): [path]
      case .similar(let paths): paths
      case .gone(let nearest): nearest.map { [$0] } ?? []
      }
    return .object(present: [
      "listo": "resolution", "version": 1, "answer": .string(word),
      "elements": .array(paths.compactMap { Selection($0, in: catalog)?.json }),
    ])
  }
}

/// The keys of a saved selection, as they are written: those that must be there are asked for by who needs
/// them.
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

  /// - Throws: ``SelectionError/notJSON``, ``SelectionError/notSelection``,
  ///   ``SelectionError/wrongType(key:)`` for the first of the keys that is of another type.
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

  /// The value of a key; nil where it is missing, or null.
  private static func value(_ key: String, _ node: JSONNode) -> JSONNode? {
    node[key].flatMap { $0.isNull ? nil : $0 }
  }
}

/// A selection, and the inputs from which it was made.
package struct SavedSelection: Sendable, Hashable {
  /// The selection.
  public var selection: Selection
  /// Absolute paths; none where they were the sources of the configuration.
  public var inputs: [String]

  /// - Parameter inputs: the places that it was selected in, as absolute paths.
  public init(_ selection: Selection, inputs: [String]) {
    (self.selection, self.inputs) = (selection, inputs)
  }

  /// The JSON of the selection, with `"inputs":[…]` where there are some.
  public var json: JSONValue {
    guard case .object(let members) = selection.json, !inputs.isEmpty else { return selection.json }
    return .object(members + [JSONValue.Member(key: "inputs", value: .array(inputs.map { .string($0) }))])
  }

  /// Reads JSON written by ``json``.
  public init(json bytes: [UInt8]) throws(SelectionError) {
    let record = try SelectionRecord(bytes)
    selection = try Selection(record)
    inputs = try record.texts("inputs")
  }
}
