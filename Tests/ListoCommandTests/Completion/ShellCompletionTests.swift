import Foundation
import Testing

@testable import ListoCommand

/// Completions in real shells, in which somebody presses the tab key: a name from a calendar becomes one word
/// of the command line, and nothing in it runs.
@Suite(.serialized) struct ShellCompletionTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    static let present = allCases.filter { Sandbox.can("command -v \($0.rawValue) && command -v setsid") }

    /// Starts it without the user's settings, with the script at `completions`.
    var command: String {
      switch self {
      case .bash:
        "printf '%s\\n' 'PS1=ready:' 'source ./completions' > rc; exec setsid -c bash --rcfile rc -i"
      case .zsh:
        """
        printf '%s\\n' 'PS1=ready:' 'autoload -U compinit; compinit -u -D' 'source ./completions' > .zshrc
        ZDOTDIR=$PWD exec setsid -c zsh -d -i
        """
      case .fish:
        """
        printf '%s\\n' 'function fish_prompt; printf ready:; end' 'source ./completions' > rc.fish
        exec setsid -c fish --no-config --private -i -C 'source rc.fish'
        """
      }
    }
  }

  private static let names = [
    "a$(touch ran1)", "b`touch ran2`", "c${HOME}", "d\\e", "f'g", "h\"i", "A: B", "j;touch ran3", "k*", "l~",
    "m!n",
    "o|p", "q&r", "s#t", "Ü ü", "u=v", "w@x", "--y", "{z,0}", "(1)", "<2>",
  ]

  private static func calendars() -> String {
    names.enumerated().map { number, name in
      let title = name.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
      return
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\nX-WR-CALNAME:\(title)\nBEGIN:VTODO\nUID:\(number)\nSUMMARY:x\n"
        + "END:VTODO\nEND:VCALENDAR\n"
    }.joined()
  }

  /// Types lines, of which `\t` completes what stands before it, and returns the arguments that the command
  /// gets.
  private static func arguments(_ shell: Shell, _ lines: [String]) throws -> [[String]] {
    let sandbox = try Sandbox()
    try sandbox.write("m.ics", calendars())
    // The typed command does not run: its arguments are written down.
    try sandbox.write(
      "bin/listo",
      """
      #!/bin/sh
      case $1 in ---complete) exec '\(Workplace.product.path)' "$@" ;; esac
      { for word in "$@"; do printf '%s\\037' "$word"; done; printf '\\036'; } >> arguments
      """)
    try sandbox.sh("chmod +x bin/listo; listo completions \(shell.rawValue) > completions")
    let terminal = try PseudoTerminal(columns: 200, rows: 40)
    let child = try sandbox.start(
      "PATH=$PWD/bin:$PATH; \(shell.command)",
      environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh"], input: terminal.device,
      output: terminal.device, errors: terminal.device)
    defer {
      terminal.hangUp()
      child.send(SIGKILL)
    }
    try #require(terminal.waits(for: "ready:"), "\(terminal.sent)")
    var result: [[String]] = []
    for (number, line) in lines.enumerated() {
      // The return waits in the terminal until the shell has completed the word.
      terminal.send(line + "\r")
      for _ in 0..<6000 {
        terminal.receive()
        let text = (try? sandbox.text("arguments")) ?? ""
        result = text.split(separator: "\u{1E}").map { words in
          words.split(separator: "\u{1F}", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
        if text.hasSuffix("\u{1E}"), result.count > number { break }
        usleep(5000)
      }
    }
    let files = try sandbox.names().filter { $0.hasPrefix("ran") }
    #expect(files.isEmpty, "\(shell) ran a name")
    return result
  }

  @Test(arguments: Shell.present) func namesAreData(shell: Shell) throws {
    let lines = Self.names.map { "listo list m.ics --list \(Self.typed($0, shell))\t" }
    let found = try Self.arguments(shell, lines)
    for (name, arguments) in zip(Self.names, found) {
      #expect(arguments == ["list", "m.ics", "--list", name], "\(shell)")
    }
    #expect(found.count == Self.names.count)
  }

  /// The first character of a name, quoted where the shell would take it for something else.
  private static func typed(_ name: String, _ shell: Shell) -> String {
    let first = String(name.prefix(1))
    return "*~!|&;#\\'\"(){}<>$`-".contains(first) ? "\\\(first)" : first
  }

  @Test(arguments: Shell.present) func quotedWords(shell: Shell) throws {
    let lines = [
      "listo list m.ics --list 'A\t", "listo list m.ics --list \"A: \t", "listo list m.ics --list=A\t",
      "listo list m.ics --list \"f\t", "listo list m.ics --list 'h\t", "listo list m.ics --list \"a\t",
      "listo list m\t", "listo list --prio\thi\t", "listo cal\tad\t",
      // Behind a quotation mark that closes within the word.
      "listo list m.ics --list A': '\t", "listo list m.ics --list 'A:'\t",
    ]
    let list = ["list", "m.ics", "--list"]
    let wanted = [
      list + ["A: B"], list + ["A: B"], ["list", "m.ics", "--list=A: B"], list + ["f'g"], list + ["h\"i"],
      list + ["a$(touch ran1)"], ["list", "m.ics"], ["list", "--priority", "high"], ["calendars", "add"],
      list + ["A: B"], list + ["A: B"],
    ]
    #expect(try Self.arguments(shell, lines) == wanted)
  }
}
