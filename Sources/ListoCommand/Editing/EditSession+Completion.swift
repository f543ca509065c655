internal import Listo

extension EditSession {
  /// The treatment of the open subtasks of reminders that are completed or deleted: the choice that was
  /// given, else a person's answer.
  ///
  /// - Parameter other: the word for the same being done to them.
  /// - Throws: ``Failure`` with status 64 where there are some, nothing was said, and nobody can be asked.
  func subtasks(of identifiers: [ModelIdentifier], _ said: Subtasks?, or other: String) throws(Failure)
    -> Subtasks
  {
    if let said { return said }
    var editing = Editing(catalog, in: context)
    var found: Set<ModelIdentifier> = []
    for identifier in identifiers { found.formUnion(editing.openSubtasks(of: identifier)) }
    let open = found.subtracting(identifiers).count
    guard open > 0, !options.dryRun else { return .keep }
    guard let prompt else {
      throw Failure(
        .usage, "\(RelativeDate.count(open, "open subtask")) would remain.",
        details: ["Choose --subtasks keep or --subtasks \(other)."])
    }
    reporter.progress?.end()
    while let answer = prompt.answer(
      "\(RelativeDate.count(open, "open subtask")): [k]eep, [\(other.prefix(1))]\(other.dropFirst()) too, [q]uit: "
    ) {
      switch answer.lowercased() {
      case "k", "keep": return .keep
      case String(other.prefix(1)), other: return .include
      case "q", "quit": throw Failure(.doubtful, "stopped: nothing was changed.")
      default: continue
      }
    }
    throw Failure(.doubtful, "stopped: nothing was changed.")
  }

  /// The reminders to delete: in place of the last open occurrence of a series, the series if a person says
  /// so.
  ///
  func withSeries(_ identifiers: [ModelIdentifier]) -> [ModelIdentifier] {
    guard let prompt, !options.dryRun else { return identifiers }
    var result: [ModelIdentifier] = []
    for identifier in identifiers {
      guard let series = Editing(catalog, in: context).seriesEnded(byDeleting: identifier) else {
        result.append(identifier)
        continue
      }
      reporter.progress?.end()
      prompt.say("\(catalog.words(of: series)): this is the last open occurrence.\n")
      result.append(prompt.confirms("Delete the whole series?") ? series : identifier)
    }
    return result
  }

  /// How what repeats is completed in the source of the first: what the configuration says of it, else
  /// `advance`.
  func completion(of identifiers: [ModelIdentifier]) -> Completion.Recurrence {
    let source = identifiers.first.flatMap(catalog.indexPath).map { catalog.sources[$0.source].source }
    return configuration.editing.completion(inSource: source?.title)
  }
}
