internal import Listo
internal import Platform

/// The accounts of the configuration.
enum ConfiguredAccounts {
  /// - Parameters:
  ///   - names: of those that are meant; none for all.
  ///   - reporter: says that a server is slow; nil where nothing is asked of one.
  /// - Throws: ``Failure`` where there is none, or none of a name.
  static func all(_ names: [String] = [], _ reporter: Reporter? = nil) throws(Failure) -> [Account] {
    let configuration = try ConfigurationFile.load()
    let entries = configuration.accounts.all
    guard !entries.isEmpty else {
      throw Failure(
        .usage, "there is no account.",
        details: [
          "Add one: listo account add NAME https://dav.example.com/ --user NAME --password-command '…'"
        ])
    }
    var chosen: [AccountEntries.Entry] = []
    for name in names {
      guard let entry = entries.first(where: { $0.name == name }) else {
        throw Failure(.usage, UnknownName.words("account", name, entries.map(\.name)))
      }
      if !chosen.contains(entry) { chosen.append(entry) }
    }
    var accounts: [Account] = []
    for entry in names.isEmpty ? entries : chosen {
      accounts.append(try account(entry, reporter))
    }
    return accounts
  }

  /// The scopes that the words name: accounts, and lists of them.
  ///
  /// - Throws: ``Failure`` where there is no account, or a word names nothing.
  static func scopes(_ words: [String], _ reporter: Reporter) throws -> [SyncScope] {
    let accounts = try all([], reporter)
    do {
      return try SyncScope.named(words, among: accounts)
    } catch let error as SyncScope.Unknown {
      throw Failure(
        .usage, UnknownName.words("account or list", error.word, error.known),
        details: ["To fetch new lists of a server, name the account."])
    } catch let error as WorkError {
      try reporter.run { () throws(WorkError) in throw error }
      return []
    }
  }

  static func account(
    _ entry: AccountEntries.Entry, _ reporter: Reporter? = nil
  ) throws(Failure) -> Account {
    guard let state = StandardFolders.stateFolder, let file = ConfigurationFile() else {
      throw Failure(.cannotCreate, "there is no folder for accounts: neither HOME nor XDG_STATE_HOME is set.")
    }
    let values = entry.values
    if values["user"] != nil { try file.requireOwned() }
    guard let place = values["url"] else {
      throw Failure(.configuration, "\(file.path):\(entry.line): the account \(entry.name) has no url.")
    }
    guard
      let folder = values["folder"].map({ StandardFolders.expanded($0, in: file.folder) })
        ?? Self.folder(entry.name)
    else {
      throw Failure(.cannotCreate, "there is no folder for lists: neither HOME nor XDG_DATA_HOME is set.")
    }
    var settings = AccountSettings(
      name: entry.name, place: place, user: values["user"], password: try password(values, file),
      isToken: values["token"] == "true",
      authorities: values["ca-file"].map { StandardFolders.expanded($0, in: file.folder) }, folder: folder)
    settings.allowedHosts = (values["allow-host"] ?? "").split(separator: " ").map(String.init)
    settings.trashDays = try ConfigurationFile.load().accounts.trashDays
    let waiting = reporter.flatMap { $0.isQuiet ? nil : tellWaiting(entry.name, $0.progress) }
    // Before a password is there, not after.
    PasswordSource.protectProcess()
    return Account(settings, states: state + "/accounts", waiting: waiting)
  }

  /// Some servers say nothing for minutes: without a word a person would think that all stands still.
  private static func tellWaiting(_ name: String, _ progress: Progress?) -> @Sendable () -> Void {
    {
      let words = "note: the server of \(name) is slow to answer; Listo waits up to ten minutes"
      let text = MessageStyle.line(words).rendered(MessageStyle.depth) + "\n"
      if let progress { progress.say(text) } else { ProcessEnvironment.writeToStandardError(text) }
    }
  }

  /// Where the lists of an account are, unless something else is said.
  static func folder(_ name: String) -> String? {
    StandardFolders.dataFolder.map { folder in
      let safe = name.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      return folder + "/" + (safe.isEmpty ? "account" : String(safe.prefix(60)))
    }
  }

  private static func password(
    _ values: [String: String], _ file: ConfigurationFile
  ) throws(Failure) -> PasswordSource? {
    if let command = values["password-command"] {
      guard let words = CommandWords.split(command) else {
        throw Failure(.configuration, "\(file.path): a quote in password-command is not closed.")
      }
      return .command(words)
    }
    if let path = values["password-file"] { return .file(StandardFolders.expanded(path, in: file.folder)) }
    if let name = values["credential"] {
      guard let folder = ProcessEnvironment.variable("CREDENTIALS_DIRECTORY") else {
        throw Failure(
          .noInput, "the credential \(name) is from systemd, but Listo does not run as a systemd service.")
      }
      return .systemd(name: name, folder: folder)
    }
    return nil
  }
}
