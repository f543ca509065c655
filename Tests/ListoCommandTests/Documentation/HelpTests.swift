import Foundation
import Listo
import Testing

/// The text of `--help`: each command is introduced, its examples run, and its lines fit into a terminal.
@Suite struct HelpTests {
  private let dump: CommandDump

  init() throws {
    let place = try Workplace()
    defer { place.remove() }
    dump = try CommandDump(in: place)
  }

  @Test func everyCommandIsIntroduced() {
    for command in dump.subcommands {
      #expect(command.abstract?.hasSuffix(".") ?? false, "\(command.commandName) has no abstract")
      #expect(!command.examples.isEmpty, "\(command.commandName) has no examples")
      for option in command.arguments ?? [] where option.shouldDisplay {
        #expect(
          option.abstract?.hasSuffix(".") ?? false, "\(command.commandName): \(option.key) is not explained")
      }
    }
  }

  @Test func examplesRun() throws {
    for command in [dump.command] + dump.subcommands { try ExamplePlace.run(command.examples) }
  }

  /// Examples are not wrapped, as a wrapped command line cannot be copied.
  @Test func linesFit() throws {
    let place = try Workplace()
    defer { place.remove() }
    func all(_ command: CommandDump.Command, _ name: String) -> [(CommandDump.Command, String)] {
      [(command, name)]
        + (command.subcommands ?? []).filter { $0.commandName != "help" }.flatMap {
          all($0, name + " " + $0.commandName)
        }
    }
    for (command, name) in [(dump.command, "")] + dump.subcommands.flatMap({ all($0, $0.commandName) }) {
      for example in command.examples { #expect(example.count <= 78, "\(example)") }
      for option in ["--help", "--help-all"] {
        let help = try place.run("listo \(name) \(option)")
        for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(!help.contains("2> "))
      }
    }
  }

  /// `--help` fits on a screen, and `--help-all` explains every option.
  @Test func helpIsShortAndWholeOnRequest() throws {
    let place = try Workplace()
    defer { place.remove() }
    for command in dump.subcommands {
      let short = try place.run("listo \(command.commandName) --help")
      let lines = short.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 46, "\(command.commandName) --help has \(lines) lines")
      #expect(short.contains("listo \(command.commandName) --help-all shows"), "\(command.commandName)")
      #expect(try place.run("listo help \(command.commandName)") == short)
      let whole = try place.run("listo \(command.commandName) --help-all")
      for option in command.arguments ?? [] where option.isOption && option.sectionTitle == nil {
        for name in option.names ?? [] {
          #expect(whole.contains(name.option), "\(command.commandName) \(name.option)")
        }
      }
    }
  }

  /// One name has one meaning: in all commands it is a flag, or it takes the same kind of value.
  @Test func anOptionHasOneMeaning() {
    var meanings: [String: Set<String>] = [:]
    func see(_ command: CommandDump.Command) {
      for option in command.arguments ?? [] where option.kind != "positional" {
        for name in option.names ?? [] {
          meanings[name.option, default: []].insert(
            option.kind == "flag" ? "no value" : option.valueName ?? "value")
        }
      }
      for other in command.subcommands ?? [] { see(other) }
    }
    see(dump.command)
    #expect(meanings.count > 100)
    for (option, values) in meanings { #expect(values.count == 1, "\(option): \(values.sorted())") }
  }

  /// A spelling of earlier versions is answered with the one of today.
  @Test(arguments: [
    ("move a --to b", "--into"), ("copy a --to b", "--into"), ("defer a --to b", "--due"),
    ("defer a --by 3d", "--shift"), ("done a --from next", "--next-from"),
    ("purge --before today", "--completed-before"), ("check --explain bad-date", "--describe"),
    ("check --all", "--ungrouped"), ("diff a b --all", "--rewritten"), ("diff a b --map A=B", "--pair"),
    ("merge a --color teal", "--list-color"), ("calendars add a --colour teal", "--list-color"),
    ("add a --plain", "--verbatim"), ("convert a --title b", "--page-title"), ("alarm a --remove", "--clear"),
    ("list --format x", "--template"),
  ])
  func oldSpellingsAreAnswered(_ command: String, _ option: String) throws {
    let place = try Workplace()
    defer { place.remove() }
    let answer = try place.run("listo \(command)")
    #expect(answer.contains(option) && answer.contains("[exit 64]"), "\(answer)")
  }

  @Test func theLanguageHasATopic() throws {
    let place = try Workplace()
    defer { place.remove() }
    let help = try place.run("listo help query")
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for example in QueryGrammar.examples { #expect(help.contains("  \(example.form)")) }
  }
}

/// A folder with the files that examples speak of, made of Samples: `~/Calendars`, `Export.ics`, `laptop.ics`
/// and others.
enum ExamplePlace {
  /// The commands that ask a server.
  private static let servers = ["account", "sync", "pull", "push", "status"].map { "listo " + $0 }

  /// It is understood, and ends with the status of a server that cannot be reached: none answers here, nor is
  /// a network asked.
  private static func asksItsServer(_ line: String, in place: Workplace) throws {
    let isAdding = line.hasPrefix("listo account add")
    let configuration = "\"${XDG_CONFIG_HOME:-$HOME/.config}/listo/config.toml\""
    if !isAdding {
      let entry = "[accounts.work]\\nurl = \"http://127.0.0.1:1/\"\\n"
      _ = try place.run("grep -q accounts.work \(configuration) || printf '\(entry)' >> \(configuration)")
    }
    let output = try place.run("export https_proxy=http://127.0.0.1:1; " + line)
    #expect(output.contains("127.0.0.1") && output.hasSuffix("[exit 66]\n"), "$ \(line)\n\(output)")
  }

  /// Runs command lines one after another; each must end well.
  static func run(_ lines: [String]) throws {
    let place = try Workplace()
    defer { place.remove() }
    let setUp = """
      cp -r Samples/iCloud Calendars
      cp Samples/iCloud/Family.ics Export.ics
      cp Samples/Nextcloud/inbox.ics archive.ics
      cp Samples/Merge/laptop/Household.ics laptop.ics
      cp Samples/Merge/phone/Household.ics phone.ics
      cp Samples/Merge/last.backup last.ics
      cp -r Samples/Merge/laptop export1
      cp -r Samples/Merge/phone export2
      """
    #expect(try place.run(setUp).isEmpty)
    // Some start at the sources, or at what is selected.
    _ = try place.run("listo sources add Calendars")
    for line in lines {
      if servers.contains(where: line.hasPrefix) {
        try asksItsServer(line, in: place)
        continue
      }
      // A command that takes the whole screen asks line by line here, and gets no answer.
      let screens = ["listo browse", "listo review", "listo focus", "listo morning", "listo next --screen"]
      let isScreen = screens.contains { line.hasPrefix($0) }
      let output = try place.run(line + (isScreen && !line.contains("--clear") ? " --plain < /dev/null" : ""))
      // A pipe into jq cannot be run where there is none. A check, or a comparison, ends with status 1 where
      // it found something, and a review while something is undecided.
      let isFinding = ["listo check ", "listo diff ", "listo review"].contains { line.hasPrefix($0) }
      if output.contains("jq: not found") || isFinding && output.hasSuffix("[exit 1]\n") { continue }
      #expect(!output.contains("[exit "), "$ \(line)\n\(output)")
    }
  }
}
