import Testing

/// Where memory is touched past Swift's checks (`unsafe`, SE-0458): in these files and in no other.
@Suite struct UnsafeTests {
  /// Files of a target, and why each needs it. A file that is added here is one more to read with care
  /// (SECURITY.md).
  private static let allowed: [(target: String, reason: String, files: [String])] = [
    (
      "ICalendar", "libical's functions, which take and give pointers",
      [
        "Libical", "LibicalRecurrence", "LibicalTree", "CalendarDuration", "Moment",
        "RecurrenceRule+Parsing",
      ]
    ),
    (
      "ICalendar",
      "a byte search of the C library, and words of bytes whose bounds were checked once for many",
      ["ByteSearch", "OutputSpan+Lines", "ShortText", "Span+PlainRuns"]
    ),
    (
      "ICalendar",
      "the table of names, which lives as long as the process: as an array it would be counted for each line",
      ["Framer", "LineParts", "QuickName", "Properties", "Span+LinePassage", "WalkedLines"]
    ),
    (
      "Platform", "system calls, which take pointers to names, buffers and records",
      [
        "ChildProcess", "EndingSignals", "ExtendedAttributes", "FileStatus", "FileSystem", "FolderLock",
        "FolderWatch", "InputFile", "LocaleTime", "OutputFile", "PagerProcess", "PrivateFolder",
        "ProcessEnvironment",
        "ReadFile", "ReplacedFile", "SystemError", "TemporaryFile", "TemporaryName", "Terminal",
        "TerminalSession", "WriteAll",
      ]
    ),
    ("Platform", "a timer of Dispatch, which is not Sendable where it could be", ["Ticker"]),
    ("Patterns", "PCRE2's functions", ["Pattern"]),
    ("XMLEvents", "Expat's functions, and the state that it hands back to its callbacks", ["XMLEventReader"]),
    (
      "ListoAccounts", "libcurl's functions, and the client that it hands back to its callbacks",
      ["CurlClient"]
    ),
    (
      "ListoAccounts",
      "the terminal and the DNS: buffers that the system fills",
      ["PasswordSource", "ServiceRecords"]
    ),
  ]

  /// SECURITY.md names the modules of the table.
  @Test func theModulesAreNamed() throws {
    let page = try SourceFile.text(of: "SECURITY.md")
    let targets = Set(Self.allowed.map(\.target)).sorted()
    let names = targets.dropLast().joined(separator: ", ") + " and " + (targets.last ?? "")
    #expect(page.contains("confined to files of the modules \(names) "))
  }

  @Test func onlyTheseFilesAreUnsafe() throws {
    let files = try SourceFile.all(in: "Sources")
    #expect(files.count > 300)
    let found = files.filter { !$0.lines(using: "unsafe").isEmpty }
    let allowed = Self.allowed.flatMap { row in row.files.map { "\(row.target) \($0).swift" } }
    for file in found where !allowed.contains("\(file.target) \(file.name)") {
      Issue.record(
        "\(file.path), lines \(file.lines(using: "unsafe")): unsafe, and not among those that may be")
    }
    // So that none stays allowed which no longer needs it.
    let names = Set(found.map { "\($0.target) \($0.name)" })
    #expect(Set(allowed).subtracting(names) == [])
  }

  /// Nothing is told to be Sendable that the compiler cannot prove to be.
  @Test func nothingIsUnchecked() throws {
    for file in try SourceFile.all(in: "Sources") {
      #expect(file.lines(using: "unchecked") == [], "\(file.path)")
    }
  }

  @Test func wordsInTextsAndCommentsAreNoCode() {
    let lines = [
      "a \"unsafe\" b", "/// unsafe", "x // unsafe", "let y = unsafe z", "'unsafe-inline'", "f(unsafe)",
      #""unsafe \(count) unsafe""#, #""a \(b(unsafe c)) d""#,
    ]
    #expect(SourceFile(path: "a/b/c", lines: lines).lines(using: "unsafe") == [4, 6, 8])
  }
}
