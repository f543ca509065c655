import Testing

/// The command has flags, words and exit statuses: what a verb does is a function of the library, which
/// reads, decides and has the threads.
@Suite struct CommandTests {
  /// Threads of the system, and what the model is given threads by. Those of `Platform` it may not name
  /// either, and `ThreadPipeline` is not seen outside of Listo.
  private static let engines = ["Thread", "Task", "DispatchQueue"]

  /// Types that read calendars, take them apart, or put them together, and those that spread the work: only
  /// the ones that are seen here.
  private static let readers = [
    "Pipeline", "SerialPipeline", "BlockReader", "BatchFramer", "ItemBatch", "CalendarFile", "CatalogBuilder",
    "SelectedReading", "ComparedReading", "SurveyedInput", "SurveyedReader", "LiveSurvey", "InputSource",
    "FormatReader", "FormatWriter",
  ]

  /// The calls that open an input, or make a component of bytes.
  private static let calls = [".open()", ".randomAccess()", "Component("]

  /// The types of `Platform` that the command may name, each with the reason: all of it is about the person
  /// who types, and about files of the command's own.
  private static let platform: [(reason: String, names: Set<String>)] = [
    ("the terminal, its keys, and who is asked there", ["Terminal", "TerminalSession"]),
    ("signals that end the command, with the terminal as it was", ["EndingSignals"]),
    ("the line of progress, which a thread of its own draws", ["Ticker"]),
    ("variables, the clock, standard error", ["ProcessEnvironment"]),
    ("how this machine's language writes dates", ["LocaleTime"]),
    ("an editor that a person types in, and the commands of the tour", ["ChildProcess"]),
    ("the heap, set up before anything else is done, and what is left in it at the end", ["Heap"]),
    ("its configuration, and what it remembers", ["SmallFile", "FolderLock"]),
    ("the folders of these, and where a path on the command line leads", ["FileSystem"]),
    ("whether a word of the command line is a file", ["FileStatus"]),
    ("why one of these failed", ["SystemError"]),
  ]

  /// Files that may name what no other may, and why.
  private static let exceptions: [String: (reason: String, names: Set<String>)] = [
    "Sources/ListoCommand/Editing/EditPrompt.swift": (
      "the terminal's own device, for an answer where standard input is a pipe", ["InputFile"]
    ),
    "Sources/ListoCommand/Running/Pager.swift": (
      "the pager, which is part of how a command prints", ["PagerProcess"]
    ),
    "Sources/ListoCommand/Screen/World/BrowseFile.swift": (
      "the last place of the screen, stored while keys are answered", ["SerialThread"]
    ),
  ]

  @Test func theCommandReadsNothingAndStartsNoThread() throws {
    let files = try SourceFile.all(in: "Sources/ListoCommand")
    #expect(files.count > 100)
    // So that none stays here which has another name by now.
    let types = Set(try SourceFile.all(in: "Sources").flatMap(\.sharedTypes))
    #expect(types.isSuperset(of: Self.readers), "\(Set(Self.readers).subtracting(types))")
    for file in files {
      for word in Self.engines + Self.readers {
        let lines = file.lines(using: word)
        #expect(lines.isEmpty, "\(file.path), lines \(lines): \(word) is the library's")
      }
      for call in Self.calls {
        #expect(!file.lines.contains { $0.contains(call) }, "\(file.path): \(call) is the library's")
      }
    }
  }

  /// Rules about reminders that an app needs too: each is a type that the libraries share, and that the
  /// command has no second one of.
  private static let rules: Set<String> = [
    "Agenda", "CatalogFacts", "DueGroup", "Grouping", "Hierarchy", "ReminderObstacle", "NamedQuery",
    "NextChoice", "Query", "ReminderCounts", "ReminderGroup", "SortOrder", "StandardQuery", "Statistics",
  ]

  @Test func theCommandHasNoRuleOfItsOwn() throws {
    let files = try SourceFile.all(in: "Sources")
    let own = Set(files.filter { $0.target == "ListoCommand" }.flatMap(\.types))
    let shared = Set(files.filter { $0.target != "ListoCommand" }.flatMap(\.sharedTypes))
    #expect(shared.isSuperset(of: Self.rules), "\(Self.rules.subtracting(shared))")
    #expect(own.intersection(shared) == [], "a type of the command has the name of one of the library")
  }

  /// Files that make JSON of something which no app has, and what that is. Else a value of the library says
  /// itself what it is as JSON.
  private static let documents: [String: String] = [
    "Sources/ListoCommand/Views/GlanceView.swift":
      "what waybar takes: the words of the prompt under its keys",
    "Sources/ListoCommand/Commands/SourcesCommand.swift": "the sources of the command's configuration",
    "Sources/ListoCommand/Commands/ConfigCommand.swift": "the settings of the command's configuration",
    "Sources/ListoCommand/Editing/EditReport.swift": "what a command did, in its word, with short names",
    "Sources/ListoCommand/Rendering/Terminal/MessageStyle.swift": "the messages of the command",
    "Sources/ListoCommand/Views/DuplicateReport.swift": "the groups that a command found, with short names",
  ]

  @Test func theCommandMakesNoJSONOfWhatTheLibraryHas() throws {
    let files = try SourceFile.all(in: "Sources/ListoCommand").filter { file in
      file.lines.contains { $0.contains(".object(") } || !file.lines(using: "ReminderJSON").isEmpty
    }
    // Both ways, so that none stays here which makes none.
    #expect(Set(files.map(\.path)) == Set(Self.documents.keys))
  }

  @Test func theCommandUsesOfThePlatformWhatItMay() throws {
    let files = try SourceFile.all(in: "Sources/ListoCommand")
    let types = Set(
      try SourceFile.all(in: "Sources/Platform").flatMap { $0.sharedTypes + $0.sharedFunctions })
    let allowed = Self.platform.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    #expect(types.isSuperset(of: allowed))
    #expect(types.contains("readFile"))
    var used: Set<String> = []
    var excepted: [String: Set<String>] = [:]
    for file in files {
      let names = Set(types.filter { !file.lines(using: $0).isEmpty })
      used.formUnion(names)
      let more = names.subtracting(allowed)
      if !more.isEmpty { excepted[file.path] = more }
      #expect(
        more.isSubset(of: Self.exceptions[file.path]?.names ?? []),
        "\(file.path) names \(more.sorted().joined(separator: ", ")) of Platform")
      // A folder is walked in one place of the library.
      #expect(!file.lines.contains { $0.contains("FileSystem.entries") }, "\(file.path) walks a folder")
    }
    // So that none stays allowed which nothing needs.
    #expect(allowed.subtracting(used) == [])
    #expect(excepted == Self.exceptions.mapValues(\.names))
  }
}

extension SourceFile {
  /// The types that it declares at its outermost level for other modules.
  fileprivate var sharedTypes: [String] {
    declared(/^(?:public|package) (?:final |indirect )?(?:struct|class|enum|protocol|actor) (\w+)/)
  }

  /// The functions of no type.
  fileprivate var sharedFunctions: [String] { declared(/^(?:public|package) func (\w+)/) }
}
