internal import ArgumentParser
internal import Listo
internal import Platform
internal import TOML

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Manage your CalDAV accounts.",
    usage: """
      listo account [list] [--json]
      listo account add <name> <place> [--user <user>] [<options>]
      listo account check [<name> …] [--json]
      listo account remove <name>
      """,
    discussion: """
      An account is a folder with a list for each calendar of a CalDAV server. Every command reads and \
      changes it like any other source, also offline; listo sync synchronizes it with the server. Listo does \
      not store passwords: a password comes from a command, from a file that only you can read, or from a \
      prompt.

      Examples:
        listo account add work https://dav.example.com/ --user anna
        listo account check work
        listo sync work
      """,
    subcommands: [List.self, Add.self, Check.self, Remove.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the accounts.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var appearance: SurfaceOptions

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let entries = try ConfigurationFile.load().accounts.all
      var accounts: [Account] = []
      for entry in entries { accounts.append(try ConfiguredAccounts.account(entry)) }
      if json {
        return try Printing.print(AccountSettings.json(of: accounts.map(\.settings)).prettyText, reporter)
      }
      guard !accounts.isEmpty else {
        return try Printing.print(
          "No accounts. Add one: listo account add NAME https://dav.example.com/ --user NAME\n", reporter)
      }
      let surface = appearance.surface
      let hasUser = accounts.contains { $0.settings.user != nil }
      let rows = accounts.map { account in
        let settings = account.settings
        return [StyledText(Visible.line(settings.name), .bold), StyledText(Visible.line(settings.place))]
          + (hasUser ? [StyledText(Visible.line(settings.user ?? ""))] : [])
          + [StyledText(Visible.line(StandardFolders.abbreviated(settings.folder)), .dim)]
      }
      try Printing.print(surface.text(AlignedRows.lines(rows, surface)), reporter)
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Find a CalDAV server and add an account.",
      usage: "listo account add <name> <place> [<options>]",
      discussion: """
        The place is the server's URL, a domain or a mail address; Listo asks the server where the calendars \
        are. Without a password option, Listo asks for the password.

        Examples:
          listo account add work https://dav.example.com/ --user anna
          listo account add home anna@example.org --password-file ~/.home-password
          listo account add cloud cloud.example.com --user anna --credential cloud
        """)

    @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"))
    var name: String

    @Argument(
      help: ArgumentHelp("The server's URL, a domain or an e-mail address.", valueName: "place"))
    var place: String

    @Option(help: ArgumentHelp("The name to log in with.", valueName: "user"))
    var user: String?

    @Option(
      help: ArgumentHelp(
        "A program with its arguments that prints the password; it is not run by a shell.",
        valueName: "command"))
    var passwordCommand: String?

    @Option(
      help: ArgumentHelp("A file with the password that only you can read.", valueName: "file"),
      completion: .file())
    var passwordFile: String?

    @Option(help: ArgumentHelp("The name of a systemd credential with the password.", valueName: "name"))
    var credential: String?

    @Flag(help: "The password is a token (Bearer).")
    var token = false

    @OptionGroup var allowed: AllowedHostOptions

    @Option(
      help: ArgumentHelp("Certificates (PEM) to trust instead of the system's.", valueName: "file"),
      completion: .file())
    var caFile: String?

    @Option(
      help: ArgumentHelp(
        "The folder for the lists, instead of one in ~/.local/share/listo.", valueName: "folder"),
      completion: .directory)
    var folder: String?

    func validate() throws {
      let ways = [passwordCommand, passwordFile, credential].compactMap { $0 }
      if ways.count > 1 {
        throw ValidationError("use only one of --password-command, --password-file and --credential.")
      }
      if name.isEmpty || name == "-" { throw ValidationError("the name of the account is empty.") }
    }

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let file = try ConfigurationFile.needed()
      let user = user ?? AccountPlace.user(of: place)
      var settings: [(name: String, value: String)] = [("url", place)]
      if let user { settings.append(("user", user)) }
      if let passwordCommand { settings.append(("password-command", passwordCommand)) }
      if let passwordFile { settings.append(("password-file", Self.stored(passwordFile))) }
      if let credential { settings.append(("credential", credential)) }
      if token { settings.append(("token", "true")) }
      if let caFile { settings.append(("ca-file", Self.stored(caFile))) }
      if let folder { settings.append(("folder", Self.stored(folder))) }
      let configuration = try ConfigurationFile.load()
      try refuseKnown(configuration)
      let (account, found) = try discover(settings, reporter)
      if !account.settings.allowedHosts.isEmpty {
        settings.append(("allow-host", account.settings.allowedHosts.joined(separator: " ")))
      }
      // State that is remembered of another account of that name is not about this one.
      try reporter.run { () throws(WorkError) in try account.forget() }
      let path = account.settings.folder
      do throws(SystemError) { try FileSystem.makeFolder(path, isPrivate: true) } catch {
        throw Failure(.cannotCreate, "\(path): \(error.reason).")
      }
      try file.change { (configuration, text) throws(Failure) in
        try refuseKnown(configuration)
        guard let withSource = text.adding(name, StandardFolders.abbreviated(path)),
          let document = try? TOMLDocument(withSource)
        else {
          throw Failure(
            .configuration,
            "\(file.path): the sources are in braces on one line; write them below a line [sources].")
        }
        return ConfigurationText(withSource, document).addingAccount(name, settings)
      }
      let titles = found.lists.lists.map(\.title)
      var told = "added \(name): \(found.home)\n"
      for title in titles { told += "  \(title)\n" }
      if found.traits.contains(.overwrites) { told += "warning: \(ServerTrait.overwrites.words)\n" }
      told += "listo sync \(name) downloads the lists to \(StandardFolders.abbreviated(path)).\n"
      try Printing.print(
        told.split(separator: "\n").map { Visible.line(String($0)) + "\n" }.joined(), reporter)
    }

    /// Looks for the account. Where the server says that the lists are on another host, a person is asked
    /// whether the login may go there.
    private func discover(
      _ settings: [(name: String, value: String)], _ reporter: Reporter
    ) throws -> (Account, Discovery.Account) {
      var hosts = allowed.allowHost
      while true {
        var entry = AccountEntries.Entry(name: name, line: 0)
        for setting in settings { entry.values[setting.name] = setting.value }
        if !hosts.isEmpty { entry.values["allow-host"] = hosts.joined(separator: " ") }
        let account = try ConfiguredAccounts.account(entry, reporter)
        let discovery = try reporter.run { () throws(WorkError) in try account.discover() }
        if let found = discovery.account { return (account, found) }
        let error = discovery.error ?? AccountError(.notFound, "no CalDAV server was found")
        guard let host = error.host, !hosts.contains(host),
          EditPrompt(isTaken: false, asks: false)?.confirms(
            Visible.line("\(place) says that the lists are at \(host). Send the login there?")) ?? false
        else { throw AccountFailure.failure(error, isNew: true) }
        hosts.append(host)
      }
    }

    private func refuseKnown(_ configuration: Configuration) throws(Failure) {
      let known = configuration.accounts.all.map(\.name) + configuration.sources.map(\.name)
      if known.contains(name) {
        throw Failure(.usage, "the name '\(name)' is taken by an account or a source; choose another.")
      }
    }

    /// As the configuration has it, which is read in any folder.
    private static func stored(_ path: String) -> String {
      StandardFolders.abbreviated(StandardFolders.expanded(path, in: (try? FileSystem.realPath(".")) ?? ""))
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Show how accounts are found, and the features of their servers.",
      usage: "listo account check [<options>] [<name> …]")

    @Argument(help: ArgumentHelp("Names of accounts; without any, all.", valueName: "name"))
    var names: [String] = []

    @OptionGroup var allowed: AllowedHostOptions

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var appearance: SurfaceOptions

    func validate() throws {
      if !allowed.allowHost.isEmpty, names.count != 1 {
        throw ValidationError("--allow-host needs one named account.")
      }
    }

    /// Adds the hosts to those of the account in the configuration.
    private func storeHosts() throws {
      guard let name = names.first, !allowed.allowHost.isEmpty else { return }
      let file = try ConfigurationFile.needed()
      try file.change { (configuration, text) throws(Failure) in
        guard let entry = configuration.accounts.all.first(where: { $0.name == name }) else {
          throw Failure(
            .usage, UnknownName.words("account", name, configuration.accounts.all.map(\.name)))
        }
        var hosts = (entry.values["allow-host"] ?? "").split(separator: " ").map(String.init)
        for host in allowed.allowHost where !hosts.contains(host) { hosts.append(host) }
        let value = hosts.joined(separator: " ")
        guard
          let text = text.setting(
            ["accounts", name, "allow-host"], to: ConfigurationText.quoted(value))
        else {
          throw Failure(
            .configuration, "\(file.path): add allow-host = \"\(value)\" to the account \(name) by hand.")
        }
        return text
      }
    }

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      try storeHosts()
      var told = AccountsJSON(.check)
      for account in try ConfiguredAccounts.all(names, reporter) {
        let discovery = try reporter.run { () throws(WorkError) in try account.discover() }
        if discovery.account == nil { reporter.raise(.noInput) }
        told.begin(account.settings.name)
        told.add(discovery.json)
        let view = DiscoveryView(
          account: account.settings.name, discovery: discovery, surface: appearance.surface)
        if !json { try Printing.print(view.text, reporter) }
      }
      if json { try Printing.print(told.json.prettyText, reporter) }
      try reporter.finish()
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove an account, and leave its folder and its server unchanged.")

    @Argument(help: ArgumentHelp("The name of an account.", valueName: "name"))
    var name: String

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      guard let file = ConfigurationFile() else {
        throw Failure(.cannotCreate, "there is no configuration file.")
      }
      guard let account = try ConfiguredAccounts.all([name]).first else { return }
      try reporter.run { () throws(WorkError) in try account.forget() }
      try file.change { (configuration, text) throws(Failure) in
        guard let without = text.removingAccount(name), let document = try? TOMLDocument(without) else {
          throw Failure(.configuration, "\(file.path): remove the account \(name) by hand.")
        }
        return ConfigurationText(without, document).removing(["sources", name]) ?? without
      }
      try Printing.print(
        Visible.line(
          "removed \(name); its folder is kept: \(StandardFolders.abbreviated(account.settings.folder))")
          + "\n", reporter)
    }
  }
}

/// The hosts that the login of an account may go to.
struct AllowedHostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Another host that may get the login; it is stored in the configuration; can be repeated.",
      valueName: "host"), transform: host(argument:))
  var allowHost: [String] = []

  private static func host(argument: String) throws -> String {
    guard let host = AccountSettings.host(argument) else {
      throw ValidationError(
        "'\(argument)' is not a host; write it like dav.example.com or dav.example.com:8443."
      )
    }
    return host
  }
}
