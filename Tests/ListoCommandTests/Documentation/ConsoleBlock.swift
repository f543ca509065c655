import Foundation

/// A block of a Markdown page that shows commands and what they print: three backticks and `console`, lines
/// `$ command`, output.
///
/// In the output a line `…` stands for any lines, and `…` within a line for any characters. `console
/// terminal` is what a terminal of 80 columns shows.
struct ConsoleBlock {
  let transcript: Transcript
  let isTerminal: Bool

  /// Runs its commands; standard error comes behind standard output.
  func run(in place: Workplace) throws -> [String] {
    try transcript.steps.map { step in
      let output = try place.run(isTerminal ? Self.inTerminal(step.command) : step.command)
      let lines = Self.lines(output.replacingOccurrences(of: "\r\n", with: "\n"))
      return lines.map { ($0.hasPrefix("2> ") ? $0.dropFirst(3) : $0) + "\n" }.joined()
    }
  }

  private static func inTerminal(_ command: String) -> String {
    "script --quiet --return --command 'stty columns 80; \(command)' /dev/null"
  }

  /// The output is as shown; blank lines at its end do not count.
  static func matches(_ shown: String, _ output: String) -> Bool {
    matches(lines(shown), lines(output))
  }

  private static func lines(_ text: String) -> ArraySlice<Substring> {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  private static func matches(_ shown: ArraySlice<Substring>, _ output: ArraySlice<Substring>) -> Bool {
    guard let first = shown.first else { return output.isEmpty }
    if first == "…" {
      return (output.startIndex...output.endIndex).contains { matches(shown.dropFirst(), output[$0...]) }
    }
    guard let line = output.first, matches(line: first, line) else { return false }
    return matches(shown.dropFirst(), output.dropFirst())
  }

  private static func matches(line shown: Substring, _ line: Substring) -> Bool {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return shown == line }
    guard line.hasPrefix(first), line.dropFirst(first.count).hasSuffix(last) else { return false }
    var rest = line.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}

/// A Markdown page in parts: its text, and its console blocks.
struct MarkdownPage {
  enum Part {
    case text(String)
    case console(ConsoleBlock)
  }

  var parts: [Part] = []

  init(_ page: String) {
    var text = ""
    var block: (fence: String, text: String)?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
      page.hasSuffix("\n") ? 1 : 0)
    {
      if let open = block {
        if line == "```" {
          parts.append(
            .console(
              ConsoleBlock(transcript: Transcript(open.text), isTerminal: open.fence.hasSuffix("terminal"))))
          block = nil
          text = "```\n"
        } else {
          block?.text += line + "\n"
        }
      } else {
        text += line + "\n"
        guard line.hasPrefix("```console") else { continue }
        parts.append(.text(text))
        block = (String(line), "")
      }
    }
    parts.append(.text(text))
  }

  /// The page with what its commands print now, where that is not what it shows, and how many commands there
  /// are.
  func rerun(in place: Workplace) throws -> (text: String, commands: Int) {
    var page = ""
    var commands = 0
    for part in parts {
      switch part {
      case .text(let text): page += text
      case .console(let block):
        let outputs = try block.run(in: place)
        let shown = block.transcript.steps.map(\.expected)
        commands += outputs.count
        page += block.transcript.text(
          with: zip(shown, outputs).map { shown, output in
            // A pipe into jq cannot be run where there is none.
            ConsoleBlock.matches(shown, output) || output.contains("jq: not found") ? shown : output
          })
      }
    }
    return (page, commands)
  }

  /// The code of the first block in this language.
  static func code(_ language: String, in page: String) -> String? {
    guard let start = page.range(of: "```\(language)\n"),
      let end = page.range(of: "```", range: start.upperBound..<page.endIndex)
    else { return nil }
    return String(page[start.upperBound..<end.lowerBound])
  }
}
