internal import ArgumentParser
internal import Listo

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show reminders by source and list.",
    discussion: """
      Subtasks are shown below their parents. listo show and other commands accept the short name before a \
      title. Completed and cancelled reminders are only counted, unless you pass --all. A repeating reminder \
      is shown at its first occurrence that is still open; --expand shows each occurrence. If you give \
      several conditions, all must match.

      Without an input, Listo reads the configured sources. A word that is no file is \
      searched for in lists and reminders. If you chose a list with listo \
      select, only that list is shown; --everywhere, --list and --source show the others.

      On a terminal, Listo fits the lines to its width and uses the colours of the lists. In a pipe, lines \
      have their full length.

      Examples:
        listo list ~/Calendars
        listo list Export.ics --overdue
        listo list dentist
        listo list ~/Calendars --list Home --list Family --sort due
        listo list ~/Calendars --due-after today --priority high
        listo list ~/Calendars --where 'startable and due <= end of week'
        listo list ~/Calendars --expand 'today..end of week' --sort due
        listo list ~/Calendars --group due --limit 10
        listo list ~/Calendars --columns due,title:30,tags --sort=-due
        listo list ~/Calendars --template '{due:date} {title}' | sort
        listo list - --all < Export.ics
      """)

  @OptionGroup(title: "Conditions") var conditions: ConditionOptions
  @OptionGroup var arguments: ListingArguments

  @Flag(help: "Ignore the selection: show all lists of the sources.")
  var everywhere = false

  @OptionGroup var expansion: ExpansionOptions

  func run() throws {
    var (arguments, conditions) = (arguments, conditions)
    if !arguments.listing.isForPrograms, let words = SourceInputs.takeWords(&arguments.input.inputs) {
      conditions.expressions.append("list contains \"\(words)\" or text contains \"\(words)\"")
      arguments.reporting.reporter(arguments.limits).note(
        "note: no file or folder is named '\(words)'; showing the lists and reminders with this text")
    }
    try arguments.run(nil, conditions, startsAtSelection: !everywhere, expanding: try expansion.range())
  }
}
