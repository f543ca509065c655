internal import ArgumentParser
struct CheckCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "check") }
internal import Listo
enum MergeReportJSON { static func text(_ p: MergePlan) throws -> String { "" } }
