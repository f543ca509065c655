/// The names that iCalendar can have.
extension ComponentText {
  /// Letters, digits and hyphen (RFC 5545 §3.1); underscore and full stop are seen in the wild.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count < 256 && name.utf8.allSatisfy(isNameByte)
  }

  /// The same for the bytes of a name.
  static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    !name.isEmpty && name.count < 256 && name.allSatisfy(isNameByte)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F, 0x2E: true
    default: false
    }
  }

  /// Producers write names that no standard allows; those can be written again that cannot be taken for
  /// something else.
  static func isParameterName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte >= 0x20 && byte != 0x7F && !cannotStandInParameterName(byte)
      }
  }

  static func cannotStandInParameterName(_ byte: UInt8) -> Bool {
    byte == 0x22 || byte == 0x2C || byte == 0x3A || byte == 0x3B || byte == 0x3D
  }

  /// The name can stand behind `BEGIN:`.
  static func isComponentName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}
