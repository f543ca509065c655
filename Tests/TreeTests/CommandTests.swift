import Testing

/// The command has flags, words and exit statuses: what a verb does is a function of the library, which reads, decides and has the threads.
@Suite struct CommandTests {
  /// The threads, and what decides about their number.
  private static let engines = [
    "OrderedPipeline", "OrderedLanes", "HelpingThreads", "PieceOfWork", "WaitingThreads", "SerialThread",
    "ThreadPipeline", "SerialPipeline", "Pipeline", "InputSharing", "Thread", "Task", "DispatchQueue",
  ]

  /// What reads calendars, takes them apart, or puts them together.
  private static let readers = [
    "BlockReader", "BatchFramer", "Framer", "ItemBatch", "CalendarFile", "CatalogBuilder", "SelectedReading",
    "ComparedReading", "MergeReading", "MergeIndex", "SurveyedInput", "SurveyedReader", "LiveSurvey",
    "InputFile", "InputSource", "FormatReader", "FormatWriter", "ItemConversion",
  ]

  /// What of `Platform` the command may name, and why: all of it is about who types, and about files of the command's own.
  private static let platform: [(reason: String, names: Set<String>)] = [
    ("the terminal, its keys, and who is asked there", ["Terminal", "TerminalSession"]),
    ("signals that end the command, with the terminal as it was", ["EndingSignals"]),
    ("the line of progress, which a thread of its own draws", ["Ticker"]),
    ("variables, the clock, standard error", ["ProcessEnvironment"]),
    ("how this machine's language writes dates", ["LocaleTime"]),
    ("an editor that a person types in", ["ChildProcess"]),
    ("the heap, set up before anything else is done", ["Heap"]),
    ("its configuration, and what it remembers", ["SmallFile", "FolderLock", "FileSystem"]),
    ("whether a word of the command line is a file", ["FileStatus"]),
    ("why one of these failed", ["SystemError"]),
  ]

  /// Files that may name what no other may, and why.
  private static let exceptions: [String: (reason: String, names: Set<String>)] = [
    "Sources/ListoCommand/Editing/EditPrompt.swift": (
      "the terminal's own device, for an answer where standard input is a pipe", ["InputFile"]
    )
  ]

  @Test func theCommandReadsNothingAndStartsNoThread() throws {
    let files = try SourceFile.all(in: "Sources/ListoCommand")
    #expect(files.count > 100)
    var used: [String: Set<String>] = [:]
    for file in files {
      for word in Self.engines + Self.readers {
        let lines = file.lines(using: word)
        guard !lines.isEmpty else { continue }
        used[file.path, default: []].insert(word)
        let mayBe = Self.exceptions[file.path]?.names.contains(word) ?? false
        #expect(mayBe, "\(file.path), lines \(lines): \(word) is the library's")
      }
    }
    // So that none stays allowed which nothing needs.
    #expect(used == Self.exceptions.mapValues(\.names))
  }

  @Test func theCommandUsesOfThePlatformWhatItMay() throws {
    let files = try SourceFile.all(in: "Sources/ListoCommand")
    let types = Set(try SourceFile.all(in: "Sources/Platform").flatMap(\.publicTypes))
    let allowed = Self.platform.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    #expect(types.isSuperset(of: allowed))
    var used: Set<String> = []
    for file in files {
      let names = Set(types.filter { !file.lines(using: $0).isEmpty })
      used.formUnion(names)
      let more = names.subtracting(allowed).subtracting(Self.exceptions[file.path]?.names ?? [])
      #expect(more.isEmpty, "\(file.path) names \(more.sorted().joined(separator: ", ")) of Platform")
      // A folder is walked in one place of the library.
      #expect(!file.lines.contains { $0.contains("FileSystem.entries") }, "\(file.path) walks a folder")
    }
    #expect(allowed.subtracting(used) == [])
  }
}

extension SourceFile {
  /// The public types that it declares at its outermost level.
  fileprivate var publicTypes: [String] {
    lines.compactMap { line in
      line.firstMatch(of: /^public (?:final )?(?:struct|class|enum|protocol|actor) (\w+)/).map {
        String($0.output.1)
      }
    }
  }
}
