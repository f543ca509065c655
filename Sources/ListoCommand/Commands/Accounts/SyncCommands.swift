internal import ArgumentParser
internal import Listo

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring together what changed here and in your accounts.",
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

  @Option(help: ArgumentHelp("Print each item that is synced.", valueName: "form"))
  var report: MergeCommand.ReportForm?

  @Flag(help: "Ask about each conflict.")
  var interactive = false

  @OptionGroup var options: SyncArguments

  func run() throws {
    var options = options
    if report == .json { options.json = true }
    try options.run(.both, isDry: dryRun, isWhole: dryRun || report == .text, isInteractive: interactive)
  }
}

struct PullCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Bring here what changed in your accounts, and send nothing.",
    usage: "listo pull [<options>] [<account> …]",
    discussion: """
      Examples:
        listo pull
        listo pull work --dry-run
      """)

  @Flag(help: "Print what would be done, and write nothing.")
  var dryRun = false

  @Flag(help: "Ask about each conflict.")
  var interactive = false

  @OptionGroup var options: SyncArguments

  func run() throws { try options.run(.pull, isDry: dryRun, isWhole: dryRun, isInteractive: interactive) }
}

struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Bring to your accounts what changed here, and change nothing here.",
    usage: "listo push [<options>] [<account> …]",
    discussion: """
      What changed there as well waits for listo pull or listo sync, which merge it.

      Examples:
        listo push
        listo push work --dry-run
      """)

  @Flag(help: "Print what would be done, and write nothing.")
  var dryRun = false

  @OptionGroup var options: SyncArguments

  func run() throws { try options.run(.push, isDry: dryRun, isWhole: dryRun) }
}

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what is new here and in your accounts, and what waits.",
    usage: "listo status [<options>] [<account> …]",
    discussion: """
      What a sync would do is counted; listo sync --dry-run names each reminder. Versions that lost a conflict are listed with their \
      files until --dismiss.

      Examples:
        listo status
        listo status work --json
      """)

  @Flag(help: "Forget the conflicts that are listed; their files stay.")
  var dismiss = false

  @OptionGroup var options: SyncArguments

  func run() throws {
    let reporter = options.reporting.reporter(options.limits)
    if !options.json || dismiss {
      for account in try ConfiguredAccounts.all(options.accounts) {
        let log = try reporter.run { () throws(WorkError) in try account.log() }
        if dismiss { try reporter.run { () throws(WorkError) in try account.dismissConflicts() } }
        guard !dismiss, !log.conflicts.isEmpty else { continue }
        var lines: [String] = []
        for conflict in log.conflicts {
          lines.append("  conflict: \(conflict.title.isEmpty ? conflict.uid : conflict.title)")
          lines += conflict.texts.map { "    \($0)" }
          if let file = conflict.file {
            lines.append("    kept: \(Place.abbreviated(log.keptFolder + "/" + file))")
          }
        }
        try Printing.print(SyncView.text(account.settings.name, lines), reporter)
      }
    }
    try options.run(.both, isDry: true)
  }
}
