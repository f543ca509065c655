internal import ArgumentParser
internal import Listo

struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Browse and change reminders in a full-screen view.",
    usage: "listo browse [<options>] [<input> ...]",
    discussion: """
      The screen shows the lists, the reminders of a list with their subtasks, or one reminder in full. \
      Enter opens and escape goes back. Space completes, ! flags, d deletes, e edits, m moves to another \
      list, J and K move down and up, > and < change the level, a adds in words, s postpones, u undoes, / \
      filters by an expression, q quits, and ? shows all keys. A number and enter go to a line. Inputs that \
      are not iCalendar files or folders can be viewed but not changed.

      Listo begins where you left the screen the last time with the same inputs; else, or after a new listo \
      select, without an input in the selected list, or in the default-list of the configuration. \
      --everywhere begins with the lists.

      With --plain, Listo asks and answers line by line: a number opens, done 3 completes the third \
      reminder, and help lists the commands. This is the default on a dumb terminal.

      Examples:
        listo browse
        listo browse ~/Calendars
        listo browse ~/Calendars --list Home
        listo browse --everywhere
        listo browse Export.ics --plain
      """)

  @OptionGroup var input: PlaceArguments

  @Option(
    help: ArgumentHelp("Start in the list with this title or identifier.", valueName: "name"),
    completion: NameCompletion.lists)
  var list: String?

  @Flag(help: "Begin with all lists, not in the last place, the selection or the default list.")
  var everywhere = false

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var view: ViewOptions
  @OptionGroup var reporting: ReportOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let reporter = reporting.reporter(limits)
    let isElsewhere = everywhere || list != nil
    let start = try StartingPoint(input.inputs, isEverywhere: isElsewhere, reporter)
    var shown = try ScreenStart("browse", start.inputs, screen, view, reporter, limits)
    if let list { try shown.open(list: list) }
    shown.rememberPlaces(start.ownInputs, beginningAt: isElsewhere ? nil : start)
    try shown.run()
  }
}
