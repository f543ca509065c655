import ArgumentParser

@main
struct ListoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "listo", abstract: "Reminders interchange.", version: "0.1.0")
}
