internal import ArgumentParser
internal import Listo

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Synchronize your accounts with their servers.",
    usage: "listo sync [<options>] [<account> …]",
    discussion: """
      Listo fetches the server's changes and sends yours. If both sides changed a reminder, the changes \
      are merged by property. If both changed the same property, the newest version wins, and the other \
      version is kept and reported. listo undo takes back the fetched changes here; the next sync takes them \
      back on the server too.

      If most of a list was deleted on one side, the sync of this list stops before anything is deleted on \
      the other side. Pass --allow-deletions if you meant to delete them.

      Examples:
        listo sync
        listo sync work --dry-run
        listo sync work --allow-deletions
      """)

  @Flag(help: "Print the actions, and write nothing on either side.")
  var dryRun = false

  @OptionGroup var agreed: AgreedPlanOptions

  @Option(help: ArgumentHelp("Print each synchronized item.", valueName: "form"))
  var report: ReportForm?

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
    abstract: "Fetch changes from your accounts, and send none.",
    usage: "listo pull [<options>] [<account> …]",
    discussion: """
      Examples:
        listo pull
        listo pull work --dry-run
      """)

  @Flag(help: "Print the actions, and write nothing.")
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
    abstract: "Send local changes to your accounts, and fetch none.",
    usage: "listo push [<options>] [<account> …]",
    discussion: """
      Reminders that also changed on the server wait for listo pull or listo sync, which merge them.

      Examples:
        listo push
        listo push work --dry-run
        listo push work --retry
      """)

  @Flag(help: "Print the actions, and write nothing.")
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

/// The treatment of reminders that the server refused before.
struct RefusedOptions: ParsableArguments {
  @Flag(help: "Send refused changes again, even if the reminders have not changed since.")
  var retry = false
}

/// The plans to carry out, which a person looked at before.
struct AgreedPlanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Carry out exactly the plan with this name, which --dry-run printed. If the plan has changed, do "
        + "nothing. Can be repeated, once for each account.",
      valueName: "plan"))
  var plan: [String] = []
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show unsynchronized changes of your accounts.",
    usage: "listo status [<options>] [<account> …]",
    discussion: """
      The output counts the changes that a sync would make; listo sync --dry-run lists each reminder. Versions that lost a conflict are listed \
      with their files until you dismiss them with --dismiss.

      Examples:
        listo status
        listo status work --json
      """)

  @Flag(help: "Clear the listed conflicts; their files are moved to the trash.")
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
