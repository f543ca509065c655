internal import ArgumentParser
internal import Listo

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show and change the settings.",
    usage: """
      listo config [list] [--json]
      listo config get <setting>
      listo config set <setting> <value>
      listo config unset <setting>
      listo config path
      listo config edit
      """,
    discussion: """
      A setting in a table has the name of the table before it, such as confirm.delete or queries.waiting. \
      The settings are \(Configuration.settings.map(\.name).joined(separator: ", ")), and those in tables; \
      man listo-config describes them. listo config changes only the line of the setting, and writes \
      nothing that would be an error. listo config edit opens the file in the editor of VISUAL or EDITOR. \
      Sources and accounts have their own commands: listo sources and listo account.

      Examples:
        listo config set default-list Home
        listo config set journal.days 30
        listo config set queries.waiting 'open and tag = waiting'
        listo config get default-list
        listo config unset default-list
        listo config
      """,
    subcommands: [List.self, Get.self, Set.self, Unset.self, Path.self, Edit.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show the settings of the configuration.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var appearance: SurfaceOptions

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let settings = try ConfigurationFile.needed().settings()
      if json {
        let members = settings.map { JSONValue.Member(key: $0.name.text, value: .string($0.value)) }
        let value = JSONValue.object(present: [
          "listo": "config", "version": 1, "settings": .object(members),
        ])
        return try Printing.print(value.prettyText, reporter)
      }
      guard !settings.isEmpty else {
        return try Printing.print(
          "No settings. Choose one, for example: listo config set default-list Home\n", reporter)
      }
      let rows = settings.map {
        [StyledText(Visible.line($0.name.text), .bold), StyledText(Visible.line($0.value))]
      }
      let surface = appearance.surface
      try Printing.print(surface.text(AlignedRows.lines(rows, surface)), reporter)
    }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Print the value of a setting; the exit status is 1 if it is not set.")

    @OptionGroup var setting: SettingArgument

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let name = try setting.name()
      guard let found = try ConfigurationFile.needed().settings().first(where: { $0.name == name }) else {
        try name.requireKnown()
        throw Failure(.differences, "\(name.text) is not set.")
      }
      try Printing.print(found.value + "\n", reporter)
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a setting.")

    @OptionGroup var setting: SettingArgument

    @Argument(help: ArgumentHelp("The new value.", valueName: "value"))
    var value: String

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let name = try setting.name()
      try name.requireKnown()
      try requireValid(name)
      try ConfigurationFile.needed().set(name, to: value)
      try Printing.print(Visible.line("\(name.text) = \(value)") + "\n", reporter)
      if name.path == ["default-list"] { noteUnknownList(reporter) }
    }

    /// A list that none of the sources has may come later, so a note is enough.
    private func noteUnknownList(_ reporter: Reporter) {
      guard let catalog = SourceInputs.smallCatalog(), catalog.lists(named: value).isEmpty else { return }
      reporter.note(
        "note: " + UnknownName.words("list", value, catalog.lists.map(\.list.title), more: "listo calendars"))
    }

    /// Checks the values that are read only when they are used.
    private func requireValid(_ name: SettingName) throws(Failure) {
      switch name.path[0] {
      case "queries": _ = try ConditionOptions.parse(value, of: name.text)
      case "zone":
        guard Zone.resolve(tzid: value) != nil else { throw Failure(.usage, ZoneOptions.unknown(value)) }
      default: break
      }
    }
  }

  struct Unset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unset", abstract: "Remove a setting, so that its default applies.")

    @OptionGroup var setting: SettingArgument

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let name = try setting.name()
      let wasSet = try ConfigurationFile.needed().unset(name)
      if !wasSet { try name.requireKnown() }
      try Printing.print(
        Visible.line(wasSet ? "removed \(name.text)" : "\(name.text) is not set") + "\n", reporter)
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "path", abstract: "Print the path of the configuration.")

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      try Printing.print(try ConfigurationFile.needed().path + "\n", reporter)
    }
  }

  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Open the configuration in an editor, and check it before it is stored.")

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let file = try ConfigurationFile.needed()
      let isChanged = try file.edit()
      try Printing.print(
        (isChanged ? "changed \(Visible.line(file.path))" : "nothing was changed") + "\n", reporter)
    }
  }
}

/// The name of a setting on the command line.
struct SettingArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A setting, such as zone or confirm.delete.", valueName: "setting"),
    completion: .list(SettingName.known))
  var setting: String

  /// - Throws: ``Failure`` with status 64 for a source or an account.
  func name() throws(Failure) -> SettingName {
    let name = SettingName(setting)
    switch name.path[0] {
    case "sources": throw Failure(.usage, "listo sources add and listo sources remove change the sources.")
    case "accounts", "sync":
      throw Failure(.usage, "listo account changes accounts, and listo config edit opens the whole file.")
    default: return name
    }
  }
}
