/// Why a field cannot be set.
package enum FieldError: Error, Sendable, Hashable {
  /// A value of another type than the field's, or one that it cannot hold.
  case wrongValue(field: FieldID, reason: String)
}
