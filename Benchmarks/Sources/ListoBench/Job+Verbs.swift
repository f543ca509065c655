import Generator

/// The jobs about files of reminders and folders, with their goals. Those about formats are made of Listo's
/// own registry.
extension Job {
  static let all = selecting + comparing + listing + editing

  /// What is open and due before a day.
  private static let condition = [
    "--where", "status not in (completed, cancelled) and due < 2025-06-01", "--timezone", "UTC",
  ]

  static func megabytes(_ megabytes: Int, bytesEach: Int = 0) -> @Sendable (Int) -> Int {
    { (megabytes << 20) + bytesEach * $0 }
  }

  private static let selecting: [Job] = [
    Job(
      name: "filter", arguments: ["filter", "{input}"] + condition + ["-o", "{output}"],
      answer: .reminders(.due), target: .faster(27), memory: megabytes(64)),
    Job(
      name: "filter, printed", arguments: ["filter", "{input}"] + condition, answer: .reminders(.due),
      target: .faster(20), memory: megabytes(64)),
    Job(
      name: "filter, piped", arguments: ["filter", "-"] + condition, piped: true,
      answer: .reminders(.due), target: .faster(20), memory: megabytes(64)),
    Job(
      name: "convert to jsonl", arguments: ["convert", "{input}", "-t", "jsonl", "-o", "{output}"],
      answer: .lines(.todos), target: .faster(13), memory: megabytes(64)),
    Job(
      name: "convert to jsonl, printed", arguments: ["convert", "{input}", "-t", "jsonl"],
      answer: .lines(.todos), target: .faster(11), memory: megabytes(64)),
    Job(
      name: "convert to jsonl, piped", arguments: ["convert", "-", "-t", "jsonl"], piped: true,
      answer: .lines(.todos), target: .faster(11), memory: megabytes(64)),
    Job(
      name: "split by tag", arguments: ["split", "{input}", "--by", "tag", "-q", "-o", "{output}"],
      answer: .reminders(.merged), target: .faster(8), memory: megabytes(64)),
    Job(
      name: "split by UID", arguments: ["split", "{input}", "--by", "uid", "-q", "-o", "{output}"],
      folderSize: true,
      answer: .reminders(.todos), target: .within(1), memory: megabytes(64)),
    // Findings (exit 1) are an answer too.
    Job(
      name: "check", arguments: ["check", "{input}"], exits: [0, 1], answer: .done, target: .faster(4),
      memory: megabytes(32)),
  ]

  private static let comparing: [Job] = [
    Job(
      name: "merge two", input: .pair, arguments: ["merge", "{input}", "{other}", "-o", "{output}"],
      answer: .reminders(.uids), target: .faster(16), memory: megabytes(64, bytesEach: 200)),
    Job(
      name: "merge twenty", input: .many(20), arguments: ["merge", "{inputs}", "-o", "{output}"],
      answer: .reminders(.uids), target: .faster(10), memory: megabytes(64, bytesEach: 200)),
    Job(
      name: "merge a folder", input: .folder, arguments: ["merge", "{input}", "-o", "{output}"],
      answer: .reminders(.todos), target: .within(0.25), memory: megabytes(32)),
    Job(
      name: "merge with a base", input: .pair,
      arguments: ["merge", "{input}", "{other}", "--base", "{input}", "-o", "{output}"],
      answer: .reminders(.merged)),
    Job(
      name: "merge a month of two", input: .devices,
      arguments: ["merge", "{edited}", "{other}", "--base", "{input}", "-o", "{output}"], exits: [0, 1],
      answer: .reminders(.merged), target: .faster(4), memory: megabytes(100)),
    Job(
      name: "diff, equal", arguments: ["diff", "{input}", "{input}"], answer: .done, target: .faster(10),
      memory: megabytes(96)),
    Job(
      name: "diff, a third changed", input: .devices, arguments: ["diff", "{input}", "{edited}"],
      exits: [0, 1], answer: .anyLine, target: .faster(4), memory: megabytes(128)),
    Job(
      name: "patch, a third changed", input: .patch,
      arguments: ["patch", "{input}", "{other}", "-q", "-o", "{output}"], exits: [0, 1],
      answer: .reminders(.merged), target: .faster(4), memory: megabytes(96)),
  ]

  private static let listing: [Job] = [
    Job(
      name: "calendars", arguments: ["calendars", "{input}"], answer: .anyLine, target: .faster(15),
      million: 1, memory: megabytes(46, bytesEach: 18)),
    Job(
      name: "list", arguments: ["list", "{input}"], answer: .atLeastLines(.open), target: .faster(5),
      million: 3.5, memory: megabytes(64, bytesEach: 200)),
    Job(
      name: "list, its first lines", arguments: ["list", "{input}", "--limit", "20"], answer: .anyLine,
      target: .faster(12), million: 1, memory: megabytes(46, bytesEach: 18)),
    Job(
      name: "list --where, the first 20", arguments: ["list", "{input}", "--limit", "20"] + condition,
      answer: .anyLine, target: .faster(12), million: 1, memory: megabytes(46, bytesEach: 18)),
    Job(
      name: "list --json", arguments: ["list", "{input}", "--all", "--json"], answer: .anyLine,
      target: .faster(6), memory: megabytes(64)),
    Job(
      name: "list, 1 % of series overridden", input: .overridden(percent: 1), arguments: ["list", "{input}"],
      answer: .atLeastLines(.open), target: .faster(2.5), memory: megabytes(64, bytesEach: 800)),
    Job(
      name: "list, 50 % of series overridden", input: .overridden(percent: 50),
      arguments: ["list", "{input}"],
      answer: .atLeastLines(.open), target: .faster(2.5), memory: megabytes(64, bytesEach: 800)),
    Job(
      name: "today", arguments: ["today", "{input}"], exits: [0, 1], answer: .anyLine, target: .faster(12),
      memory: megabytes(46, bytesEach: 18)),
    Job(
      name: "today, the first 20", arguments: ["today", "{input}", "--limit", "20"], exits: [0, 1],
      answer: .anyLine, target: .faster(12), million: 1, memory: megabytes(46, bytesEach: 18)),
    Job(
      name: "overdue, the first 20", arguments: ["overdue", "{input}", "--limit", "20"], answer: .anyLine,
      target: .faster(12), million: 1, memory: megabytes(46, bytesEach: 18)),
    Job(
      name: "next", arguments: ["next", "{input}"], answer: .anyLine, target: .faster(12),
      memory: megabytes(48)),
    Job(
      name: "agenda", arguments: ["agenda", "{input}"], answer: .anyLine, target: .faster(4),
      memory: megabytes(64)),
    Job(
      name: "stats", arguments: ["stats", "{input}"], answer: .anyLine, target: .faster(12), million: 1,
      memory: megabytes(46, bytesEach: 18)),
    Job(
      name: "list a folder", input: .folder, arguments: ["list", "{input}"], answer: .atLeastLines(.open),
      target: .within(0.12), memory: megabytes(32)),
    Job(
      name: "glance", input: .folder, arguments: ["glance", "{input}"], answer: .anyLine,
      target: .within(0.2)),
    Job(
      name: "browse, its first page", arguments: ["browse", "{input}", "--plain"], answer: .anyLine,
      target: .faster(5)),
    Job(name: "start-up", input: .none, arguments: ["--version"], answer: .anyLine, target: .within(0.004)),
  ]

  private static let editing: [Job] = [
    Job(
      name: "edit by UID", arguments: ["tag", "{uid}", "--add", "{turn}", "--in", "{input}"],
      changesInput: true, answer: .anyLine, target: .within(0.12), memory: megabytes(64)),
    Job(
      name: "edit in a folder", input: .folder,
      arguments: ["tag", "{uid}", "--add", "{turn}", "--in", "{input}"], changesInput: true,
      answer: .anyLine, target: .within(0.06)),
    Job(
      name: "edit all of a folder", input: .folder,
      arguments: ["tag", "--where", "all", "--add", "{turn}", "--in", "{input}", "--yes"],
      changesInput: true, answer: .anyLine, target: .within(2)),
  ]
}

/// How the cost of comparing and merging grows with what differs.
extension Job {
  static let sharesChanged = [0, 1, 10, 33, 100]

  /// The jobs at one share: of a hundred reminders so many are changed in the second file.
  static func changed(percent: Int) -> [Job] {
    let input = Input.changed(percent: percent)
    return [
      Job(
        name: "merge two, \(percent) % changed", input: input,
        arguments: ["merge", "{input}", "{other}", "-o", "{output}"], answer: .reminders(.uids)),
      Job(
        name: "merge with a base, \(percent) % changed", input: input,
        arguments: ["merge", "{input}", "{other}", "--base", "{input}", "-o", "{output}"],
        answer: .reminders(.uids)),
      Job(
        name: "diff, \(percent) % changed", input: input, arguments: ["diff", "{input}", "{other}"],
        exits: [0, 1], answer: .done),
    ]
  }
}

/// The jobs whose growth is looked at on the shapes that cost libical the square of their size.
extension Job {
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
