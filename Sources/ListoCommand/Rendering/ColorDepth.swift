internal import Listo

/// How many colours there are.
enum ColorDepth: Int, Sendable, Comparable, CaseIterable {
  case none, sixteen, palette, trueColor

  static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// What `--color` says.
enum ColorChoice: String, Sendable, CaseIterable { case auto, always, never }

extension ColorDepth {
  /// What to use: `--color` decides, then NO_COLOR (no-color.org) and TERM=dumb; without a terminal there is no colour.
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
  /// The SGR parameters of the nearest colour there is.
  func parameters(_ depth: ColorDepth) -> String {
    let fit = visible
    switch depth {
    case .none: return ""
    case .sixteen: return "\(nearestOfSixteen)"
    case .palette: return "38;5;\(fit.nearestOfPalette)"
    case .trueColor: return "38;2;\(fit.red);\(fit.green);\(fit.blue)"
    }
  }

  /// The same hue, dark enough for a white background and light enough for a black one: a luminance of 0.06 to 0.45
  /// keeps a contrast of 2:1 to both.
  var visible: ListColor {
    var parts = [red, green, blue].map { Double($0) / 255 }
    func luminance() -> Double {
      0.2126 * parts[0] * parts[0] + 0.7152 * parts[1] * parts[1] + 0.0722 * parts[2] * parts[2]
    }
    let light = luminance()
    if light > 0.45 { parts = parts.map { $0 * (0.45 / light).squareRoot() } }
    while luminance() < 0.06 { parts = parts.map { $0 + (1 - $0) * 0.05 } }
    let bytes = parts.map { UInt8(($0 * 255).rounded()) }
    return ListColor(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// Of the 6×6×6 cube and the 24 greys of xterm's palette.
  private var nearestOfPalette: Int {
    let steps = [0, 95, 135, 175, 215, 255]
    let parts = [Int(red), Int(green), Int(blue)]
    func distance(_ other: [Int]) -> Int {
      zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let cube = parts.map { part in steps.indices.min { abs(steps[$0] - part) < abs(steps[$1] - part) } ?? 0 }
    let grey = min(23, max(0, (parts.reduce(0, +) / 3 - 3) / 10))
    let greyDistance = distance([Int](repeating: 8 + 10 * grey, count: 3))
    return greyDistance < distance(cube.map { steps[$0] })
      ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
  }

  /// By hue, the foreground code of one of the eight; grey for what has next to none. Yellow, which only a dot may have,
  /// is the dark one.
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
