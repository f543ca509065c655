internal import ArgumentParser
internal import Listo
internal import Platform

struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "Manage the files, folders and addresses that are read by default.",
    usage: """
      listo sources [list] [--json]
      listo sources add <path or address> … [--name <name>]
      listo sources remove <name>
      """,
    discussion: """
      Commands without an input read the sources, in the order in which you added them. You can use the name of a source as an input. The \
      sources are stored in config.toml, which you can edit; listo sources changes only the line of the source.

      A published calendar (https:, webcal:) is read and never changed. Offline, Listo uses the copy that it fetched last, and warns you. \
      Anyone who has the address of a private calendar can read it, so Listo stores the address only in config.toml and never prints it whole.

      Examples:
        listo sources add ~/Calendars
        listo sources add ./export1 --name old
        listo sources add webcal://example.com/team.ics --name team
        listo sources
        listo list old
        listo sources remove old
      """,
    subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show the names and paths of the sources.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var appearance: SurfaceOptions

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let sources = try ConfigurationFile.load().sources
      let paths = try SourceInputs.configured()
      if json {
        let rows = zip(sources, paths).map { source, path in
          JSONValue.object(present: [
            "name": .string(source.name), "path": .string(InputTree.name(ofArgument: path)),
            "isThere": .bool(isThere(path)),
          ])
        }
        let value = JSONValue.object(present: ["listo": "sources", "version": 1, "sources": .array(rows)])
        return try Printing.print(value.prettyText, reporter)
      }
      guard !sources.isEmpty else {
        return try Printing.print("No sources. Add one: listo sources add ~/Calendars\n", reporter)
      }
      let surface = appearance.surface
      let rows = zip(sources, paths).map { source, path in
        let place = Visible.line(StandardFolders.abbreviated(InputTree.name(ofArgument: path)))
        let name = StyledText(Visible.line(source.name), .bold)
        return isThere(path)
          ? [name, StyledText(place)] : [name, StyledText(place + "  (missing)", .overdue)]
      }
      try Printing.print(surface.text(AlignedRows.lines(rows, surface)), reporter)
    }

    /// The place exists. A web address counts as existing, without a request.
    private func isThere(_ path: String) -> Bool {
      WebAddress(path) != nil || (try? FileStatus(path: path)) != nil
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add files, folders or calendars on the web to the sources.")

    @Argument(
      help: ArgumentHelp("Files, folders, and addresses (https:, webcal:).", valueName: "path"),
      completion: .file())
    var paths: [String] = []

    @Option(
      help: ArgumentHelp(
        "The name, instead of that of the file, folder or host.", valueName: "name"))
    var name: String?

    func validate() throws {
      if paths.isEmpty { throw ValidationError("name a file, a folder or an address to add.") }
      if name != nil, paths.count > 1 {
        throw ValidationError("--name is the name of one source; add the others with a command of their own.")
      }
    }

    func run() throws {
      let file = try ConfigurationFile.needed()
      // All of them are looked for before the first is added.
      let places = try paths.map { path throws(Failure) in (path, try place(path)) }
      for (path, place) in places { try add(path, place, to: file) }
    }

    private func add(
      _ path: String, _ place: (path: String, name: String), to file: ConfigurationFile
    ) throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let name = name ?? place.name
      guard !name.isEmpty, name != "-" else { throw ValidationError("--name must not be empty.") }
      var told = ""
      // The address of a private calendar is a secret; a file's path is none.
      let isPrivate = InputTree.name(ofArgument: place.path) != place.path
      try file.change(isPrivate: isPrivate) { (configuration, text) throws(Failure) in
        let paths = file.paths(configuration).map { (try? FileSystem.realPath($0)) ?? $0 }
        if let other = zip(configuration.sources, paths).first(where: { $0.1 == place.path })?.0 {
          told = "\(InputTree.name(ofArgument: path)) is already the source \(other.name)\n"
          return nil
        }
        if let other = configuration.sources.first(where: { $0.name == name }) {
          throw Failure(
            .usage,
            "the name '\(name)' is taken by \(InputTree.name(ofArgument: other.text)); choose another with --name."
          )
        }
        guard let new = text.adding(name, StandardFolders.abbreviated(place.path)) else {
          throw SourcesCommand.inBraces(file)
        }
        told = "added \(name): \(StandardFolders.abbreviated(InputTree.name(ofArgument: place.path)))\n"
        return new
      }
      try Printing.print(Visible.line(String(told.dropLast())) + "\n", reporter)
      if let reason = ReminderStore.readOnlyReason(ofFile: place.path) {
        reporter.note("note: Listo shows the reminders of \(name), and cannot change them: \(reason)")
      }
    }

    /// As the configuration has it, and what it is called.
    private func place(_ path: String) throws(Failure) -> (path: String, name: String) {
      if let real = try? FileSystem.realPath(path) {
        return (real, String(real.split(separator: "/").last ?? "root"))
      }
      guard let address = WebAddress(path) else {
        throw Failure(.noInput, "\(path): no such file or folder.")
      }
      if let problem = PublishedCalendars.problem(of: address) {
        throw Failure(.usage, "\(address.shown): \(problem).")
      }
      return (path, address.host)
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a source, and leave its files unchanged.")

    @Argument(help: ArgumentHelp("The name of a source.", valueName: "name"))
    var name: String

    func run() throws {
      let reporter = Reporter(isQuiet: false, isStrict: false)
      let file = try ConfigurationFile.needed()
      var path = ""
      var address: WebAddress?
      try file.change { (configuration, text) throws(Failure) in
        guard let source = configuration.sources.first(where: { $0.name == name }) else {
          throw Failure(.usage, UnknownName.words("source", name, configuration.sources.map(\.name)))
        }
        guard let new = text.removing(["sources", name]) else { throw SourcesCommand.inBraces(file) }
        path = InputTree.name(ofArgument: source.text)
        // The cached copy of an address that another source reads stays.
        let others = configuration.sources.filter { $0.name != name }.map { WebAddress($0.text) }
        address = WebAddress(source.text).flatMap { others.contains($0) ? nil : $0 }
        return new
      }
      if let address { try? WebReading.calendars.forget(address) }
      try Printing.print(Visible.line("removed \(name): \(path)") + "\n", reporter)
    }
  }

  private static func inBraces(_ file: ConfigurationFile) -> Failure {
    Failure(
      .configuration,
      "\(file.path): the sources are in braces on one line; change them by hand, or write them below a line [sources]."
    )
  }
}
