internal import ArgumentParser
struct CalendarsCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "calendars") }
struct ListCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "list") }
struct ShowCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "show") }
struct CheckCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "check") }
enum Visible { static func line(_ t: String) -> String { t } }
