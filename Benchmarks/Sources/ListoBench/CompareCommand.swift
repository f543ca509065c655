import ArgumentParser

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Shows what a change did, from two files that --json stored.")

  @Argument(help: "The figures before the change.")
  var base: String

  @Argument(help: "The figures with it.")
  var new: String

  func run() throws { print(Report.comparison(try Results(from: base), try Results(from: new))) }
}
