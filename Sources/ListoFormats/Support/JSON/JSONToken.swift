/// The next part of a JSON text.
enum JSONToken: Sendable, Hashable {
  case beginObject, endObject, beginArray, endArray
  case key(String)
  case string(String)
  /// As it is written.
  case number(String)
  case bool(Bool)
  case null
  /// A value that is too large or nested too deep, and was passed over; a Diagnostic says so.
  case omitted
  /// Here the text is no JSON; a Diagnostic says why. ``JSONReader/recover(depth:)`` finds where it goes on.
  case broken
  case end
}

/// A token without its text, which stands behind the texts of the reader's draft.
enum JSONStep: Sendable {
  case beginObject, endObject, beginArray, endArray, key, string, number, yes, no, null, omitted, broken, end

  /// The kind of a value that holds no others.
  var kind: JSONDocument.Part.Kind {
    switch self {
    case .string: .string
    case .number: .number
    case .yes: .yes
    case .no: .no
    case .null: .null
    default: .omitted
    }
  }
}
