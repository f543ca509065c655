/// Why an operation on the model was refused.
public enum ListoError: Error, Sendable, Hashable {
  /// A value of another type than the field's, or one that it cannot hold.
  case wrongValue(field: FieldID, reason: String)
}
