internal import ICalendar

/// The rules of some profiles: which are looked for, and for whom.
struct ActiveRules: Sendable {
  /// By their codes, with the targets in parentheses.
  private let targets: [Diagnostic.Code: String]
  /// Nothing is looked for in lines, but only which components share a UID.
  let areOfSeriesAlone: Bool

  init(_ profiles: [Profile], ignoring: Set<Diagnostic.Code>) {
    var targets: [Diagnostic.Code: String] = [:]
    for rule in ProfileRule.all where !ignoring.contains(rule.code) {
      let names = profiles.filter { profile in rule.evidence.contains { $0.profile == profile } }
      guard !names.isEmpty else { continue }
      targets[rule.code] = " (\(names.map(\.rawValue).joined(separator: ", ")))"
    }
    self.targets = targets
    let ofSeries: Set<Diagnostic.Code> = [
      .overrideAlone, .overrideWithoutOccurrence, .overrideDate, .severalMasters, .severalReminders,
    ]
    areOfSeriesAlone = ofSeries.isSuperset(of: targets.keys)
  }

  func contains(_ code: Diagnostic.Code) -> Bool { targets[code] != nil }

  func containsAny(_ codes: Diagnostic.Code...) -> Bool { codes.contains(where: contains) }

  var isEmpty: Bool { targets.isEmpty }

  /// ` (radicale, cyrus)`.
  func suffix(_ code: Diagnostic.Code) -> String { targets[code] ?? "" }
}
