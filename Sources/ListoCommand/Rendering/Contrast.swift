internal import Listo

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// How far a colour must differ from white and from black, since nobody knows which of them a terminal has.
struct Contrast: Sendable, Hashable {
  /// The contrast ratio of WCAG 2.2 to both.
  let ratio: Double
  /// The relative luminances that have it.
  var luminance: ClosedRange<Double> { (0.05 * ratio - 0.05)...(1.05 / ratio - 0.05) }

  /// Of text, WCAG 2.2 §1.4.3: of both, 4.58 is the most there can be.
  static let ofText = Contrast(ratio: 4.5)
  /// Of what is no text, such as a dot, WCAG 2.2 §1.4.11.
  static let ofSigns = Contrast(ratio: 3)
}

extension ListColor {
  /// The relative luminance of WCAG 2.2, from 0 for black to 1 for white.
  var luminance: Double {
    let parts = linear
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// The same hue, darker or lighter where it must be.
  func adjusted(to contrast: Contrast) -> ListColor {
    let range = contrast.luminance
    let now = luminance
    guard !range.contains(now) else { return self }
    // So far within that eight bits a part do not lead out of it again.
    let margin = min((range.upperBound - range.lowerBound) * 0.4, 0.008)
    let target = now > range.upperBound ? range.upperBound - margin : range.lowerBound + margin
    let parts = linear.map { part in
      now > target ? part * target / now : part + (1 - part) * (target - now) / (1 - now)
    }
    let bytes = parts.map { UInt8((Self.encoded($0) * 255).rounded()) }
    return ListColor(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// Red, green and blue in proportion to light (IEC 61966-2-1).
  private var linear: [Double] {
    [red, green, blue].map { byte in
      let part = Double(byte) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
  }

  private static func encoded(_ part: Double) -> Double {
    part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
  }
}
