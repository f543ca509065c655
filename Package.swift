// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for every target: language mode 6, every unsafe expression marked, no warning let
/// through.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The maps of exports of other programs, which are embedded in the library.
let maps = [
  "any-do", "asana", "asana-csv", "clickup", "clickup-csv", "deck", "deck-csv", "google-keep",
  "google-keep-note", "google-tasks", "habitica", "microsoft-todo", "notion", "omnifocus", "outlook",
  "planify", "planner", "rem", "rem-csv", "remember-the-milk", "remindctl", "reminders-cli",
  "super-productivity", "tasknotes", "tasks-org", "things", "things-csv", "things-url", "ticktick",
  "todoist-api", "todoist-sync", "toodledo", "toodledo-xml", "trello", "vikunja", "wekan", "wunderlist",
]

let package = Package(
  name: "listo",
  // InlineArray and UTF8Span begin with macOS 26. Without them macOS 15 would do, for Mutex and Atomic.
  // iOS is not declared, because nobody has built Listo for it yet.
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Listo", targets: ["Listo", "ListoFoundation"]),
    .library(name: "ListoTesting", targets: ["ListoTesting"]),
    .executable(name: "listo", targets: ["ListoCommand"]),
  ],
  traits: [
    // An app that depends on the library with `traits: []` does not resolve the packages of the command.
    .trait(name: "Command", description: "The command listo."), .default(enabledTraits: ["Command"]),
  ],
  dependencies: [
    // Sub-commands, options, help text and shell completions of the command.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // The system's libical, 3 or 4: parsing on request, recurrence rules, RFC 5546's restrictions. Only
    // ICalendar imports it.
    .systemLibrary(
      name: "CLibical",
      pkgConfig: "libical",
      providers: [.apt(["libical-dev"]), .brew(["libical"])]),
    // The system's Expat, for xCal: a megabyte less to load than FoundationXML, which brings Foundation and
    // libxml2 along, and a parser that streams, tells lines, and can be stopped at a document type
    // declaration, so that no entity is ever defined.
    .systemLibrary(
      name: "CExpat",
      pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .target(name: "XMLEvents", dependencies: ["CExpat"], swiftSettings: settings),
    // The system's PCRE2, for regular expressions in queries: Swift's own Regex has no bound on the steps of
    // a match, and an expression that explodes must end with a Diagnostic.
    .systemLibrary(
      name: "CPCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .target(name: "Patterns", dependencies: ["CPCRE2"], swiftSettings: settings),
    // Instructions of the processor that Swift does not offer, to find line feeds, for SHA-256 and in loops
    // that wait; headers alone.
    .systemLibrary(name: "CProcessor"),
    // Extended attributes, which Swift's module of the C library leaves out; seen by Platform alone.
    .systemLibrary(name: "CSystem"),
    // TOML, for the configuration file and for maps of exports. Its file says which package was tried.
    .target(name: "TOML", swiftSettings: settings),
    .target(name: "Platform", dependencies: ["CProcessor", "CSystem"], swiftSettings: settings),
    .target(
      name: "ICalendar", dependencies: ["CLibical", "CProcessor", "Platform"],
      // The script that wrote WindowsZones.swift.
      exclude: ["Zones/windows-zones.py"],
      swiftSettings: settings),
    // Words of people for dates, times and rules, in several languages.
    .target(name: "ListoWords", dependencies: ["ICalendar"], swiftSettings: settings),
    .target(
      name: "ListoModel", dependencies: ["CProcessor", "ICalendar", "ListoWords", "Patterns"],
      // The script that wrote BaseLetters.swift.
      exclude: ["Query/base-letters.py"],
      swiftSettings: settings),
    // Changes to reminders, and what belongs to them; beside the model, so that it is built and tested by
    // itself.
    .target(name: "ListoEditing", dependencies: ["ListoModel", "ICalendar"], swiftSettings: settings),
    // What each target needs of a reminder, and what makes it so; beside the model, as editing is.
    .target(
      name: "ListoRepairs", dependencies: ["ListoEditing", "ListoModel", "ICalendar"], swiftSettings: settings
    ),
    .target(
      name: "ListoFormats", dependencies: ["ListoModel", "ListoWords", "ICalendar", "TOML", "XMLEvents"],
      // The maps of exports, in the binary, so that a copied command needs no files beside it.
      resources: maps.map { .embedInCode("Maps/Exports/\($0).toml") }, swiftSettings: settings),
    .target(
      name: "ListoStores", dependencies: ["ListoFormats", "ListoModel", "ICalendar", "Platform"],
      swiftSettings: settings),
    // The C that accounts need. libcurl is loaded when an account is first used, by dlopen: linked, it would
    // cost every other command more than its whole start. Its few numbers and functions, which never change,
    // are declared there, so that who builds Listo needs no further package.
    .target(name: "CAccounts"),
    // CalDAV accounts: requests and answers as values, libcurl behind them, discovery, logins; what a sync
    // does, and its state.
    .target(
      name: "ListoAccounts",
      dependencies: [
        "CAccounts", "XMLEvents", "ListoStores", "ListoFormats", "ListoModel", "ICalendar", "Platform",
      ],
      swiftSettings: settings),
    // What apps import and the command calls: what a verb does, and all modules that are seen from outside.
    .target(
      name: "Listo",
      dependencies: [
        "ListoAccounts", "ListoStores", "ListoFormats", "ListoRepairs", "ListoEditing", "ListoModel",
        "ListoWords", "ICalendar", "Platform",
      ],
      swiftSettings: settings),
    // Dates of Foundation, and all of Listo; beside it, so that nothing that does without them, as the
    // command, loads Foundation for them.
    .target(name: "ListoFoundation", dependencies: ["Listo"], swiftSettings: settings),
    // A CalDAV server in memory, for tests of apps; not part of what an app ships.
    .target(name: "ListoTesting", dependencies: ["Listo"], swiftSettings: settings),
    .executableTarget(
      name: "ListoCommand",
      dependencies: [
        "Listo", "Platform", "TOML",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
      ],
      // The script that wrote WideCharacters.swift.
      exclude: ["Rendering/Terminal/wide-characters.py"],
      swiftSettings: settings),
    // What the tests share: random numbers by a printed seed, the corpus.
    .target(
      name: "ListoTestSupport", path: "Tests/Support",
      // What the thread sanitizer need not say.
      exclude: ["thread-sanitizer"], swiftSettings: settings),
    .testTarget(
      name: "PlatformTests", dependencies: ["ListoTestSupport", "Platform", "CSystem"],
      swiftSettings: settings),
    .testTarget(
      name: "ICalendarTests", dependencies: ["ListoTestSupport", "ICalendar"],
      // What Python's zoneinfo says, read from its place, and the script that asked it.
      exclude: ["Values/Fixtures"], swiftSettings: settings),
    .testTarget(name: "PatternsTests", dependencies: ["Patterns"], swiftSettings: settings),
    // What holds for the sources as such: which file is unsafe, which target imports what.
    .testTarget(name: "TreeTests", swiftSettings: settings),
    .testTarget(
      name: "ListoModelTests",
      dependencies: ["ListoTestSupport", "ListoModel", "ListoWords", "ICalendar", "Patterns"],
      // Expressions and what they match, read from their place; the scripts that ask Python.
      exclude: [
        "Query/Golden", "Recurrence/Oracles", "Model/Oracles", "Merge/Oracles/read-icalendar.py",
        "Merge/Oracles/read-vdirsyncer.py",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ListoWordsTests", dependencies: ["ListoTestSupport", "ListoWords", "ICalendar"],
      // Lines and what they mean, read from their place.
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "ListoEditingTests",
      dependencies: ["ListoTestSupport", "ListoEditing", "ListoModel", "ICalendar"],
      // The scripts that ask Python.
      exclude: ["Oracles/read-edited.py", "Recurrence/Oracles"], swiftSettings: settings),
    .testTarget(
      name: "ListoRepairsTests",
      dependencies: ["ListoTestSupport", "ListoRepairs", "ListoModel", "ICalendar"],
      // The script that asks Python.
      exclude: ["Oracles/read-repaired.py"], swiftSettings: settings),
    .testTarget(
      name: "ListoFormatsTests",
      dependencies: ["ListoTestSupport", "ListoFormats", "ListoModel", "ICalendar"],
      // The scripts that ask Python and drive a browser.
      exclude: ["Oracles/jcal-oracle.py", "Oracles/csv-oracle.py", "HTML/Browser"], swiftSettings: settings),
    .testTarget(
      name: "ListoStoresTests",
      dependencies: ["ListoTestSupport", "ListoStores", "ListoFormats", "ListoModel", "ICalendar"],
      swiftSettings: settings),
    .testTarget(
      name: "ListoAccountsTests",
      dependencies: [
        "ListoTestSupport", "ListoAccounts", "ListoStores", "ListoFormats", "ListoModel", "ICalendar",
        "Platform",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ListoTests",
      // What an agenda is made of is read here as its command reads it; so are the inputs of repairs.
      dependencies: [
        "ListoTestSupport", "Listo", "ListoTesting", "ListoFoundation", "ListoModel", "ListoRepairs",
        "ListoStores",
        "ICalendar",
        "Platform",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ListoCommandTests",
      dependencies: [
        "ListoTestSupport", "ListoCommand", "Listo", "ListoFormats", "Platform", "TOML",
        // Options as the parser makes them, for parts of a command that are run by themselves.
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
      ],
      // Transcripts, renderings and an oracle, read from their place.
      exclude: [
        "Transcripts/Golden", "Rendering/Golden", "Running/read-back.py", "Series/series-oracle.py",
      ], swiftSettings: settings),
  ]
)
