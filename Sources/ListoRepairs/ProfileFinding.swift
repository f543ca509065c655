package import ICalendar

/// A problem that a target has with a line, and the possible repair.
package struct ProfileFinding: Sendable, Hashable {
  /// The stable code of the problem, for programs.
  public let code: Diagnostic.Code
  /// The physical line of the input, counted from 1.
  public internal(set) var line: Int
  /// A sentence without its end, with the targets that it is about.
  public let message: String
  /// The kind of repair that is possible here: ``RepairKind/none`` if the right value is unknown, even if the
  /// rule has a repair for other cases.
  public let kind: RepairKind
  /// The effect of the repair here, such as `dropped`; empty if there is none.
  public let repair: String
  /// A warning if a target refuses or loses the data, a note if it uses less of it.
  public let severity: Diagnostic.Severity
  /// It is of a reminder, not of an event, a zone or a calendar itself.
  public internal(set) var isOfReminder = false
  /// In the bytes that were looked at.
  var edits: [ByteEdit]
  /// Where it stands in them.
  var place: Int

  func shifted(by distance: Int) -> ProfileFinding {
    var copy = self
    copy.edits = edits.map { $0.shifted(by: distance) }
    copy.place += distance
    return copy
  }

  /// The row of its code.
  public var rule: ProfileRule? { ProfileRule.of(code) }

  /// The finding as a diagnostic of `listo check`, with the repair.
  public func diagnostic(inFile file: String) -> Diagnostic {
    let help =
      switch kind {
      case .safe: "; --fix: \(repair)"
      case .lossy: "; --fix --lossy: \(repair)"
      case .none: ""
      }
    return Diagnostic(severity, code, file: file, line: line, message + help)
  }
}
