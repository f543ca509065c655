import Foundation
import Testing

/// The types that an app sees with `import Listo`: few, and each in a topic of the reference.
@Suite struct PublicTypesTests {
  /// The modules that Listo does not hand on to apps.
  private static let others: Set = ["Patterns", "XMLEvents", "ListoTesting", "Platform", "ListoCommand"]

  private static func types() throws -> Set<String> {
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? )*public (?:final |indirect )?(?:struct|class|enum|protocol|actor) (\w+)/
    return try SourceFile.all(in: "Sources").filter { !others.contains($0.target) }
      .reduce(into: []) { $0.formUnion($1.declared(declaration)) }
  }

  @Test func eachIsInATopic() throws {
    let page = try SourceFile.text(of: "Sources/Listo/Listo.docc/Listo.md")
    let topics = page.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.output.1) }
    #expect(Set(topics).count == topics.count, "a type is in two topics")
    let types = try Self.types()
    #expect(types.subtracting(topics).sorted() == [], "public, and in no topic")
    #expect(Set(topics).subtracting(types).sorted() == [], "in a topic, and not public")
  }

  /// Types that only the command needs are `package`. A new public type is a decision.
  @Test func thereAreNoMoreThanKnown() throws {
    #expect(try Self.types().count <= 195)
  }

  /// The library's types that the command uses and apps cannot. What a verb needs besides is either public,
  /// or work of the library that is behind one of these: a name that comes here is a decision.
  private static let ofTheCommand: [String: String] = [
    "ICalendar": "EnglishNames LibicalVersion",
    "Listo": """
    AccountsJSON ArchiveFile BackgroundStore CatalogFacts CatalogReading CheckFinding CheckJob \
    ComparisonJob Destination ElementNaming FileDifference FileRewrite FilterJob Glance \
    LargeInputListing ListNaming ListingNeeds MapFolder MeasuredRows MergeJob NamedFile NearestPath \
    NextChoice Overwriting PatchJob PlaceWatch ReminderNaming ReminderObstacle RepairJob RowPieces \
    SplitJob SyncScope WorkObserver WorkPhase
    """,
    "ListoAccounts": "AccountPlace CommandWords CurlClient ListChanges",
    "ListoEditing": "AlarmTimes UIDRefusal",
    "ListoFormats": """
    DifferenceJSON ExportMap FormatJSON IdentifierList JSONValue LineMap MergeReportJSON \
    OutputSchema PatchReportJSON SavedSelection SelectionError
    """,
    "ListoModel": """
    CatalogSelection ComponentOrigin Filter Hierarchy NumberedLists OmittedReminders PatchOptions \
    PatchPlan PlacedReminder Producer QueryGrammar QueryRange ReminderNumbers Rewriting SeriesRow \
    ShortNames Spelling SplitWay TextLines UID ViewedMoment
    """,
    "ListoRepairs": "ProfileRule",
    "ListoStores": "DecodedInputs FileAddress Input InputTree Output Patience ReadingMeter",
    "ListoWords": "DateWords QuickEntry RuleWords WordsContext",
  ]

  @Test func theCommandUsesTheseOfTheLibraryAlone() throws {
    let files = try SourceFile.all(in: "Sources")
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? )*package (?:final |indirect )?(?:struct|class|enum|protocol|actor) (\w+)/
    var homes: [String: String] = [:]
    for file in files where !["ListoCommand", "Platform", "TOML"].contains(file.target) {
      for type in file.declared(declaration) { homes[type] = file.target }
    }
    try #require(homes.count > 100)
    var used: [String: Set<String>] = [:]
    for file in files where file.target == "ListoCommand" {
      for line in file.lines {
        for word in line.prefix(while: { $0 != "/" }).split(whereSeparator: { !($0.isLetter || $0.isNumber) })
        {
          if let home = homes[String(word)] { used[home, default: []].insert(String(word)) }
        }
      }
    }
    for (home, types) in used {
      let known = Set((Self.ofTheCommand[home] ?? "").split(separator: " ").map(String.init))
      #expect(types.subtracting(known).sorted() == [], "\(home): used by the command, and not in the list")
      #expect(known.subtracting(types).sorted() == [], "\(home): in the list, and not used")
    }
    #expect(Set(used.keys) == Set(Self.ofTheCommand.keys))
  }
}
