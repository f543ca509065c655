internal import Listo

/// How many colours there are.
enum ColorDepth: Int, Sendable, Comparable, CaseIterable {
  case none, sixteen, palette, trueColor

  static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// The values of `--color`.
enum ColorChoice: String, Sendable, CaseIterable { case auto, always, never }

extension ColorDepth {
  /// The colours to use: `--color` decides, then NO_COLOR (no-color.org) and TERM=dumb; without a terminal
  /// there is no colour.
  init(_ choice: ColorChoice, isTerminal: Bool, environment: (String) -> String?) {
    let terminal = environment("TERM") ?? ""
    switch choice {
    case .never: self = .none
    case .always: self = max(.sixteen, Self.supported(terminal, environment("COLORTERM") ?? ""))
    case .auto:
      let isRefused = !(environment("NO_COLOR") ?? "").isEmpty || terminal == "dumb" || terminal.isEmpty
      self = isTerminal && !isRefused ? Self.supported(terminal, environment("COLORTERM") ?? "") : .none
    }
  }

  private static func supported(_ terminal: String, _ colorTerminal: String) -> ColorDepth {
    if colorTerminal == "truecolor" || colorTerminal == "24bit" { return .trueColor }
    // ssh does not pass COLORTERM on; these have true colours whenever they are there.
    let rich = ["-direct", "kitty", "ghostty", "alacritty", "wezterm", "foot"]
    if rich.contains(where: terminal.contains) { return .trueColor }
    return terminal.contains("256color") ? .palette : .sixteen
  }
}

extension ListColor {
  /// The SGR parameters of the nearest colour there is that can be seen; of the sixteen nobody knows how they
  /// look.
  func parameters(_ depth: ColorDepth, contrast: Contrast) -> String {
    switch depth {
    case .none: return ""
    case .sixteen: return "\(nearestOfSixteen)"
    case .palette: return "38;5;\(adjusted(to: contrast).nearestOfPalette(contrast))"
    case .trueColor:
      let fit = adjusted(to: contrast)
      return "38;2;\(fit.red);\(fit.green);\(fit.blue)"
    }
  }

  /// The nearest of the 6×6×6 cube and the 24 greys of xterm's palette, among those with the contrast.
  private func nearestOfPalette(_ contrast: Contrast) -> Int {
    func distance(_ other: ListColor) -> Int {
      zip([red, green, blue], [other.red, other.green, other.blue]).reduce(0) {
        $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
      }
    }
    let seen = Self.palette.filter { contrast.luminance.contains($0.color.luminance) }
    return seen.min { distance($0.color) < distance($1.color) }?.number ?? 243
  }

  private static let palette: [(number: Int, color: ListColor)] = {
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = (0..<216).map { index in
      ListColor(red: steps[index / 36], green: steps[index / 6 % 6], blue: steps[index % 6])
    }
    let greys = (0..<24).map { index in
      let part = UInt8(8 + 10 * index)
      return ListColor(red: part, green: part, blue: part)
    }
    return (cube + greys).enumerated().map { (16 + $0, $1) }
  }()

  /// By hue, the foreground code of one of the eight; grey for what has next to none. Yellow, which only a
  /// dot may have, is the dark one.
  private var nearestOfSixteen: Int {
    let parts = [Int(red), Int(green), Int(blue)]
    let high = parts.max() ?? 0
    let range = high - (parts.min() ?? 0)
    guard range * 5 > high else { return 90 }
    let hue: Int
    if high == parts[0] {
      hue = (60 * (parts[1] - parts[2]) / range + 360) % 360
    } else if high == parts[1] {
      hue = 120 + 60 * (parts[2] - parts[0]) / range
    } else {
      hue = 240 + 60 * (parts[0] - parts[1]) / range
    }
    switch hue {
    case 40..<70: return 33
    case 70..<160: return 32
    case 160..<205: return 36
    case 205..<265: return 34
    case 265..<335: return 35
    default: return 31
    }
  }
}

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
