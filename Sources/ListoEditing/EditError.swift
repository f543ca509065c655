public import ListoModel

/// Why a change is refused; nothing is changed then.
public enum EditError: Error, Sendable, Hashable {
  case notFound(ModelIdentifier)
  /// The list is read-only, or of a format that is not edited.
  case readOnly(list: ModelIdentifier, reason: String)
  /// A value that the field cannot hold.
  case wrongValue(FieldID, reason: String)
  /// The reminder cannot be changed in this way.
  ///
  /// - Parameters:
  ///   - reason: a clause such as `it is read-only`.
  ///   - repairs: possible remedies, a line each, in words that fit a command and an app.
  case refused(ModelIdentifier, reason: String, repairs: [String])
}

extension EditError: CustomStringConvertible {
  /// The error in words for people: a sentence without its full stop.
  public var description: String {
    switch self {
    case .notFound(let identifier): "there is no \(identifier)"
    case .readOnly(let list, let reason): "\(list.list?.text ?? "\(list)"): \(reason)"
    case .wrongValue(let field, let reason): "\(field): \(reason)"
    case .refused(let identifier, let reason, _): "\(identifier.withinSource): \(reason)"
    }
  }
}
