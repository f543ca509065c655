internal import Listo
internal import TOML

/// Accounts as the configuration has them: `[accounts.NAME]`, and `[sync]` for all of them. No secret stands
/// in it.
struct AccountEntries: Sendable {
  /// One account: its settings as they are written.
  struct Entry: Sendable, Hashable {
    let name: String
    let line: Int
    var values: [String: String] = [:]
  }

  /// In their order.
  private(set) var all: [Entry] = []
  /// `[sync]`: what may be deleted without being asked for.
  private(set) var deletions = SyncOptions.Guard()
  /// `[sync]`: how many days the trash is kept.
  private(set) var trashDays = 30

  static let names = ["accounts", "sync"]

  /// The settings of an account, for the manual.
  static let settings: [(name: String, summary: String)] = [
    ("url", "the server's URL, a domain or an e-mail address"),
    ("user", "the name to log in with"),
    ("password-command", "a program, with its arguments, that prints the password; it is not run by a shell"),
    ("password-file", "a file with the password that only its owner can read"),
    ("credential", "the name of a credential of systemd"),
    ("token", "true if the password is a token (Bearer)"),
    ("ca-file", "certificates (PEM) to trust instead of the system's"),
    ("allow-host", "other hosts that may get the login, separated by spaces"),
    ("folder", "the folder for the lists"),
  ]

  /// Takes a setting of one of the tables.
  ///
  /// - Throws: ``TOMLDocument/Problem``.
  mutating func take(_ path: [String], _ value: TOMLDocument.Value, _ line: Int) throws(TOMLDocument.Problem)
  {
    if path[0] == "sync" { return try takeSync(path, value, line) }
    guard path.count == 3 else {
      throw Self.problem(
        line, "an account is a table: write a line [accounts.NAME], and below it url, user and so on")
    }
    let (name, key) = (path[1], path[2])
    let known = Self.settings.map(\.name)
    guard known.contains(key) else {
      let near = UnknownName.guess(key, in: known)
      let isSecret = key.hasPrefix("pass") || key == "secret"
      let secret = isSecret ? "passwords are not allowed here; use password-command" : nil
      throw Self.problem(
        line,
        "unknown setting '\(key)' of an account; \(secret ?? near ?? "the settings are \(known.joined(separator: ", ")).")"
      )
    }
    if !all.contains(where: { $0.name == name }) { all.append(Entry(name: name, line: line)) }
    guard let index = all.firstIndex(where: { $0.name == name }) else { return }
    switch value {
    case .string(let text) where !text.isEmpty && key != "token": all[index].values[key] = text
    case .boolean(let flag) where key == "token": all[index].values[key] = flag ? "true" : nil
    default:
      throw Self.problem(line, "\(key) must be \(key == "token" ? "true or false" : "a text in quotes")")
    }
  }

  private mutating func takeSync(
    _ path: [String], _ value: TOMLDocument.Value, _ line: Int
  ) throws(TOMLDocument.Problem) {
    guard path.count == 2, ["deletions", "share", "trash"].contains(path[1]) else {
      throw Self.problem(line, "the settings of [sync] are deletions, share and trash")
    }
    guard case .integer(let number) = value, number >= 0, path[1] != "share" || number <= 100 else {
      throw Self.problem(
        line,
        path[1] == "share"
          ? "share must be a number from 0 to 100"
          : "\(path[1]) must be a number of \(path[1] == "trash" ? "days" : "reminders")")
    }
    switch path[1] {
    case "share": deletions.share = Double(number) / 100
    case "trash": trashDays = number
    default: deletions.count = number
    }
  }

  private static func problem(_ line: Int, _ reason: String) -> TOMLDocument.Problem {
    TOMLDocument.Problem(line: line, column: 1, reason: reason)
  }
}
