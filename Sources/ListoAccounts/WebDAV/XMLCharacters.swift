extension Unicode.Scalar {
  /// XML 1.0 §2.2 lets it stand in a document.
  var isXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}

extension String {
  /// With U+FFFD for each character that no XML may have, also where it is written as a reference (`&#11;`):
  /// some servers pass on what they were given.
  var asXML: String {
    let mended = String(UnicodeScalarView(unicodeScalars.map { $0.isXML ? $0 : "\u{FFFD}" }))
    return mended.replacing(/&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));/) { match in
      let value = match.1.flatMap { UInt32($0, radix: 16) } ?? match.2.flatMap { UInt32($0) } ?? 0
      return Unicode.Scalar(value).map(\.isXML) ?? false ? match.0 : "\u{FFFD}"
    }
  }
}
