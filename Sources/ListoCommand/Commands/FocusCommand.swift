internal import ArgumentParser
internal import Listo

struct FocusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "focus",
    abstract: "Pick what today is about.",
    usage: """
      listo focus [<options>] [<input> ...]
      listo focus --clear
      """,
    discussion: """
      Offers what can be begun, overdue and due today first; space picks, and takes out again. listo next prefers what was picked, and \
      listo browse marks it and has it as a list. It is remembered in the state folder until the day is over; no reminder is changed.

      Examples:
        listo focus
        listo focus ~/Calendars
        listo focus --plain ~/Calendars
        listo focus --clear
      """)

  @OptionGroup var input: PlaceArguments

  @Flag(help: "Forget what was picked.")
  var clear = false

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    if clear { return try FocusFile().clear() }
    var start = try ScreenStart("focus", input.inputs, screen, view, reporting, limits)
    start.openPicking(try ViewQuery.named("next").expression())
    try start.run()
  }
}
