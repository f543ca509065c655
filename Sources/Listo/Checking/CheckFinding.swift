package import ICalendar
package import ListoRepairs

/// Something that a check found, and what a repair could do, or did, about it.
package struct CheckFinding {
  package var diagnostic: Diagnostic
  /// The finding about what targets do not take.
  package let profile: ProfileFinding?
  /// It was mended.
  package let isRepaired: Bool

  package init(_ diagnostic: Diagnostic) { (self.diagnostic, profile, isRepaired) = (diagnostic, nil, false) }

  package init(_ finding: ProfileFinding, inFile file: String, isRepaired: Bool = false) {
    var diagnostic = finding.diagnostic(inFile: file)
    if isRepaired { diagnostic.message = "\(finding.message): \(finding.repair)" }
    (self.diagnostic, profile, self.isRepaired) = (diagnostic, finding, isRepaired)
  }

  /// The findings that were repaired and those that remain, by line.
  static func all(_ plan: RepairPlan, inFile file: String) -> [CheckFinding] {
    let all =
      plan.repaired.map { CheckFinding($0, inFile: file, isRepaired: true) }
      + plan.remaining.map { CheckFinding($0, inFile: file) }
    return all.sorted { ($0.diagnostic.line ?? 0) < ($1.diagnostic.line ?? 0) }
  }

  /// Findings of one batch by both checks, by line: what a target refuses tells more than that it is wrong,
  /// and takes its place.
  static func joined(_ standard: [Diagnostic], _ profile: [ProfileFinding], file: String) -> [CheckFinding] {
    guard !profile.isEmpty else { return standard.map { CheckFinding($0) } }
    var standard = standard
    for finding in profile {
      guard let index = standard.firstIndex(where: { finding.tellsMore(than: $0) }) else { continue }
      standard.remove(at: index)
    }
    let all = standard.map { CheckFinding($0) } + profile.map { CheckFinding($0, inFile: file) }
    return all.sorted { ($0.diagnostic.line ?? 0) < ($1.diagnostic.line ?? 0) }
  }
}

extension ProfileFinding {
  fileprivate func tellsMore(than diagnostic: Diagnostic) -> Bool {
    guard diagnostic.line == line, diagnostic.code == code || diagnostic.code == rule?.refines else {
      return false
    }
    // A component may lack several.
    guard diagnostic.code == .missingProperty else { return true }
    return diagnostic.message.hasPrefix(message.prefix { $0 != "(" }.dropLast())
  }
}
