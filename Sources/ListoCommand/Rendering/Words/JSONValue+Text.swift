internal import Listo

extension JSONValue {
  /// As a person reads it, indented, with a line feed behind it.
  var prettyText: String { String(decoding: pretty, as: UTF8.self) }
}
