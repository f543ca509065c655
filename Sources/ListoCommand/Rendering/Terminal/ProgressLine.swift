/// How far a long piece of work is, as one line: what it is, how much of it is done, how fast, how long it
/// will take.
struct ProgressLine {
  /// The name of the work: `Reading`.
  var label: String
  /// In bytes.
  var done: Int
  /// In bytes; nil where no one knows, as with a pipe.
  var total: Int?
  /// In seconds.
  var elapsed: Double

  /// The line for a terminal of so many columns, one less wide than it: some wrap what fills their last
  /// column.
  ///
  /// Parts for which there is no room are left out: first the bar, then the rate, the remaining time, and the
  /// amounts.
  func text(columns: Int, depth: ColorDepth, _ glyphs: Glyphs) -> String {
    let width = max(1, columns - 1)
    var parts: [(order: Int, text: StyledText)] = [(0, StyledText(label))]
    var used = label.count
    func add(_ order: Int, _ text: String?, _ style: Style = .plain) {
      guard let text, used + Self.gap + text.count <= width else { return }
      used += Self.gap + text.count
      parts.append((order, StyledText(text, style)))
    }
    // By weight; the first number is the place in the line.
    add(2, percent)
    add(3, amount)
    add(5, remaining, .dim)
    add(4, rate, .dim)
    if let fraction, width - used - Self.gap >= Self.bar.lowerBound {
      let cells = min(Self.bar.upperBound, width - used - Self.gap)
      let full = Int(Double(cells) * fraction)
      let text = String(repeating: glyphs.barDone, count: full)
      parts.append((1, StyledText(text, Style(color: .named(.cyan)))))
      parts.append((1, StyledText(String(repeating: glyphs.barRest, count: cells - full), .dim)))
    }
    var line = StyledLine()
    var last: Int?
    for part in parts.sorted(by: { $0.order < $1.order }) {
      if last != nil && last != part.order { line.append("  ") }
      line.append(part.text)
      last = part.order
    }
    return line.truncated(toCells: width, glyphs).rendered(depth)
  }

  private static let gap = 2
  private static let bar = 10...40

  /// 0 to 1; nil where the whole is not known.
  private var fraction: Double? {
    total.map { $0 > 0 ? min(1, max(0, Double(done) / Double($0))) : 1 }
  }

  private var percent: String? {
    fraction.map { "\(Int($0 * 100))".padded(toCells: 3, alignedRight: true) + " %" }
  }

  /// `212 of 495 MB`; `3 s` while there are no bytes to count, as while a server is waited for.
  private var amount: String {
    if total == nil, done == 0 { return "\(Int(elapsed)) s" }
    guard let total, total >= done else { return Self.size(done, Self.unit(done)) }
    let unit = Self.unit(total)
    return "\(Self.number(done, unit)) of \(Self.size(total, unit))"
  }

  /// In bytes a second; nil before there is anything to go by.
  private var speed: Double? { elapsed > 0 && done > 0 ? Double(done) / elapsed : nil }

  private var rate: String? {
    speed.map { speed in
      let bytes = Int(min(speed, 1e15))
      return Self.size(bytes, Self.unit(bytes)) + "/s"
    }
  }

  /// `0:03 left`.
  private var remaining: String? {
    guard let speed, let total, done < total else { return nil }
    let seconds = Int(min((Double(total - done) / speed).rounded(.up), 359_999))
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let two = RelativeDate.twoDigits
    let clock =
      hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    return clock + " left"
  }

  // MARK: Sizes

  private static let units = [("B", 1), ("kB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000)]

  private static func unit(_ bytes: Int) -> Int { units.lastIndex { bytes >= $0.1 } ?? 0 }

  private static func size(_ bytes: Int, _ unit: Int) -> String {
    number(bytes, unit) + " " + units[unit].0
  }

  /// With one decimal below ten.
  private static func number(_ bytes: Int, _ unit: Int) -> String {
    let size = units[unit].1
    guard unit > 0, bytes < 10 * size else { return "\(bytes / size)" }
    let tenths = bytes * 10 / size
    return "\(tenths / 10).\(tenths % 10)"
  }
}
