public import ArgumentParser
public import Listo

/// The arguments that `sync`, `pull`, `push` and `status` have in common.
struct SyncArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Names of accounts and titles of their lists; without any, all accounts.", valueName: "account")
  )
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "The version that wins a conflict: newest, ours (local) or theirs (the server's).",
      valueName: "side"))
  var prefer = SyncPreference.newest

  @Flag(help: "Allow mass deletion: repeat one side's deletions on the other, even of most of a list.")
  var allowDeletions = false

  @Option(
    help: ArgumentHelp(
      "The treatment of a list that is gone on one side: tell (report it), remove (also on the other side), or restore.",
      valueName: "way"))
  var missingLists = SyncOptions.MissingLists.tell

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var appearance: SurfaceOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  /// The action of a verb on each account.
  enum Action {
    /// It is synced.
    case sync
    /// The plan is reported; nothing is written.
    case plan
    /// So it is, counted, with what waits to be looked at.
    case status

    var kind: AccountsJSON.Kind {
      switch self {
      case .sync: .sync
      case .plan: .plan
      case .status: .status
      }
    }
  }

  /// The choices that `sync`, `pull` and `push` add.
  struct Run {
    var direction = SyncOptions.Direction.both
    var action = Action.sync
    /// Each item is told.
    var isWhole = false
    /// Each conflict is asked about.
    var isInteractive = false
    /// Plans that were shown before.
    var agreed: [String] = []
    /// ``SyncOptions/retriesRefused``
    var retries = false
  }

  /// - Throws: ``Failure`` where an account cannot be asked, once the others are done.
  func run(_ run: Run) throws {
    let reporter = reporting.reporter(limits)
    defer { reporter.progress?.end() }
    let surface = appearance.surface
    let configuration = try ConfigurationFile.load()
    let context = try view.context(reporter, inputs: [])
    let journal = try EditStore.journal(configuration)
    var options = SyncOptions()
    (options.direction, options.preference) = (run.direction, prefer.preference)
    (options.deletions, options.allowsDeletions) = (configuration.accounts.deletions, allowDeletions)
    (options.missingLists, options.retriesRefused) = (missingLists, run.retries)
    if run.isInteractive, !ConflictPrompt.isPossible([]) {
      throw Failure(.usage, "--interactive needs a terminal to ask on.")
    }
    var told = AccountsJSON(run.action.kind)
    var failure: Failure?
    for scope in try ConfiguredAccounts.scopes(names, reporter) {
      let account = scope.account
      let name = account.settings.name
      options.lists = scope.lists
      told.begin(name)
      // The conflicts and left-out items of the last syncs need no server, and are reported before it is
      // asked.
      var isNamed = false
      do {
        if run.action == .status {
          let left = StatusView(status: try reporter.running { try account.status(of: scope.lists) })
          told.add(left.status.json)
          isNamed = !json && !left.lines.isEmpty
          if isNamed {
            try Printing.print(SyncView(account: name, surface: surface).named(left.lines), reporter)
          }
        }
        let sync = try reporter.running {
          try account.prepareSync(options, journal: journal, in: context) { sync in
            sync.observe = { progress in reporter.progress?.begin(Self.words(progress, account), bytes: nil) }
            sync.agreed = Set(run.agreed)
            if run.isInteractive { sync.ask = { ConflictPrompt.sync.ask($0, reporter) } }
            if run.isWhole, !json {
              sync.show = {
                try Printing.printDone(
                  SyncView(account: name, surface: surface).text($0, isWhole: true), reporter)
              }
            }
          }
        }
        told.add(
          try run.action == .sync
            ? make(sync, account, reporter) : tell(sync, account, run, isNamed: isNamed, reporter))
      } catch let error as Failure {
        // The other accounts are none the worse.
        reporter.progress?.end()
        if !error.message.isEmpty {
          reporter.error("\(name): \(error.message)")
          told.add(error: error.message)
        }
        for detail in error.details { reporter.note(detail) }
        failure = failure ?? Failure(error.status)
      }
    }
    if json { try Printing.print(told.json.prettyText, reporter) }
    if let failure { throw failure }
    try reporter.finish()
  }

  private func tell(
    _ sync: Account.Sync, _ account: Account, _ run: Run, isNamed: Bool, _ reporter: Reporter
  ) throws -> JSONValue {
    let plan = try reporter.run { () throws(WorkError) in try sync.plan() }
    let view = SyncView(account: account.settings.name, surface: appearance.surface)
    if !json {
      reporter.progress?.end()
      var text = view.text(plan, isWhole: run.isWhole, isNamed: isNamed)
      if run.action == .plan, !plan.isEmpty {
        text += "  --plan \(plan.identifier) carries out exactly this plan, or nothing if it has changed\n"
      }
      try Printing.print(text, reporter)
    }
    return plan.json
  }

  private func make(
    _ sync: Account.Sync, _ account: Account, _ reporter: Reporter
  ) throws -> JSONValue {
    let report = try reporter.run { () throws(WorkError) in try sync.run() }
    let view = SyncView(account: account.settings.name, surface: appearance.surface)
    if !json {
      reporter.progress?.end()
      try Printing.printDone(view.text(report), reporter)
    }
    if !report.stopped.isEmpty || reporting.strict && !report.conflicts.isEmpty { reporter.raise(.doubtful) }
    return report.json(requests: account.requestCount)
  }

  private static func words(_ progress: SyncProgress, _ account: Account) -> String {
    let name = account.settings.name
    return switch progress {
    case .asking: "Asking \(name)"
    case .reading(let list, let number, let count): "Reading \(list) (\(number) of \(count))"
    case .taking(let count): "Fetching \(count) from \(name)"
    case .sending(let number, let count): "Sending \(number) of \(count) to \(name)"
    }
  }
}

/// Who wins a conflict of a sync.
enum SyncPreference: String, ExpressibleByArgument, CaseIterable {
  case newest, ours, theirs

  var preference: MergePreference {
    switch self {
    case .newest: .newest
    case .ours: .ours
    case .theirs: .theirs
    }
  }
}

extension SyncOptions.MissingLists: ExpressibleByArgument {}
