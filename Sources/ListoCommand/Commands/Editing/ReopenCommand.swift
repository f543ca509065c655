internal import ArgumentParser
internal import Listo

struct ReopenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Reopen completed or cancelled reminders.",
    usage: "listo reopen [<options>] <name> ... [--in <place>]",
    discussion: """
      Reminders are named as for listo done. Their completion date and percentage are removed.

      Examples:
        listo reopen d5b8
        listo reopen --where 'list = Work and completed' --yes
      """)

  @OptionGroup var targets: TargetOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .named)
    try session.apply([.reopen], to: try session.reminders(targets) { !$0.isOpen }, EditAction("reopened"))
  }
}
