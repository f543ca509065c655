public import ICalendar

/// Something that a target does not take, with its line and what can be done.
public struct ProfileFinding: Sendable, Hashable {
  /// What is wrong, for programs: the same in every version.
  public let code: Diagnostic.Code
  /// The physical line of the input, counted from 1.
  public internal(set) var line: Int
  /// A sentence without its end, with the targets that it is about.
  public let message: String
  /// What can be done here: ``RepairKind/none`` where nobody can know, though the rule could help elsewhere.
  public let kind: RepairKind
  /// What a repair does here, such as `dropped`; empty where there is none.
  public let repair: String
  /// A warning where a target refuses it or loses it, a note where it makes less of it.
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

  /// As a check tells it, with what a repair would do.
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
