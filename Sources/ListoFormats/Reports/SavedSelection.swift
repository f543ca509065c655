package import ListoModel

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
