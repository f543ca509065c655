internal import ArgumentParser
internal import Listo

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the script that completes command lines in a shell.",
    usage: "listo completions [bash | zsh | fish]",
    discussion: """
      Without a shell, the script is for the one in SHELL. The packages and make install install all three \
      scripts. Otherwise put it where the shell looks for it: for bash in \
      ~/.local/share/bash-completion/completions/listo, for zsh in a file _listo in a folder of fpath, and for \
      fish in ~/.config/fish/completions/listo.fish.

      Examples:
        listo completions bash > listo.bash
        listo completions fish > listo.fish
      """)

  @Argument(
    help: ArgumentHelp("The shell: bash, zsh or fish.", valueName: "shell"),
    completion: .list(CompletionScript.allCases.map(\.rawValue)))
  var shell: String?

  func run() throws {
    try Printing.print(CompletionScript.named(shell).text, Reporter(isQuiet: true, isStrict: false))
  }
}
