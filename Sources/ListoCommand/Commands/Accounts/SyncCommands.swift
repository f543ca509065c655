internal import ArgumentParser
internal import Listo

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Synchronize what changed here and on the servers of your accounts.",
    usage: "listo sync [<options>] [<account> …]",
    discussion: """
      What changed there comes here, what changed here goes there, and what changed on both sides is merged property by property. Where \
      both changed the same, the newest wins, and the other version is kept and told. listo undo takes back what came here, as an edit \
      that the next sync brings there.

      A list of which most was deleted on one side stops, and says so, before anything of it is deleted on the other.

      Examples:
        listo sync
        listo sync work --dry-run
        listo sync work --allow-deletions
      """)

  @Flag(help: "Print what would be done, and write nothing on either side.")
  var dryRun = false

  @OptionGroup var agreed: AgreedPlanOptions

  @Option(help: ArgumentHelp("Print each item that is synced.", valueName: "form"))
  var report: MergeCommand.ReportForm?

  @Flag(help: "Ask about each conflict.")
  var interactive = false

  @OptionGroup var refused: RefusedOptions

  @OptionGroup var options: SyncArguments

  func run() throws {
    var options = options
    if report == .json { options.json = true }
    try options.run(
      .init(
        action: dryRun ? .plan : .sync, isWhole: dryRun || report == .text, isInteractive: interactive,
        agreed: agreed.plan, retries: refused.retry))
  }
}

struct PullCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Fetch what changed in your accounts, and send nothing.",
    usage: "listo pull [<options>] [<account> …]",
    discussion: """
      Examples:
        listo pull
        listo pull work --dry-run
      """)

  @Flag(help: "Print what would be done, and write nothing.")
  var dryRun = false

  @OptionGroup var agreed: AgreedPlanOptions

  @Flag(help: "Ask about each conflict.")
  var interactive = false

  @OptionGroup var options: SyncArguments

  func run() throws {
    try options.run(
      .init(
        direction: .pull, action: dryRun ? .plan : .sync, isWhole: dryRun, isInteractive: interactive,
        agreed: agreed.plan))
  }
}

struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Send what changed here to your accounts, and change nothing here.",
    usage: "listo push [<options>] [<account> …]",
    discussion: """
      What changed there as well waits for listo pull or listo sync, which merge it.

      Examples:
        listo push
        listo push work --dry-run
        listo push work --retry
      """)

  @Flag(help: "Print what would be done, and write nothing.")
  var dryRun = false

  @OptionGroup var agreed: AgreedPlanOptions

  @OptionGroup var refused: RefusedOptions

  @OptionGroup var options: SyncArguments

  func run() throws {
    try options.run(
      .init(
        direction: .push, action: dryRun ? .plan : .sync, isWhole: dryRun, agreed: agreed.plan,
        retries: refused.retry))
  }
}

/// What a sync does about reminders that the server refused before.
struct RefusedOptions: ParsableArguments {
  @Flag(help: "Send refused changes again, although the reminders have not changed since.")
  var retry = false
}

/// What is to be done was looked at before.
struct AgreedPlanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Do what --dry-run named so, or nothing where it is another plan by now; repeated: one for each account.",
      valueName: "plan"))
  var plan: [String] = []
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what is new here and in your accounts, and what waits to be synchronized.",
    usage: "listo status [<options>] [<account> …]",
    discussion: """
      The output counts the changes that a sync would make; listo sync --dry-run lists each reminder. Versions that lost a conflict are listed \
      with their files until you dismiss them with --dismiss.

      Examples:
        listo status
        listo status work --json
      """)

  @Flag(help: "Forget the conflicts that are listed; their files go to the trash.")
  var dismiss = false

  @OptionGroup var options: SyncArguments

  func run() throws {
    if dismiss {
      let reporter = options.reporting.reporter(options.limits)
      let now = try options.view.context(reporter, inputs: []).now
      for scope in try ConfiguredAccounts.scopes(options.names, reporter) {
        try reporter.run { () throws(WorkError) in
          try scope.account.dismissConflicts(of: scope.lists, at: now)
        }
      }
    }
    try options.run(.init(action: .status))
  }
}
