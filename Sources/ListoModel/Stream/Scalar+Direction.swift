extension Unicode.Scalar {
  /// It changes the direction of the text around it (Unicode Standard Annex #9), so that a text can look like
  /// another.
  package var changesDirection: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
