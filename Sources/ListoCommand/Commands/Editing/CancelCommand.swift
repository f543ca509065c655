internal import ArgumentParser
internal import Listo

struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Mark reminders as cancelled: they stay, and are no longer open.",
    usage: "listo cancel [<options>] <name> ... [--in <place>]",
    discussion: """
      A name is what listo done takes. listo reopen makes them open again; listo delete takes them out.

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
