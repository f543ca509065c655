internal import Listo

/// Why a change was not made, in words and as a status.
enum EditFailureReport {
  /// - Parameter titleOf: the title of the reminder or list that it is about.
  static func failure(_ failure: EditingFailure, _ titleOf: (ModelIdentifier) -> String?) -> Failure {
    switch failure {
    case .change(let error): return Self.failure(error, titleOf)
    case .place(let place, let reason, let repairs):
      return Failure(.cannotCreate, "\(place): \(reason).", details: repairs.map { "  " + $0 })
    case .unsettled: return Failure(.inputOutput, "\(failure); nothing was changed.")
    case .journal: return Failure(.cannotCreate, "\(failure).")
    case .changedSince(let id, let label, let clashes):
      var details: [String] = []
      for clash in clashes {
        details.append("  \(clash.title), in \(StandardFolders.abbreviated(clash.path)):")
        details += clash.standing.map { "    it is    \($0)" } + clash.wanted.map { "    it was   \($0)" }
      }
      return Failure(
        .doubtful, "\(id) (\(label)) cannot be undone: the same lines were changed later.",
        details: details + ["Nothing was changed; use listo edit to change the present version."])
    case .madeElsewhere(let id, _, _):
      return Failure(.doubtful, "\(failure).", details: ["listo undo \(id) undoes it."])
    case .nothingDone(let isRedo):
      return Failure(
        .differences,
        isRedo
          ? "there is no undone change to redo."
          : "there is no change to undo.")
    case .unknownEntry(let id):
      return Failure(
        .differences, "there is no change \(id) to undo; listo history lists the changes.")
    }
  }

  private static func failure(_ error: EditError, _ titleOf: (ModelIdentifier) -> String?) -> Failure {
    switch error {
    case .notFound(let identifier):
      return Failure(.differences, "\(titleOf(identifier) ?? "\(identifier)"): it is no longer there.")
    case .readOnly(let list, let reason):
      return Failure(.cannotCreate, "\(titleOf(list) ?? "\(list)"): \(reason); nothing was changed.")
    case .wrongValue(let field, let reason): return Failure(.usage, "\(field.rawValue): \(reason).")
    case .refused(let identifier, let reason, let repairs):
      let title = titleOf(identifier) ?? identifier.uid?.text ?? "\(identifier)"
      return Failure(
        .doubtful, "\(title): \(reason); nothing was changed.",
        details: repairs.isEmpty ? [] : ["What would help:"] + repairs.map { "  " + $0 })
    }
  }
}
