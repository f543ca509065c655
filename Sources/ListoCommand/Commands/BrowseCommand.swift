internal import ArgumentParser
internal import Listo

struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Look through reminders on the whole screen, and change them by keys.",
    usage: "listo browse [<options>] [<input> ...]",
    discussion: """
      Lists, their reminders with their subtasks, one reminder in full: enter opens, escape goes back. Space is done, ! flags, d deletes, \
      e edits, m moves, J and K give another place, > and < another level, a adds in words, s puts off, u takes back, / shows what matches \
      an expression, q leaves; ? shows all keys. A number and enter go to a line. What is not iCalendar in a file or folder can be looked at.

      --plain asks and answers line by line: a number opens, done 3 is done with the third, help tells the rest. A dumb terminal has that \
      by itself.

      Examples:
        listo browse
        listo browse ~/Calendars
        listo browse ~/Calendars --list Home
        listo browse Export.ics --plain
      """)

  @OptionGroup var input: PlaceArguments

  @Option(
    help: ArgumentHelp("Begin in the list with this title or identifier.", valueName: "name"),
    completion: NameCompletion.lists)
  var list: String?

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    var start = try ScreenStart("browse", input.inputs, screen, view, reporting, limits)
    if let list { try start.open(list: list) }
    try start.run()
  }
}
