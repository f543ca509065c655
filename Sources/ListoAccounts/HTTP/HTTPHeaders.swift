/// Fields of a header, in order; names are compared without case.
package struct HTTPHeaders: Sendable, Hashable {
  /// As they were set, or came.
  package private(set) var fields: [Field] = []

  /// A name and its value.
  package struct Field: Sendable, Hashable {
    /// In any case.
    package let name: String
    /// Without blanks around it.
    package let value: String
  }

  /// None.
  package init() {}

  /// The first value of a name.
  package subscript(name: String) -> String? { values(name).first }

  /// All values of a name.
  package func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// A field behind the others. Control characters, which would end it, are left out of the value.
  package mutating func add(_ name: String, _ value: String) {
    let clean = value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    fields.append(Field(name: name, value: String(String.UnicodeScalarView(clean))))
  }
}
