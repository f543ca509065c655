internal import Listo

/// How many findings there are of a kind, and how many of them can be repaired.
struct FindingCount {
  private(set) var found = 0
  private var safe = 0
  private var lossy = 0

  mutating func count(_ finding: CheckFinding) {
    found += 1
    switch finding.profile?.kind {
    case .safe: safe += 1
    case .lossy: lossy += 1
    case nil, .some(.none): break
    }
  }

  /// Adds the findings of another code.
  mutating func add(_ other: FindingCount) {
    found += other.found
    safe += other.safe
    lossy += other.lossy
  }

  /// ` (3 by --fix, 1 by --fix --lossy)`; empty if no repair is possible.
  var repairs: String {
    let ways = [(safe, "--fix"), (lossy, "--fix --lossy")].filter { $0.0 > 0 }.map { "\($0.0) by \($0.1)" }
    return ways.isEmpty ? "" : " (\(ways.joined(separator: ", ")))"
  }
}

/// The findings of a check by code, as a terminal shows them: a heading with their number, and the first few
/// of them.
struct FindingGroups {
  private struct Key: Hashable {
    let code: Diagnostic.Code
    /// Nil for findings that were repaired.
    let severity: Diagnostic.Severity?
  }

  private struct Group {
    var count = FindingCount()
    var first: [Diagnostic] = []
  }

  private var groups: [Key: Group] = [:]

  /// The number of findings that a group shows.
  private static let shown = 5

  /// - Parameter isListed: the finding is shown, if it is among the first; otherwise it is only counted.
  mutating func insert(_ finding: CheckFinding, isListed: Bool) {
    let diagnostic = finding.diagnostic
    let key = Key(code: diagnostic.code, severity: finding.isRepaired ? nil : diagnostic.severity)
    groups[key, default: Group()].count.count(finding)
    if isListed, groups[key, default: Group()].first.count < Self.shown {
      groups[key]?.first.append(diagnostic)
    }
  }

  /// The groups with a blank line between each two: repairs, errors, warnings, notes, of each the largest
  /// first.
  func lines(_ surface: Surface) -> [StyledLine] {
    let order: [Diagnostic.Severity?] = [nil, .error, .warning, .note]
    let sorted = order.flatMap { severity in
      groups.filter { $0.key.severity == severity }.sorted {
        ($1.value.count.found, $0.key.code.rawValue) < ($0.value.count.found, $1.key.code.rawValue)
      }
    }
    return Array(sorted.map { lines($0.key, $0.value, surface) }.joined(separator: [StyledLine()]))
  }

  private func lines(_ key: Key, _ group: Group, _ surface: Surface) -> [StyledLine] {
    let found = group.count.found
    var heading = StyledLine([StyledText(key.code.rawValue, MessageStyle.style(key.severity))])
    heading.append("  \(RelativeDate.count(found, key.severity?.rawValue ?? "repair"))", .dim)
    if key.severity != nil { heading.append(group.count.repairs, .dim) }
    var lines = Wrapping.lines(heading, surface, indent: 4)
    for diagnostic in group.first {
      var line = StyledLine([StyledText("  ")])
      line.append(Visible.line(diagnostic.position, surface.glyphs), .bold)
      line.append(Visible.line(diagnostic.message, surface.glyphs))
      lines += Wrapping.lines(line, surface, indent: 6)
    }
    if found > group.first.count {
      let more = StyledText("and \(found - group.first.count) more; --ungrouped lists all", .dim)
      lines += Wrapping.lines(StyledLine([StyledText("  "), more]), surface, indent: 6)
    }
    return lines
  }
}
