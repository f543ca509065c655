import Foundation
import ListoTestSupport
import Testing

@testable import ListoCommand

/// Which words fit at the end of a command line.
@Suite struct CompletionRequestTests {
  private func answer(_ words: String...) -> CompletionRequest.Answer { CompletionRequest(words).answer() }

  private func words(_ words: String...) -> [String] {
    CompletionRequest(words).answer().candidates.map(\.word)
  }

  @Test func commandsAndTheirVerbs() {
    #expect(Set(ListoTool.commands).isSubset(of: words("")))
    #expect(words("help", "").contains("query") && words("help", "list", "") == [])
    #expect(words("account", "") == ["list", "add", "check", "remove"])
    let verbs = words("calendars", "")
    #expect(
      verbs == ["add", "rename", "colour", "order", "delete"] && answer("calendars", "").kind == .files)
    #expect(answer("nonsense", "") == CompletionRequest.Answer())
    #expect(words("-").contains("--version"))
  }

  @Test func optionsAndTheirValues() {
    #expect(words("list", "--").contains("--due-before"))
    #expect(words("list", "--priority", "").contains("medium"))
    #expect(words("list", "--priority=").contains("medium"))
    #expect(words("list", "--has", "").contains("recurrence-id"))
    #expect(words("convert", "x.ics", "-t", "").contains("jsonl"))
    #expect(words("convert", "-qt", "").contains("jsonl"))
    #expect(answer("list", "--input-limit", "").kind == .stems)
    // One that may stand once is offered once, one that is repeated again.
    #expect(!words("list", "--json", "--").contains("--json"))
    #expect(words("list", "--tag", "a", "--").contains("--tag"))
    // The value of an option is no option.
    #expect(answer("add", "--notes", "--") == CompletionRequest.Answer())
  }

  @Test func files() {
    #expect(answer("list", "").kind == .files)
    #expect(answer("list", "a.ics", "").kind == .files)
    #expect(answer("list", "--", "-").kind == .files)
    #expect(answer("split", "a.ics", "-o", "").kind == .folders)
    #expect(answer("diff", "a.ics", "b.ics", "") == CompletionRequest.Answer())
  }

  /// Every command and option can be reached, and every one has a script's text for each shell.
  @Test func everyCommandAnswers() throws {
    for command in ListoTool.commands {
      #expect(words(command, "--").contains("--help"), "\(command)")
    }
    let place = try Workplace()
    defer { place.remove() }
    for shell in CompletionScript.allCases {
      #expect(try place.run("listo completions \(shell.rawValue)") == shell.text)
      #expect(
        try place.run("SHELL=/usr/bin/\(shell.rawValue) listo completions") == shell.text)
      // Nothing is evaluated.
      #expect(!shell.text.contains("compgen") && !shell.text.contains("eval"))
    }
    // Nor are the parser's own scripts, which do.
    for line in ["completions csh", "--generate-completion-script bash", "--generate-completion-script=zsh"] {
      #expect(try place.run("listo \(line)").hasSuffix("[exit 64]\n"))
    }
    #expect(try place.run("listo completions bash | bash -n") == "")
  }

  /// For names of any characters, bash reads the completed word as that name.
  @Test(.enabled(if: Sandbox.can("command -v bash"), "bash is not installed"))
  func bashReadsTheName() throws {
    var random = SplitMix64(seed: Seed.current)
    let characters = Array(" aZ0ä🦋!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    let breaks = "\"'@><=;|&(:"
    var (lines, names): ([String], [String]) = ([], [])
    for _ in 0..<400 {
      let name = String(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in characters.pick(using: &random) })
      for start in ["", "'", "\""] {
        let line = BashLine("listo list --list " + start, breaks: breaks)
        let word = try #require(line.completed(name))
        lines.append("printf '%s\\n' \(start)\(word)\(start)")
        names.append(name)
      }
      // As far as it is typed already, quoted as bash would.
      let typed = String(name.prefix(Int.random(in: 0..<name.count, using: &random)))
      let whole = try #require(BashLine("listo ", breaks: "").completed(typed))
      let line = BashLine("listo list --list " + whole, breaks: breaks)
      #expect(line.words == ["listo", "list", "--list", typed])
      #expect(line.completed(name) != nil, "\(name)")
    }
    let sandbox = try Sandbox()
    try sandbox.write("script", lines.joined(separator: "\n"))
    let output = try sandbox.sh("bash script").output
    #expect(output == names.map { $0 + "\n" }.joined(), "LISTO_SEED=\(random.seed)")
  }
}
