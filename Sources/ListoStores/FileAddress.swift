internal import ICalendar
internal import ListoModel

/// The address of a file as a URI (RFC 8089).
package enum FileAddress {
  /// `file:///home/anna/Plan%20B.pdf`; octets that a URI cannot hold are percent-encoded (RFC 3986 §2.1).
  ///
  /// - Parameter path: absolute.
  package static func text(ofPath path: String) -> String {
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      if byte == 0x2F || ModelIdentifier.standsForItself(byte) || byte == 0x7E {
        bytes.append(byte)
      } else {
        bytes += byte.percentEncoded
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
