internal import ArgumentParser
internal import Listo

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show reminders, by source and calendar.",
    discussion: """
      Subtasks stand below what they are a part of. The short name before a title is what listo show takes. Completed and cancelled \
      reminders are counted, and shown with --all. All conditions that are given must hold.

      Without an input the sources of the configuration are read, and the list that listo select remembers is shown; --everywhere, \
      --list and --source show the others.

      On a terminal the lists are fitted to its width and shown in their colours; in a pipe lines are as long as they need to be.

      Examples:
        listo list ~/Calendars
        listo list Export.ics --overdue
        listo list ~/Calendars --list Home --list Family --sort due
        listo list ~/Calendars --due-after today --priority high
        listo list ~/Calendars --where 'startable and due <= end of week'
        listo list ~/Calendars --expand 'today..end of week' --sort due
        listo list ~/Calendars --group due --limit 10
        listo list ~/Calendars --columns due,title:30,tags --sort=-due
        listo list ~/Calendars --format '{due:date} {title}' | sort
        listo list - --all < Export.ics
      """)

  @OptionGroup(title: "Conditions") var conditions: ConditionOptions
  @OptionGroup var arguments: ListingArguments

  @Flag(help: "Ignore the selection: show all lists of the sources.")
  var everywhere = false

  @OptionGroup var expansion: ExpansionOptions

  func run() throws {
    try arguments.run(nil, conditions, startsAtSelection: !everywhere, expanding: try expansion.range())
  }
}
