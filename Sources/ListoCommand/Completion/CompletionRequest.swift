internal import ArgumentParser
internal import Listo

/// Which words fit at the end of a command line: what the completion scripts ask for, as `listo ---complete
/// SHELL WORD…`.
struct CompletionRequest {
  /// The argument that asks.
  static let word = "---complete"

  /// The words that fit, in the order in which they are offered.
  struct Answer: Equatable {
    enum Kind: String {
      /// These words and nothing else.
      case words
      /// These words and the names of files.
      case files
      /// These words and the names of folders.
      case folders
      /// These words, to which the user has to add something: no blank is put behind them.
      case stems
    }

    var kind = Kind.words
    var candidates: [Candidate] = []
  }

  /// A word, and what it is for.
  struct Candidate: Equatable {
    let word: String
    var summary = ""
  }

  /// The words before the one to complete, without the command's own name and without quoting.
  private let words: [String]
  /// The word to complete, as far as it is typed.
  private let current: String

  /// - Parameter words: without the command's own name and without quoting; the last is the one to complete.
  init(_ words: [String]) {
    (self.words, current) = (Array(words.dropLast()), words.last ?? "")
  }

  /// Returns what fits; words that the shell has still to compare with what is typed.
  func answer() -> Answer {
    guard let first = words.first else {
      if current.hasPrefix("-") {
        return Answer(candidates: ArgumentScan(Self.arguments(of: ListoTool.self)).options)
      }
      return Answer(candidates: Self.commands)
    }
    if first == "help" { return Answer(candidates: words.count == 1 ? Self.commands + [Self.query] : []) }
    // Words of two parts and saved queries.
    var rest = ListoTool.spelledOut(words)[...]
    guard let name = rest.popFirst(), let found = Self.child(of: ListoTool.self, name) else {
      return Answer()
    }
    var (command, path) = (found, [name])
    while let next = rest.first, let child = Self.child(of: command, next) {
      (command, path) = (child, path + [next])
      rest.removeFirst()
    }
    var scan = ArgumentScan(Self.arguments(of: command))
    for word in rest { scan.take(word) }
    if let option = scan.open { return value(of: option, typed: current, path, scan) }
    if current.hasPrefix("-"), !scan.isBehindTerminator {
      guard let equals = current.firstIndex(of: "="), let option = scan.option(String(current[..<equals]))
      else {
        return Answer(candidates: scan.options)
      }
      return value(of: option, typed: String(current[current.index(after: equals)...]), path, scan)
    }
    var answer = scan.positional.map { value(of: $0, typed: current, path, scan) } ?? Answer()
    if scan.positionalCount == 0 {
      answer.candidates += Self.children(of: command)
      // The verbs of `calendars` are commands of their own.
      if path == ["calendars"] { answer.candidates += Self.calendarVerbs }
    }
    return answer
  }

  // MARK: Commands

  private static let query = Candidate(word: QueryHelp.word, summary: "The language of --where.")

  private static var commands: [Candidate] { children(of: ListoTool.self) + [Candidate(word: "help")] }

  private static func children(of command: any ParsableCommand.Type) -> [Candidate] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map {
      Candidate(word: name($0), summary: $0.configuration.abstract)
    }
  }

  private static let calendarVerbs: [Candidate] = ListoTool.configuration.subcommands.compactMap { command in
    let name = name(command)
    guard name.hasPrefix("calendars-") else { return nil }
    return Candidate(word: String(name.dropFirst(10)), summary: command.configuration.abstract)
  }

  private static func child(
    of command: any ParsableCommand.Type, _ name: String
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { self.name($0) == name }
  }

  private static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  // MARK: Arguments

  /// The arguments of a command, from the description that swift-argument-parser gives of it.
  private static func arguments(of command: any ParsableCommand.Type) -> [CompletedArgument] {
    let dump = JSONValue(json: Array(command._dumpHelp().utf8))
    return (dump?["command"]?["arguments"]?.elements ?? []).compactMap(CompletedArgument.init)
  }

  /// The words that fit as the value of an argument.
  private func value(
    of argument: CompletedArgument, typed: String, _ path: [String], _ scan: ArgumentScan
  ) -> Answer {
    switch argument.value {
    case .any: return Answer()
    case .files: return Answer(kind: .files)
    case .folders: return Answer(kind: .folders)
    case .words(let words):
      let isStem = !words.isEmpty && words.allSatisfy { $0.word.hasSuffix("=") }
      return Answer(kind: isStem ? .stems : .words, candidates: words)
    case .names:
      let name = argument.names.first ?? "positional@\(argument.position ?? 0)"
      let line = ["listo"] + words + [typed]
      return Answer(candidates: Self.names(path, name, line).map { Candidate(word: $0) })
    }
  }

  /// The names that the command's own completion offers (``NameCompletion``), which swift-argument-parser
  /// calls.
  private static func names(_ path: [String], _ name: String, _ line: [String]) -> [String] {
    let position = ["\(line.count - 1)", "\(line.last?.utf8.count ?? 0)"]
    do {
      _ = try ListoTool.parseAsRoot(["---completion"] + path + ["--", name] + position + line)
      return []
    } catch {
      guard ListoTool.exitCode(for: error).isSuccess else { return [] }
      return ListoTool.fullMessage(for: error).split(separator: "\n").map(String.init)
    }
  }
}

/// The properties of an argument that completion needs.
struct CompletedArgument {
  enum Value: Equatable {
    /// Nothing is known of it.
    case any
    case files, folders
    case words([CompletionRequest.Candidate])
    /// Names in the reminders.
    case names
  }

  /// With their dashes, the long ones first; none for a positional argument.
  let names: [String]
  let summary: String
  let isFlag: Bool
  let isRepeating: Bool
  let value: Value
  /// Among the positional arguments.
  var position: Int?

  /// - Parameter json: an argument of the parser's description.
  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.text, json["shouldDisplay"] != .bool(false) else { return nil }
    let names = (json["names"]?.elements ?? []).compactMap { name in
      name["name"]?.text.map { name["kind"]?.text == "long" ? "--" + $0 : "-" + $0 }
    }
    (self.names, isFlag) = (names.sorted { $0.utf8.count > $1.utf8.count }, kind == "flag")
    // The first clause: the whole sentence would not fit beside the word.
    let summary = json["abstract"]?.text ?? ""
    self.summary =
      summary.split(maxSplits: 1, whereSeparator: { ";:.".contains($0) }).first.map(String.init) ?? ""
    isRepeating = json["isRepeating"] == .bool(true)
    value = Self.value(json)
  }

  private static func value(_ json: JSONValue) -> Value {
    guard let kind = json["completionKind"] else { return .any }
    if kind["file"] != nil { return .files }
    if kind["directory"] != nil { return .folders }
    if kind["custom"] != nil { return .names }
    let summaries = json["allValueDescriptions"]
    let words = (kind["list"]?["values"]?.elements ?? []).compactMap(\.text)
    return .words(words.map { .init(word: $0, summary: summaries?[$0]?.text ?? "") })
  }
}

/// Goes through the words of a command line and knows what can follow.
struct ArgumentScan {
  private let arguments: [CompletedArgument]
  private var used: Set<String> = []
  /// The option whose value comes next.
  private(set) var open: CompletedArgument?
  private(set) var isBehindTerminator = false
  private(set) var positionalCount = 0

  init(_ arguments: [CompletedArgument]) {
    var count = 0
    self.arguments = arguments.map { argument in
      guard argument.names.isEmpty else { return argument }
      var argument = argument
      argument.position = count
      count += 1
      return argument
    }
  }

  mutating func take(_ word: String) {
    if open != nil { return open = nil }
    guard word.hasPrefix("-"), word != "-", !isBehindTerminator else { return positionalCount += 1 }
    guard word != "--" else { return isBehindTerminator = true }
    let name = String(word.prefix { $0 != "=" })
    // Of several short flags in one word the last may have a value.
    let argument = option(name) ?? (name.hasPrefix("--") ? nil : name.last.flatMap { option("-\($0)") })
    guard let argument else { return }
    used.formUnion(argument.names)
    if !argument.isFlag, name == word { open = argument }
  }

  func option(_ name: String) -> CompletedArgument? { arguments.first { $0.names.contains(name) } }

  /// The positional argument that comes next.
  var positional: CompletedArgument? {
    let all = arguments.filter(\.names.isEmpty)
    if positionalCount < all.count { return all[positionalCount] }
    return all.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// The options that can still be given, by their long names.
  var options: [CompletionRequest.Candidate] {
    arguments.filter { $0.isRepeating || used.isDisjoint(with: $0.names) }.flatMap { argument in
      argument.names.filter { $0.hasPrefix("--") || argument.names.count == 1 }.map {
        CompletionRequest.Candidate(word: $0, summary: argument.summary)
      }
    }
  }
}
