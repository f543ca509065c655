internal import Listo

/// The tables of targets, for people.
enum ProfileText {
  /// Every target with its codes: `listo check --for help`.
  static var tables: String {
    var text =
      "Targets of listo check --for, and the data that each refuses. The kind is that of the repair by --fix: safe, lossy\n(needs --lossy), or none, if no repair is possible. listo check --describe code describes a code.\n"
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

  /// The explanation of a code: its summary, the reason why it matters, the targets that refuse it, and the
  /// repair.
  static func explanation(of code: Diagnostic.Code) -> String {
    var text = "\(code.rawValue): \(code.summary)\n"
    guard let rule = ProfileRule.of(code) else {
      return text
        + "\nlisto check reports it, without --for or with --for rfc. No known target refuses it, and there is no repair.\n"
    }
    text += "\nWhy it matters: \(rule.matters).\n"
    text += "Repair (\(rule.kind.rawValue)): \(rule.remedy).\n"
    if let refined = rule.refines {
      text += "The code of listo check without --for is \(refined.rawValue).\n"
    }
    text += "\nRefused by:\n"
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
