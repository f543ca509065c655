import ArgumentParser
import Foundation
import Generator

/// Whether the time of every verb, writer and reader grows with the number of like things, and not with its
/// square.
///
/// The processor's time of one run on so many of them is compared with that on four times as many: four times
/// as much is linear, sixteen times the square, so that a bound between the two is far from both, and noise
/// does not reach it.
struct CrowdsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowds",
    abstract: "Checks that no verb, writer or reader of listo takes the square of the number of like things.",
    discussion: """
      Each is run on files of many of one thing, such as reminders with one UID or alarms of one reminder, and on files of four \
      times as many. Where these take more than a moment, and more than eight times the processor's time of the others, it is \
      measured again, and the least time counts. What grows is said as it is found. The exit code is 1 if anything does, or does not end.
      """)

  @Option(help: ArgumentHelp("The listo to measure.", valueName: "path"))
  var listo = "../.build/release/listo"

  @Option(help: "How many like things; four times as many are compared with them.")
  var count = 2000

  @Option(help: "Only runs whose name contains this text, such as 'alarms' or 'jscalendar'.")
  var only: String?

  @Option(help: "Seconds after which a program is ended.")
  var limit = 60

  /// Below this many seconds of the processor nothing can be told.
  private static let moment = 0.1
  private static let bound = 8.0

  /// In memory where there is such a place: a folder of thousands of files, each of which is synchronised,
  /// takes the disk's time.
  private static var folder: String {
    let memory = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
  }

  func validate() throws {
    guard count > 0, limit > 0 else { throw ValidationError("--count and --limit are at least 1.") }
  }

  func run() throws {
    guard FileManager.default.isExecutableFile(atPath: listo) else {
      throw ValidationError(
        "There is no listo at \(listo): build it with 'make release', or name it with --listo.")
    }
    let scratch = try Scratch(Self.folder + "/listo-crowds-\(UUID().uuidString)")
    defer {
      do { try scratch.remove() } catch { say("listo-bench: \(scratch.folder) is left over: \(error)") }
    }
    let tools = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .path
    let stopwatch = Stopwatch(tools: tools, scratch: scratch, limit: limit)
    let formats = try Registry.formats(of: listo)
    var (failures, measured) = (0, 0)
    for crowd in Crowd.allCases {
      let tasks = Task.all(formats).filter { task in
        only.map("\(crowd.rawValue) \(task.name)".contains) ?? true
      }
      guard !tasks.isEmpty else { continue }
      // Said as it is done: the whole takes minutes.
      tell("\(crowd.rawValue), \(tasks.count) runs:")
      let begin = Date()
      for task in tasks {
        if let complaint = try complaint(task, crowd, stopwatch) {
          failures += 1
          tell("  " + complaint)
        }
      }
      measured += tasks.count
      tell("  \(Shown.seconds(Date().timeIntervalSince(begin)))")
      try scratch.empty()
    }
    guard measured > 0 else { throw ValidationError("No run's name contains '\(only ?? "")'.") }
    tell("\(measured) runs, \(failures) of them grow faster than what they are given.")
    if failures > 0 { throw ExitCode(1) }
  }

  /// What grows, in one line; nil where it does not.
  private func complaint(_ task: Task, _ crowd: Crowd, _ stopwatch: Stopwatch) throws -> String? {
    // What takes a moment for many is not measured for few.
    let large = try run(task, crowd, count * 4, stopwatch)
    if large.end == .signal(SIGALRM) { return "\(task.name): not done in \(limit) s" }
    guard large.cpuSeconds > Self.moment else { return nil }
    let pair = try measure(task, crowd, large, stopwatch)
    guard pair.factor > Self.bound, pair.large.cpuSeconds > Self.moment else { return nil }
    return "\(task.name): \(Shown.seconds(pair.small.cpuSeconds)), of four times as many "
      + "\(Shown.seconds(pair.large.cpuSeconds)), \(Shown.ratio(pair.factor)), \(Shown.megabytes(pair.large.peakBytes)) MiB"
  }

  /// To standard output, at once.
  private func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private struct Pair {
    var small: Measurement
    var large: Measurement
    var factor: Double { large.cpuSeconds / max(small.cpuSeconds, 0.01) }
  }

  private func measure(
    _ task: Task, _ crowd: Crowd, _ large: Measurement, _ stopwatch: Stopwatch
  ) throws -> Pair {
    var pair = Pair(small: try run(task, crowd, count, stopwatch), large: large)
    for _ in 0..<2 where pair.factor > Self.bound && pair.large.cpuSeconds > Self.moment {
      let large = try run(task, crowd, count * 4, stopwatch)
      if large.cpuSeconds < pair.large.cpuSeconds { pair.large = large }
      // The small one is too fast where it was disturbed least: the greatest of its times is the fairest.
      let small = try run(task, crowd, count, stopwatch)
      if small.cpuSeconds > pair.small.cpuSeconds { pair.small = small }
    }
    return pair
  }

  private func run(_ task: Task, _ crowd: Crowd, _ count: Int, _ stopwatch: Stopwatch) throws -> Measurement {
    let scratch = stopwatch.scratch
    let name = "\(crowd.rawValue)-\(count)"
    // Made when they are first asked for.
    let input = try scratch.file(name + ".ics", of: Self.one { crowd.bytes(count: count) })
    let other = try scratch.file(
      name + "-other.ics",
      of: Self.one {
        Array(
          String(decoding: crowd.bytes(count: count), as: UTF8.self).replacing("Number", with: "Digit").utf8)
      })
    var source = input
    if let format = task.reads {
      source = scratch.path(name + "." + format)
      if !FileManager.default.fileExists(atPath: source) {
        _ = try stopwatch.run(
          [listo, "convert", input, "-q", "-t", format, "-o", source], output: scratch.path("output"))
      }
    }
    let folder = scratch.path("folder")
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    let words = [
      "{input}": source, "{other}": other, "{output}": scratch.path("answer"), "{folder}": folder + "/",
    ]
    return try stopwatch.run(
      [listo] + task.arguments.map { words[$0, default: $0] }, output: scratch.path("output"))
  }

  private static func one(_ bytes: @escaping () -> [UInt8]) -> some Sequence<[UInt8]> {
    CollectionOfOne(()).lazy.map { bytes() }
  }

  /// What listo is asked to do.
  private struct Task {
    let name: String
    let arguments: [String]
    /// The format that the input is converted to first.
    var reads: String?

    static func all(_ formats: [Registry.Format]) -> [Task] {
      verbs
        + formats.filter(\.write).map { format in
          Task(
            name: "convert to \(format.name)",
            arguments: ["convert", "{input}", "-q", "-t", format.name, "-o", "{output}"])
        }
        + formats.filter { $0.read && $0.write && $0.name != "icalendar" }.map { format in
          Task(
            name: "convert from \(format.name)",
            arguments: ["convert", "{input}", "-q", "-f", format.name, "-t", "icalendar", "-o", "{output}"],
            reads: format.name)
        }
    }

    private static let now = ["--now", "2026-11-01T00:00:00Z", "--timezone", "UTC"]
    private static let verbs: [Task] = [
      Task(name: "list", arguments: ["list", "{input}", "--all"] + now),
      Task(name: "list as JSON", arguments: ["list", "{input}", "--json"] + now),
      Task(name: "expand", arguments: ["list", "{input}", "--expand", "2026-01-01..2027-01-01"] + now),
      Task(name: "agenda", arguments: ["agenda", "{input}"] + now),
      Task(name: "next", arguments: ["next", "{input}", "--why"] + now),
      Task(name: "stats", arguments: ["stats", "{input}"] + now),
      Task(name: "calendars", arguments: ["calendars", "{input}"] + now),
      Task(name: "check", arguments: ["check", "{input}", "--duplicates"]),
      Task(name: "filter", arguments: ["filter", "{input}", "--where", "startable", "-o", "{output}"] + now),
      Task(name: "merge", arguments: ["merge", "{input}", "{other}", "-o", "{output}"]),
      Task(name: "merge sets", arguments: ["merge", "--union-sets", "{input}", "{other}", "-o", "{output}"]),
      Task(
        name: "merge with a base",
        arguments: ["merge", "{input}", "{other}", "--base", "{input}", "-o", "{output}"]),
      Task(
        name: "merge fuzzily", arguments: ["merge", "--fuzzy", "0.8", "{input}", "{other}", "-o", "{output}"]),
      Task(name: "diff", arguments: ["diff", "{input}", "{other}"]),
      Task(name: "diff as a patch", arguments: ["diff", "{input}", "{other}", "--patch"]),
      Task(name: "split by UID", arguments: ["split", "{input}", "--by", "uid", "-o", "{folder}"]),
      Task(name: "split by tag", arguments: ["split", "{input}", "--by", "tag", "-o", "{folder}"]),
      Task(name: "split by list", arguments: ["split", "{input}", "--by", "list", "-o", "{folder}"]),
    ]
  }
}
