/// A GEO value (RFC 5545 §3.8.1.6), its decimals kept as written: libical rounds them to six places.
public struct GeoPosition: Sendable, Hashable {
  /// Degrees north, and east, as the calendar has them: `48.123456789`.
  public let latitudeText, longitudeText: String

  /// Degrees north of the equator, -90 to 90.
  public var latitude: Double { Double(latitudeText) ?? 0 }
  /// Degrees east of Greenwich, -180 to 180.
  public var longitude: Double { Double(longitudeText) ?? 0 }

  /// Reads `48.2;11.1`.
  ///
  /// - Throws: ``ValueError`` with code `.geo`.
  public static func parse(_ value: ArraySlice<UInt8>) throws(ValueError) -> GeoPosition {
    let halves = value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard halves.count == 2, let latitude = number(halves[0]), let longitude = number(halves[1]) else {
      throw ValueError(.geo, "not a position such as 48.2;11.1")
    }
    guard abs(latitude.value) <= 90, abs(longitude.value) <= 180 else {
      throw ValueError(.geo, "a latitude beyond 90 or a longitude beyond 180 degrees")
    }
    return GeoPosition(latitudeText: latitude.text, longitudeText: longitude.text)
  }

  /// RFC 5545's FLOAT: a sign, digits, and perhaps a point and digits; no exponent, no blanks.
  private static func number(_ bytes: ArraySlice<UInt8>) -> (text: String, value: Double)? {
    guard bytes.count <= 64 else { return nil }
    var digits = bytes
    if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- 48 < 10 } }) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return Double(text).map { (text, $0) }
  }
}

extension GeoPosition: CustomStringConvertible {
  /// The position as written: `48.123456789;11.1`.
  public var description: String { "\(latitudeText);\(longitudeText)" }
}
