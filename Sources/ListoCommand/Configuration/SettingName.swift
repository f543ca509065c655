/// The name of a setting in the configuration: `zone`, or `confirm.delete` for a setting in a table.
struct SettingName: Hashable, Sendable {
  /// The table, if the setting stands in one, and the name.
  let path: [String]

  /// A name as people type it. Only its first dot divides: `formats.org`, `completion.my.source`.
  init(_ text: String) {
    path = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
  }

  init(path: [String]) { self.path = path }

  var text: String { path.joined(separator: ".") }

  /// The settings that have a name of their own.
  static let known: [String] = {
    // `[confirm] delete` in the manual; the row of `[keys]` stands for all keys.
    let tables = EditSettings.tables.map { String($0.name.dropFirst()).replacing("] ", with: ".") }
    return Configuration.settings.map(\.name) + tables.filter { !$0.hasPrefix("keys.") }
      + ScreenCommand.allCases.map { "keys.\($0.name)" }
  }()

  /// The tables in which people choose the names.
  private static let openTables = ["queries", "formats", "completion"]

  /// - Throws: ``Failure`` with status 64 for a setting that does not exist, which names a similar one.
  func requireKnown() throws(Failure) {
    if path.count == 2, Self.openTables.contains(path[0]), !path[1].isEmpty { return }
    guard !Self.known.contains(text) else { return }
    let names = Self.known.filter { !$0.hasPrefix("keys.") } + ["queries.NAME", "formats.NAME", "keys.KEY"]
    let guess = UnknownName.guess(text, in: Self.known)
    throw Failure(
      .usage,
      "unknown setting '\(text)'; \(guess ?? "the settings are \(names.joined(separator: ", ")).")")
  }
}
