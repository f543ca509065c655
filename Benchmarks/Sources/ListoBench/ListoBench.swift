import ArgumentParser

@main
struct ListoBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listo-bench",
    abstract: "Measures listo beside libical's own parser, in the same run on the same input.",
    subcommands: [RunCommand.self, CrowdsCommand.self, CompareCommand.self, GenerateCommand.self],
    defaultSubcommand: RunCommand.self)
}
