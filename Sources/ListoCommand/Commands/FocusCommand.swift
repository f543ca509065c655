internal import ArgumentParser
internal import Listo

struct FocusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "focus",
    abstract: "Pick the reminders to focus on today.",
    usage: """
      listo focus [<options>] [<input> ...]
      listo focus --clear
      """,
    discussion: """
      Shows the reminders that you can start, with overdue reminders and those due today first; space picks \
      a reminder, or removes it again. listo next prefers the picked reminders, and listo browse marks them \
      and shows them as a list. There, f also picks a list, or a reminder with open subtasks: those of its \
      reminders that can be started come first. They are at the top of this screen, to be removed again. \
      The focus is stored in the state folder until the day is over; no reminder \
      is changed.

      Examples:
        listo focus
        listo focus ~/Calendars
        listo focus --plain ~/Calendars
        listo focus --clear
      """)

  @OptionGroup var input: PlaceArguments

  @Flag(help: "Clear the focus of today.")
  var clear = false

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    if clear { return try FocusFile().clear() }
    var start = try ScreenStart("focus", input.inputs, screen, view, reporting.reporter(limits), limits)
    start.openPicking(try ViewQuery.named("next").checked())
    try start.run()
  }
}
