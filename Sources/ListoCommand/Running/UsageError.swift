internal import Listo

/// An error in a command line, in the words of all other errors: the parser has words of its own.
struct UsageError {
  /// One line: what is wrong, and what may have been meant.
  let message: String
  /// The command whose help says more; nil for that of `listo` itself.
  let command: String?

  /// - Parameter message: the parser's own, or that of a check of ours, which stands as it is.
  init(_ message: String, command: String?) {
    self.command = command
    self.message = Self.rewritten(message, command)
  }

  /// Where to read on.
  var hint: String {
    command.map { "See listo help \(Self.spoken($0))." } ?? "See listo --help."
  }

  /// A command as people write it: the parser knows `calendars add` by one word.
  private static func spoken(_ command: String) -> String {
    command.replacing("calendars-", with: "calendars ")
  }

  /// The parser's messages, each by how it begins; what it may say beyond them is handed on.
  private static func rewritten(_ message: String, _ command: String?) -> String {
    let verb = command.map { "listo " + spoken($0) } ?? "listo"
    if let rest = message.rest(after: "The value '"),
      let (value, place) = rest.parted(by: "' is invalid for '"),
      let (name, reason) = place.parted(by: "'")
    {
      return invalid(value, option: name.beforeBlank, reason: reason)
    }
    if let rest = message.rest(after: "Unknown option '"), let (name, tail) = rest.parted(by: "'") {
      let near = tail.rest(after: ". Did you mean '").flatMap { $0.parted(by: "'")?.0 }
      return "\(verb) has no option \(name)"
        + (newName(of: name, command) ?? ofCommand(name) ?? near.map { "; did you mean \($0)?" } ?? ".")
    }
    if let rest = message.rest(after: "Missing value for '"), let (name, _) = rest.parted(by: "'") {
      let value = name.parted(by: " ").map { ", \($0.1)" } ?? ""
      return "\(name.beforeBlank) needs a value\(value)."
    }
    if let rest = message.rest(after: "Missing expected argument '"), let (name, _) = rest.parted(by: "'") {
      return "\(name) is missing."
    }
    if let rest = message.rest(after: "The option '"),
      let (name, tail) = rest.parted(by: "' does not take any value, but '")
    {
      return "\(name) takes no value, but you gave '\(tail.parted(by: "' was specified")?.0 ?? tail)'."
    }
    if let rest = message.rest(after: "Unexpected argument '"), rest.hasSuffix("'") {
      return "unexpected argument of \(verb): '\(rest.dropLast())'"
    }
    if let (_, rest) = message.parted(by: " unexpected arguments: ") {
      return "unexpected arguments of \(verb): \(rest)"
    }
    return message
  }

  /// The option that an older spelling stands for.
  private static func newName(of option: String, _ command: String?) -> String? {
    guard let command else { return nil }
    let row = renamed.first { $0.commands.contains(command) && $0.old == option }
    return row.map { "; use \($0.new)." }
  }

  private static let renamed: [(commands: Set<String>, old: String, new: String)] = [
    (["move", "copy"], "--to", "--into"),
    (["defer"], "--to", "--due, or --start for the start date"),
    (["defer"], "--by", "--shift, or --shift-start for the start date"),
    (["done"], "--from", "--next-from"),
    (["purge"], "--before", "--completed-before"),
    (["check"], "--explain", "--describe"),
    (["check"], "--all", "--ungrouped"),
    (["diff"], "--all", "--rewritten"),
    (["diff"], "--map", "--pair"),
    (["merge"], "--color", "--list-color"),
    (["calendars-add"], "--colour", "--list-color"),
    (["calendars-add"], "--color", "--list-color"),
    (["add"], "--plain", "--verbatim"),
    (["convert"], "--title", "--page-title"),
    (["alarm"], "--remove", "--clear"),
    (["list", "today", "overdue", "week"], "--format", "--template, or --json"),
    // Names of other programs.
    (views, "--done", "--completed"),
    (views, "--open", "--incomplete"),
    (views, "--status", "--completed, --incomplete or --where"),
    (views, "--tags", "--tag"),
    (views, "--search", "--text"),
    (views, "--calendar", "--list"),
    (views, "--no-color", "--color never"),
    (views, "--reverse", "--sort with a minus, such as --sort=-due"),
    (["add", "edit"], "--tags", "--tag"),
    (["add", "edit"], "--every", "--repeat"),
    (["edit"], "--add-tag", "--tag"),
    (["edit"], "--remove-tag", "--untag"),
    (["convert"], "--csv", "-t csv"),
    (["convert"], "--format", "-t"),
    (["convert"], "--tag", "--where, such as --where 'tag = home'"),
    (["filter"], "--done", "--completed"),
    (["filter"], "--open", "--incomplete"),
    (["tag"], "--rm", "--remove"),
    (["tag"], "--delete", "--remove"),
    (views, "--desc", "--sort with a minus, such as --sort=-due"),
  ]
  private static let views: Set<String> = ["list", "today", "overdue", "week", "next", "agenda", "stats"]

  /// The advice for an option that is the name of a command, here or in other programs.
  private static func ofCommand(_ option: String) -> String? {
    guard let word = option.rest(after: "--") else { return nil }
    if ListoTool.commands.contains(word) { return "; listo \(word) is a command." }
    return CommandHint.words(for: word).map { "; " + $0 }
  }

  /// - Parameter reason: what stands behind the parser's sentence: a colon and the words of ours, or the
  ///   values that there are.
  private static func invalid(_ value: String, option: String, reason: String) -> String {
    if let words = reason.rest(after: ": ") { return words.hasPrefix(option) ? words : "\(option): \(words)" }
    let known: [String]
    if let list = reason.rest(after: ". Please provide one of the following:\n") {
      known = list.split(separator: "\n").map { String($0.drop { $0 == " " || $0 == "-" }) }
    } else {
      known = reason.split(separator: "'").enumerated().compactMap {
        $0.offset % 2 == 1 ? String($0.element) : nil
      }
    }
    // All other options that have values of a kind take numbers.
    guard !known.isEmpty else { return "\(option): '\(value)' is not a number." }
    let near = UnknownName.guess(value, in: known)
    return
      "\(option): unknown value '\(value)'; \(near ?? "the values are \(known.joined(separator: ", ")).")"
  }
}

extension String {
  /// The text behind a beginning; nil where it begins otherwise.
  fileprivate func rest(after beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }

  fileprivate var beforeBlank: String { parted(by: " ")?.0 ?? self }
}
