import CLibical

/// The owner of one `icalvalue`.
@safe struct LibicalValue: ~Copyable {
  private let pointer: OpaquePointer

  /// What libical makes of bytes as a value of a kind; `nil` if it refuses them.
  init?(_ bytes: ArraySlice<UInt8>, kind: icalvalue_kind, limit: Int) {
    guard
      case let made?? = unsafe Libical.withCString(
        bytes, limit: limit, { unsafe listo_icalvalue_new_from_string(kind, $0) })
    else { return nil }
    unsafe pointer = made
  }

  deinit { unsafe listo_icalvalue_free(pointer) }

  /// The seconds of a UTC-OFFSET.
  var utcOffset: Int { Int(unsafe listo_icalvalue_get_utcoffset(pointer)) }
}
