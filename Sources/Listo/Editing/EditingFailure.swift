public import ICalendar
public import ListoEditing

/// Why a change was not made, or not taken back; nothing is changed then.
public enum EditingFailure: Sendable, Hashable {
  /// A reminder cannot be changed so.
  case change(EditError)
  /// A place cannot be edited.
  ///
  /// - Parameters:
  ///   - reason: a clause such as `it is read-only`.
  ///   - repairs: the remedies, one a line.
  case place(String, reason: String, repairs: [String])
  /// Another program keeps writing the file, so that it cannot be changed.
  case unsettled(path: String)
  /// The journal cannot be read or written; without it nothing is changed.
  case journal(path: String, reason: String)
  /// The lines of the change to undo were changed later.
  case changedSince(Transaction.ID, label: String, [Clash])
  /// There is nothing that could be taken back, or done again.
  case nothingDone(isRedo: Bool)
  /// The last change was made by another process, or before the store was opened.
  ///
  /// - Parameter time: the time of that change.
  case madeElsewhere(Transaction.ID, label: String, time: Instant)
  /// The journal has no such entry, or none that was not taken back yet.
  case unknownEntry(Transaction.ID)

  /// A place of a file that says something else than when it was written.
  public struct Clash: Sendable, Hashable {
    /// The path of the file: absolute, symbolic links followed.
    public let path: String
    /// The title of the reminder or list, for people.
    public let title: String
    /// The lines that would be written.
    public let wanted: [String]
    /// The present lines of the file.
    public let standing: [String]
  }
}

extension EditingFailure {
  /// A new list has the title of another one.
  static func listExists(_ title: String) -> EditingFailure {
    .place(title, reason: "a list with this title exists", repairs: ["choose another title"])
  }

  /// A new list could be in several sources.
  static func severalSources(_ places: String, _ sources: [String]) -> EditingFailure {
    .place(
      places, reason: "several places could hold a new list", repairs: sources.map { "name \($0)" })
  }

  static let standardInput = EditingFailure.place(
    "standard input", reason: "it can be read but not written",
    repairs: ["save it to a file, and change that file"])
}

extension EditingFailure: CustomStringConvertible {
  /// The error in words for people: a sentence without its full stop.
  public var description: String {
    switch self {
    case .change(let error): error.description
    case .place(let place, let reason, _): "\(place): \(reason)"
    case .unsettled(let path): "\(path): another program keeps changing the file"
    case .journal(let path, let reason):
      "\(path): \(reason); nothing was changed, because the journal is needed for undo"
    case .changedSince(let id, let label, let clashes):
      "\(id) (\(label)) cannot be undone: "
        + clashes.map { "\($0.title) was changed since" }.joined(separator: ", ")
    case .madeElsewhere(let id, let label, _): "the last change, \(id) (\(label)), was made elsewhere"
    case .nothingDone(let isRedo): isRedo ? "nothing was undone" : "there are no changes"
    case .unknownEntry(let id): "the journal has no change \(id) to undo"
    }
  }

  /// The remedies, one a line.
  public var repairs: [String] {
    switch self {
    case .change(.refused(_, _, let repairs)), .place(_, _, let repairs): repairs
    default: []
    }
  }
}
