import Foundation

/// The command's description of itself: the answer to `--experimental-dump-help`.
struct CommandDump: Decodable {
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  struct Argument: Decodable {
    struct Name: Decodable, Hashable {
      let kind: String
      let name: String

      /// As it is typed.
      var option: String { kind == "long" ? "--" + name : "-" + name }
    }

    let kind: String
    let abstract: String?
    let names: [Name]?
    let valueName: String?
    let allValues: [String]?
    let defaultValue: String?
    let sectionTitle: String?
    let shouldDisplay: Bool

    var isOption: Bool { kind != "positional" && shouldDisplay }
    /// The names and the abstract, which are alike for the same option of different commands.
    var key: String { (names ?? []).map(\.option).joined(separator: " ") + "\t" + (abstract ?? "") }
  }

  let command: Command

  init(in place: Workplace) throws {
    let text = try place.run("listo --experimental-dump-help")
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }

  /// The sub-commands, without `help` and those of `calendars`, which its own help names.
  var subcommands: [Command] {
    (command.subcommands ?? []).filter {
      $0.commandName != "help" && !$0.commandName.hasPrefix("calendars-")
    }
  }

  func subcommand(_ name: String) -> Command? { subcommands.first { $0.commandName == name } }
}

extension CommandDump.Command {
  /// The command lines below `Examples:`.
  var examples: [String] {
    guard let discussion, let heading = discussion.range(of: "Examples:\n") else { return [] }
    return discussion[heading.upperBound...].split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
      String($0.dropFirst(2))
    }
  }
}
