internal import ArgumentParser
internal import Listo

struct DedupeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dedupe",
    abstract: "Find duplicates with different UIDs, and join them.",
    usage: "listo dedupe [<options>] [<input> ...]",
    discussion: """
      Programs give reminders new UIDs when they import them. Listo finds the groups of reminders that are \
      probably the same, in one list or in several. It shows each group with its score from \
      0 to 1 and the reasons, and asks whether to join it.

      The newest reminder of a group stays in its list and keeps its UID. It gains what it lacks from the \
      others: dates, notes, tags, alarms and other properties. Listo shows the lines that it gains, and the \
      lines that are dropped because the newest has another value. --yes joins all groups without asking, \
      except those that would lose a date, a note or an alarm. listo undo takes the whole run back.

      A reminder with subtasks or with changed occurrences is never part of a group.

      Examples:
        listo dedupe --dry-run
        listo dedupe laptop.ics phone.ics
        listo dedupe --in ~/Calendars --list Work
        listo dedupe --fuzzy 1 --yes
      """)

  @OptionGroup var input: PlaceArguments

  @Option(
    help: ArgumentHelp(
      "Join reminders that are at least this similar, from 0.5 to 1, as in listo merge --fuzzy.",
      valueName: "score"))
  var fuzzy = 0.9

  @Option(
    help: ArgumentHelp("Only in the list with this title or identifier.", valueName: "name"),
    completion: NameCompletion.lists)
  var list: String?

  @OptionGroup var options: EditOptions

  func validate() throws { try MergeContentOptions.requireScore(fuzzy) }

  func run() throws {
    var places = try PlaceOptions.parse([])
    places.places = input.inputs
    let session = try EditSession(options, places)
    let list = try list.map { try session.list($0) }.flatMap(session.catalog.modelIdentifier)
    let found = Duplicates(in: session.catalog, atLeast: fuzzy, list)
    session.reporter.report(found.problems)
    defer { session.reporter.progress?.end() }
    var trial = Editing(session.catalog, in: session.context)
    var groups = zip(found.groups, trial.join(found.groups.map(\.identifiers))).map(DuplicateView.init)
    var transaction: Transaction?
    if !options.dryRun, !groups.isEmpty {
      try choose(&groups, session)
      let chosen = groups.filter { $0.outcome == .joined }.map(\.group.identifiers)
      if !chosen.isEmpty { transaction = try join(chosen, in: list, session) }
    }
    let report = DuplicateReport(groups: groups, transaction: transaction, session: session)
    if options.json || options.dryRun {
      try Printing.print(options.json ? report.json.prettyText : report.text, session.reporter)
    } else {
      try Printing.printDone(report.text, session.reporter)
    }
    try session.reporter.finish()
  }

  /// Decides which groups are joined.
  ///
  /// - Throws: ``Failure`` if nothing may be changed: with status 64 if nobody can be asked, with status 2 if
  ///   the answer is to stop.
  private func choose(_ groups: inout [DuplicateView], _ session: EditSession) throws {
    let possible = groups.indices.filter { groups[$0].refusal == nil }
    if possible.isEmpty, let refusal = groups.first?.refusal {
      _ = try session.reporter.running {
        try session.store.plan(in: session.context) { _ throws(EditError) in throw refusal }
      }
    }
    guard !options.yes else {
      for index in possible { groups[index].outcome = groups[index].isLossy ? .refused : .joined }
      return
    }
    let report = DuplicateReport(groups: groups, transaction: nil, session: session)
    guard let prompt = session.prompt else {
      throw Failure(
        .usage,
        "\(RelativeDate.count(possible.count, "group")) of duplicates would be joined; Listo cannot ask, because this is not a terminal.",
        details: report.lines.map { "  " + $0 } + ["Pass --yes to go ahead, or --dry-run to see the changes."]
      )
    }
    session.reporter.progress?.end()
    var joinsAll = false
    for (number, index) in possible.enumerated() {
      if !joinsAll || groups[index].isLossy {
        prompt.say("\n" + report.lines(of: groups[index]).map { $0 + "\n" }.joined())
        switch try answer(prompt, "Join group \(number + 1) of \(possible.count)?") {
        case .yes: break
        case .no: continue
        case .all: joinsAll = true
        }
      }
      groups[index].outcome = .joined
    }
  }

  private enum Answer { case yes, no, all }

  private func answer(_ prompt: EditPrompt, _ question: String) throws(Failure) -> Answer {
    while let answer = prompt.answer(question + " [y]es, [n]o, [a]ll, [q]uit: ") {
      switch answer.lowercased() {
      case "y", "yes": return .yes
      case "n", "no": return .no
      case "a", "all": return .all
      case "q", "quit": throw .stopped
      default: continue
      }
    }
    throw .stopped
  }

  /// Joins the groups in one transaction.
  private func join(
    _ chosen: [[ModelIdentifier]], in list: ModelIdentifier?, _ session: EditSession
  ) throws -> Transaction {
    var isFirst = true
    let transaction = try session.reporter.running {
      try session.store.apply("dedupe, \(RelativeDate.count(chosen.count, "group"))", in: session.context) {
        editing throws(EditError) in
        if !isFirst {
          // A file changed since the groups were found.
          let present = Set(Duplicates(in: editing.catalog, atLeast: fuzzy, list).groups.map(\.identifiers))
          for group in chosen where !present.contains(group) {
            throw .refused(
              group[0], reason: "it or its duplicates were changed by another program",
              repairs: ["run listo dedupe again"])
          }
        }
        isFirst = false
        for result in editing.join(chosen) { _ = try result.get() }
      }
    }
    session.reporter.tell(transaction)
    return transaction
  }

  /// The groups of a catalog by the identifiers of their reminders, which stay the same when files are read
  /// again.
  private struct Duplicates {
    let groups: [DuplicateView.Group]
    let problems: [Diagnostic]

    init(in catalog: Catalog, atLeast score: Double, _ list: ModelIdentifier?) {
      let found = catalog.duplicateGroups(atLeast: score, in: list.flatMap(catalog.indexPath))
      problems = found.problems
      groups = found.groups.map { group in
        DuplicateView.Group(
          group, identifiers: ([group.kept] + group.others).compactMap(catalog.modelIdentifier))
      }
    }
  }
}

extension Failure {
  fileprivate static let stopped = Failure(.doubtful, "stopped: nothing was changed.")
}
