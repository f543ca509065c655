internal import ArgumentParser

struct TodayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show what is due today, and what is overdue.",
    discussion: """
      What is due today comes first, or a line that nothing is; then what is overdue from before. --all adds what was due today and is \
      done or cancelled. Without an input the sources of the configuration are read. It is the query 'open and due <= today'; a query \
      with the name today in the configuration takes its place. Conditions are those of listo list.

      Examples:
        listo today
        listo today ~/Calendars --list Home
        listo today --format '{due:time} {title}'
      """)

  @OptionGroup(title: "Conditions") var conditions: ConditionOptions
  @OptionGroup var arguments: ListingArguments

  func run() throws { try arguments.run(try .named("today"), conditions) }
}

struct OverdueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overdue",
    abstract: "Show what should have been done.",
    discussion: """
      What is open and due before now: a time is overdue when it has passed, and not yet at that very moment; a date without a \
      time is from the next day on. Conditions are those of listo list.

      Examples:
        listo overdue
        listo overdue ~/Calendars --priority high
        listo overdue --json | jq length
      """)

  @OptionGroup(title: "Conditions") var conditions: ConditionOptions
  @OptionGroup var arguments: ListingArguments

  func run() throws { try arguments.run(try .named("overdue"), conditions) }
}

struct WeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "week",
    abstract: "Show what is due until the week is over, day by day.",
    discussion: """
      The week begins on monday, unless week-start in the configuration says otherwise. What is overdue comes first. --all adds \
      what was due in this week and is done or cancelled. Conditions are those of listo list.

      Examples:
        listo week
        listo week ~/Calendars --tag errands
        listo week --where 'not recurring'
      """)

  @OptionGroup(title: "Conditions") var conditions: ConditionOptions
  @OptionGroup var arguments: ListingArguments

  func run() throws { try arguments.run(try .named("week"), conditions) }
}
