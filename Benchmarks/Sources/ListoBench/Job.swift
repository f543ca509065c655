import Generator

/// One row of the benchmark: what listo is asked to do, what a right answer looks like, and what it should cost.
struct Job {
  let name: String
  var input = Input.export
  /// Listo's arguments; `{input}`, `{edited}` (the second), `{other}` (the last) and `{output}` stand for paths, `{inputs}` for those of all inputs. Without `{output}`, standard output is the
  /// answer. `{uid}` is that of a reminder in the middle, `{turn}` a word that no run had before.
  let arguments: [String]
  /// It writes into its input, which is a copy then.
  var changesInput = false
  /// The input comes through a pipe from `cat`.
  var piped = false
  /// Exit codes that are no failure.
  var exits: Set<Int32> = [0]
  let answer: Answer
  var target: Target?
  /// The most memory, in bytes, for an input of so many reminders.
  var memory: (@Sendable (Int) -> Int)?

  enum Input {
    case export
    /// An export and its edited copy.
    case pair
    /// An export, and what two devices made of it in a month.
    case devices
    /// So many exports, half of them with their edited copies: of the same total size as a pair.
    case many(Int)
    /// A folder of one-reminder files.
    case folder
    case hostile(HostileShape)
    case none
  }

  /// What is counted in the answer before anything is timed: a fast wrong answer is no result.
  enum Answer {
    /// As many BEGIN:VTODO lines as the yardstick counts.
    case reminders(Expectation)
    /// As many lines as the yardstick counts.
    case lines(Expectation)
    case atLeastLines(Expectation)
    case anyLine
    /// The exit code alone.
    case done
  }

  /// One of the numbers that `yardstick count` prints, by its name.
  enum Expectation: String {
    case todos, open, due, uids
    /// What no one but Listo knows: that there are some has to do.
    case merged
  }

  enum Target {
    /// So many times faster than libical parses the same input.
    case faster(Double)
    /// At most so many seconds.
    case within(Double)
  }

  var isHostile: Bool {
    if case .hostile = input { true } else { false }
  }

  /// What the yardstick does beside: it parses; where Listo removes from the back, that is what is timed.
  var yardstickMode: String {
    if case .hostile(.removals) = input, arguments.first == "filter" { "remove" } else { "parse" }
  }

  /// The only size a job is measured at, whatever the sizes asked for.
  var fixedSize: Int? {
    switch input {
    case .folder: 10_000
    case .none: 0
    case .export, .pair, .devices, .many, .hostile: nil
    }
  }

  /// What the generator already knows of its own input, by the yardstick's names.
  func knownNumbers(size: Int) -> [String: Int] {
    switch input {
    case .export, .folder: ["todos": size]
    case .pair: ["uids": size + size / 40]
    case .many(let count): ["uids": count / 2 * (size * 2 / count + size * 2 / count / 40)]
    case .hostile(let shape): ["todos": shape.todos(count: size), "open": shape.open(count: size)]
    case .devices, .none: [:]
    }
  }

  /// Targets are stated for inputs on which start-up no longer counts.
  static let smallestJudged = 10_000
}

extension Job {
  private static let condition = [
    "--where", "status not in (completed, cancelled) and due < 2025-06-01", "--timezone", "UTC",
  ]
  private static let flat: @Sendable (Int) -> Int = { _ in 64 << 20 }

  /// The jobs, with their targets.
  static let all: [Job] = [
    Job(
      name: "filter", arguments: ["filter", "{input}"] + condition + ["-o", "{output}"],
      answer: .reminders(.due), target: .faster(25), memory: flat),
    Job(
      name: "filter, piped", arguments: ["filter", "-"] + condition, piped: true,
      answer: .reminders(.due), target: .faster(25), memory: flat),
    Job(
      name: "convert to jsonl", arguments: ["convert", "{input}", "-t", "jsonl", "-o", "{output}"],
      answer: .lines(.todos), target: .faster(10), memory: flat),
    Job(
      name: "convert, piped", arguments: ["convert", "-", "-t", "jsonl"], piped: true,
      answer: .lines(.todos), target: .faster(10), memory: flat),
    Job(
      name: "merge two", input: .pair, arguments: ["merge", "{input}", "{other}", "-o", "{output}"],
      answer: .reminders(.uids), target: .faster(10), memory: { (64 << 20) + 200 * $0 }),
    Job(
      name: "merge twenty", input: .many(20), arguments: ["merge", "{inputs}", "-o", "{output}"],
      answer: .reminders(.uids), target: .faster(10), memory: { (64 << 20) + 200 * $0 }),
    Job(
      name: "merge with a base", input: .pair,
      arguments: ["merge", "{input}", "{other}", "--base", "{input}", "-o", "{output}"],
      answer: .reminders(.merged)),
    Job(
      name: "merge a month of two", input: .devices,
      arguments: ["merge", "{edited}", "{other}", "--base", "{input}", "-o", "{output}"], exits: [0, 1],
      answer: .reminders(.merged), target: .faster(12)),
    Job(
      name: "diff, equal", arguments: ["diff", "{input}", "{input}"], answer: .done, target: .faster(10)),
    Job(
      name: "diff, a third changed", input: .devices, arguments: ["diff", "{input}", "{edited}"],
      exits: [0, 1], answer: .anyLine, target: .faster(12)),
    // Findings (exit 1) are an answer too.
    Job(name: "check", arguments: ["check", "{input}"], exits: [0, 1], answer: .done),
    Job(name: "browse, its first page", arguments: ["browse", "{input}", "--plain"], answer: .anyLine),
    Job(
      name: "calendars", arguments: ["calendars", "{input}"], answer: .anyLine, target: .faster(15),
      memory: { (38 << 20) + 26 * $0 }),
    Job(
      name: "list", arguments: ["list", "{input}"], answer: .atLeastLines(.open), target: .faster(5),
      memory: { (64 << 20) + 320 * $0 }),
    Job(
      name: "list, its first lines", arguments: ["list", "{input}", "--limit", "20"], answer: .anyLine,
      target: .faster(12), memory: { (48 << 20) + 26 * $0 }),
    Job(
      name: "list --where, the first 20", arguments: ["list", "{input}", "--limit", "20"] + condition,
      answer: .anyLine, target: .faster(12), memory: { (48 << 20) + 26 * $0 }),
    Job(
      name: "overdue, the first 20", arguments: ["overdue", "{input}", "--limit", "20"], answer: .anyLine,
      target: .faster(12), memory: { (48 << 20) + 26 * $0 }),
    Job(
      name: "today", arguments: ["today", "{input}"], answer: .anyLine, target: .faster(5),
      memory: { (64 << 20) + 320 * $0 }),
    Job(
      name: "agenda", arguments: ["agenda", "{input}"], answer: .anyLine, target: .faster(4),
      memory: { (48 << 20) + 200 * $0 }),
    Job(name: "stats", arguments: ["stats", "{input}"], answer: .anyLine, target: .faster(12)),
    Job(
      name: "list a folder", input: .folder, arguments: ["list", "{input}"], answer: .atLeastLines(.open),
      target: .within(0.2)),
    Job(
      name: "edit by UID", arguments: ["tag", "{uid}", "--add", "{turn}", "--in", "{input}"],
      changesInput: true, answer: .anyLine, target: .within(0.5)),
    Job(
      name: "edit in a folder", input: .folder,
      arguments: ["tag", "{uid}", "--add", "{turn}", "--in", "{input}"], changesInput: true,
      answer: .anyLine, target: .within(0.06)),
    Job(
      name: "edit all of a folder", input: .folder,
      arguments: ["tag", "--where", "all", "--add", "{turn}", "--in", "{input}", "--yes"],
      changesInput: true, answer: .anyLine, target: .within(2)),
    Job(
      name: "glance", input: .folder, arguments: ["glance", "{input}"], answer: .anyLine,
      target: .within(0.2)),
    Job(name: "start-up", input: .none, arguments: ["--version"], answer: .anyLine, target: .within(0.008)),
  ]

  /// The jobs whose growth is looked at on the shapes that cost libical the square of their size.
  static let hostile: [Job] = HostileShape.allCases.flatMap { shape in
    // A line of 16 MB goes beyond what is read without being asked.
    let limits =
      shape == .longLine ? ["--input-limit", "line-length=64M", "--input-limit", "item-size=64M"] : []
    return [
      Job(
        name: "filter, \(shape.rawValue)", input: .hostile(shape),
        arguments: ["filter", "{input}", "--incomplete", "-o", "{output}"] + limits, answer: .reminders(.open)
      ),
      Job(
        name: "convert, \(shape.rawValue)", input: .hostile(shape),
        arguments: ["convert", "{input}", "-t", "jsonl", "-o", "{output}"] + limits, answer: .lines(.todos)),
      Job(
        name: "check, \(shape.rawValue)", input: .hostile(shape), arguments: ["check", "{input}"] + limits,
        exits: [0, 1],
        answer: .done),
    ]
  }
}
