/// The fields of a header, in order. Names are compared ignoring case.
public struct HTTPHeaders: Sendable, Hashable {
  /// The fields in the order in which they were added or received.
  public private(set) var fields: [Field] = []

  /// One field of a header.
  public struct Field: Sendable, Hashable {
    /// The name, in any case.
    public let name: String
    /// The value, without blanks around it.
    public let value: String
  }

  /// An empty header.
  public init() {}

  /// The first value of a name; nil if there is none.
  public subscript(name: String) -> String? { values(name).first }

  /// Returns all values of a name.
  public func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// Appends a field. Control characters, which would end the field, are left out of the value.
  public mutating func add(_ name: String, _ value: String) {
    let clean = value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    fields.append(Field(name: name, value: String(String.UnicodeScalarView(clean))))
  }
}
