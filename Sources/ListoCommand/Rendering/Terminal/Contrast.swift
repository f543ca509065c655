internal import Listo

/// How far a colour must differ from white and from black, since nobody knows which of them a terminal has.
struct Contrast: Sendable, Hashable {
  /// The contrast ratio of WCAG 2.2 to both.
  let ratio: Double
  /// The relative luminances that have it.
  var luminance: ClosedRange<Double> { (0.05 * ratio - 0.05)...(1.05 / ratio - 0.05) }

  /// The contrast of text (WCAG 2.2 §1.4.3); to both at once no colour has more than 4.58.
  static let ofText = Contrast(ratio: 4.5)
  /// The contrast of what is no text, such as a dot (WCAG 2.2 §1.4.11).
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
    let bytes = parts.map(Self.byte)
    return ListColor(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// Red, green and blue in proportion to light.
  private var linear: [Double] { [red, green, blue].map { Self.light[Int($0)] } }

  /// How much light each byte stands for, from 0 to 1 (IEC 61966-2-1).
  private static let light: [Double] = (0...255).map { byte in
    let part = Double(byte) / 255
    guard part > 0.04045 else { return part / 12.92 }
    // To the power of 2.4.
    let base = (part + 0.055) / 1.055
    return base * base * fifthRoot(base * base)
  }

  /// The byte that comes nearest to so much light.
  private static func byte(_ part: Double) -> UInt8 {
    guard let above = light.firstIndex(where: { $0 >= part }) else { return 255 }
    return UInt8(above > 0 && part - light[above - 1] < light[above] - part ? above - 1 : above)
  }

  /// By Newton's method, of a number between 0 and 1.
  private static func fifthRoot(_ number: Double) -> Double {
    (0..<30).reduce(1) { root, _ in (4 * root + number / (root * root * root * root)) / 5 }
  }
}
