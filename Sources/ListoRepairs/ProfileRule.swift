public import ICalendar

/// The treatment of data that a target refuses.
package enum RepairKind: String, Sendable, Hashable, CaseIterable {
  /// The meaning is the same before and after.
  case safe
  /// Something is dropped or chosen.
  case lossy
  /// The right value is unknown: a person has to decide.
  case none
}

/// A kind of data that targets refuse: a row of the table of profiles.
///
/// ``Diagnostic/Code/summary`` of its code describes the problem.
package struct ProfileRule: Sendable {
  /// The evidence that a target refuses the data, with its source.
  public struct Evidence: Sendable, Hashable {
    /// The target.
    public let profile: Profile
    /// The behavior of the target, with its version, the section or the report.
    public let words: String

    init(_ profile: Profile, _ words: String) { (self.profile, self.words) = (profile, words) }
  }

  /// The stable code of the problem, for programs; each code has one row.
  public let code: Diagnostic.Code
  /// The best possible repair; ``ProfileFinding/kind`` gives that of a single finding.
  public let kind: RepairKind
  /// Why it matters: a sentence without its end.
  public let matters: String
  /// The repair, or the advice to a person: a sentence without its full stop.
  public let remedy: String
  /// A note where the target takes it, and makes less of it than was meant.
  public let severity: Diagnostic.Severity
  /// The code under which a check against the standard reports the problem.
  public let refines: Diagnostic.Code?
  /// One for each target at least; a rule without evidence is in no profile.
  public let evidence: [Evidence]

  init(
    _ code: Diagnostic.Code, _ kind: RepairKind, _ severity: Diagnostic.Severity = .warning,
    refines: Diagnostic.Code? = nil, matters: String, remedy: String, _ evidence: [Evidence]
  ) {
    (self.code, self.kind, self.severity, self.refines) = (code, kind, severity, refines)
    (self.matters, self.remedy, self.evidence) = (matters, remedy, evidence)
  }

  /// Returns the row of a code; nil if no target is known to refuse it.
  public static func of(_ code: Diagnostic.Code) -> ProfileRule? { rows[code] }

  /// All rows: bytes, calendars, properties, series, clients.
  public static let all: [ProfileRule] = text + calendars + values + series + clients

  private static let rows = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}

extension Diagnostic.Code {
  /// In the order of the table of codes: every kind of finding of `listo check`, whatever found it.
  public static let findings: [Diagnostic.Code] = allCases.filter {
    $0.isFinding || ProfileRule.of($0) != nil
  }

  /// A check against the standard finds it.
  private var isFinding: Bool {
    switch self {
    case .bareComponent, .missingEnd, .strayEnd, .malformedLine, .strayText, .nestedTooDeep, .tooLarge,
      .nulByte,
      .invalidUTF8, .notUTF8, .utf16, .encoding, .dateOrder, .emptyInput, .noCalendar, .badValue,
      .badParameter,
      .unknownZone,
      .repeatedProperty, .missingProperty, .inventedStamp, .restriction, .libical, .libicalLoss, .lineTooLong,
      .tooManyProperties, .tooManyValues, .tooManyParameters, .tooManyZoneChanges, .duplicateIdentifier,
      .duplicate:
      true
    default: false
    }
  }
}

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
