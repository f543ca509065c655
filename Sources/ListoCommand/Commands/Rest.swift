internal import ArgumentParser
struct CalendarsCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "calendars") }
struct ListCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "list") }
struct ShowCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "show") }
internal import Listo
enum MergeReportJSON { static func text(_ p: MergePlan) throws -> String { "" } }
