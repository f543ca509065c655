internal import ArgumentParser

struct TodayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show reminders that are due today or overdue.",
    discussion: """
      Reminders that are due today come first, then overdue reminders from before. A repeating reminder \
      with an occurrence today is among those of today, with the number of missed ones. With --all, Listo \
      also shows reminders of today that are completed or cancelled. Conditions are those of listo list. This is \
      the query 'open and due <= today'; a query named today in the configuration replaces it. Without an \
      input, Listo reads the configured sources.

      Examples:
        listo today
        listo today ~/Calendars --list Home
        listo today --template '{due:time} {title}'
      """)

  @OptionGroup(title: "Conditions") var conditions: ConditionOptions
  @OptionGroup var arguments: ListingArguments

  func run() throws { try arguments.run(try .named("today"), conditions) }
}

struct OverdueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overdue",
    abstract: "Show overdue reminders.",
    discussion: """
      Shows open reminders that were due before now. A date with a time is overdue when the time has passed; \
      a date without a time is overdue from the next day on. Conditions are those of listo list.

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
    abstract: "Show the reminders of this week, day by day.",
    discussion: """
      Overdue reminders of this week come first. Older ones are only counted; listo overdue shows them. The \
      week begins on Monday, unless week-start in the configuration names another day. With --all, Listo also shows reminders of this week that are completed or cancelled. \
      Conditions are those of listo list.

      Examples:
        listo week
        listo week ~/Calendars --tag errands
        listo week --where 'not recurring'
      """)

  @OptionGroup(title: "Conditions") var conditions: ConditionOptions
  @OptionGroup var arguments: ListingArguments

  func run() throws { try arguments.run(try .named("week"), conditions) }
}
