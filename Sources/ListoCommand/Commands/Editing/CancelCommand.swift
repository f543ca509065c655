internal import ArgumentParser
internal import Listo

struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Mark reminders as cancelled, without deleting them.",
    usage: "listo cancel [<options>] <name> ... [--in <place>]",
    discussion: """
      Reminders are named as for listo done. listo reopen reopens them; listo delete deletes them.

      Examples:
        listo cancel bf6e
        listo cancel --where 'list = Family and priority = none' --yes
      """)

  @OptionGroup var targets: TargetOptions
  @OptionGroup var options: EditOptions

  func run() throws {
    let session = try EditSession(options, targets, .named)
    try session.apply(
      [.cancel], to: try session.reminders(targets, preferring: \.isOpen), EditAction("cancelled"))
  }
}
