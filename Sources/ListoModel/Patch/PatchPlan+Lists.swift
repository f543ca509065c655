internal import ICalendar

extension PatchPlan {
  /// Decides what becomes of a list's own lines, or of what stands beside the files of a vdir.
  mutating func apply(base: [[UInt8]], theirs: [[UInt8]], to list: Int) {
    let target = search.targets[list]
    guard let metadata = target.metadata else {
      let lines = [target.calendar?.header].compactMap(\.self) + (target.calendar?.trailing ?? [])
      let patch = PatchLines(base: base, theirs: theirs, options.preference)
      let outcome = patch.decide(lines.flatMap { PatchLines.read($0.properties) })
      self.lines[list] = outcome.isChange ? outcome : nil
      return note(outcome, list)
    }
    for name in PatchLines(base: base, theirs: theirs, options.preference).otherNames.sorted() {
      problems.append(
        Diagnostic(
          .warning, .loss, "\(target.name.title): a list with one file for each item cannot hold \(name)"))
    }
    let sides = [base, theirs].map { CollectionMetadata(lines: $0).plainLines }
    let patch = PatchLines(base: sides[0], theirs: sides[1], options.preference)
    let outcome = patch.decide(PatchLines.read(metadata.plainLines))
    let changed = CollectionMetadata(lines: outcome.applied(to: metadata.plainLines))
    if changed != metadata { self.metadata[list] = changed }
    note(outcome, list)
  }

  private mutating func note(_ outcome: PatchLines.Outcome, _ list: Int) {
    guard !outcome.fields.isEmpty else { return }
    let name = search.targets[list].name
    listDecisions.append(
      PatchDecision(
        subject: .list(name), list: name.title, outcome: outcome.isChange ? .changed : .unchanged,
        told: .told(outcome.fields)))
  }
}
