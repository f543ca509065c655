internal import Listo

/// The tables of targets, for people.
enum ProfileText {
  /// Every target with its codes: `listo check --for help`.
  static var tables: String {
    var text =
      "Targets of listo check --for, and what they do not take. The kind says what --fix does: safe repairs; lossy ones with\n--lossy; for none there is no repair, since nobody can know what was meant. listo check --explain code says more.\n"
    let width = ProfileRule.all.map(\.code.rawValue.count).max() ?? 0
    for profile in Profile.allCases {
      text += "\n\(profile.rawValue): \(profile.summary)\n"
      for rule in profile.rules {
        let code = rule.code.rawValue.padded(to: width)
        text += "  \(code)  \(rule.kind.rawValue.padded(to: 5))  \(rule.code.summary)\n"
      }
    }
    return text
  }

  /// What a code is, why it matters, who does not take it, and what to do.
  static func explanation(of code: Diagnostic.Code) -> String {
    var text = "\(code.rawValue): \(code.summary)\n"
    guard let rule = ProfileRule.of(code) else {
      return text
        + "\nlisto check finds it, by itself or with --for rfc. No target is known to refuse it, and nothing repairs it.\n"
    }
    text += "\nWhy it matters: \(rule.matters).\n"
    text += "Repair (\(rule.kind.rawValue)): \(rule.remedy).\n"
    if let refined = rule.refines { text += "Against the standard it is \(refined.rawValue).\n" }
    text += "\nWho does not take it:\n"
    let width = rule.evidence.map(\.profile.rawValue.count).max() ?? 0
    for evidence in rule.evidence {
      text += "  \(evidence.profile.rawValue.padded(to: width))  \(evidence.words)\n"
    }
    return text
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
