extension UInt8 {
  /// A space, tab or line end.
  var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
