extension UInt8 {
  /// A letter of ASCII in upper case, any other byte as it is.
  @inlinable package var upper: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }
}
