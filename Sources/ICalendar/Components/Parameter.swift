/// A parameter of a property (RFC 5545 §3.2).
public struct Parameter: Sendable, Hashable {
  /// The name in upper case.
  public var name: String
  /// Its values, decoded by RFC 6868, without quotation marks.
  public var values: [String]

  /// A parameter of this name, in upper case, with its values, decoded.
  public init(name: String, values: [String]) {
    (self.name, self.values) = (name, values)
  }

  /// The first value; empty if there is none.
  public var value: String { values.first ?? "" }
}
