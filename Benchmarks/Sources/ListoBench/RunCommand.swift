import ArgumentParser
import Foundation
import Generator

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs every job beside libical and prints one table.",
    discussion: """
      Each job is run once and its answer counted before anything is timed. Then listo and libical take turns; before each \
      turn of a job that takes less than half a second listo runs once untimed, so that both cores are awake. Listo's \
      time is that of its whole process; libical's is that of icalparser_parse_string alone, without start-up, reading \
      and freeing. Memory is the largest resident set of the process. The exit code is 1 if a job failed or answered \
      wrongly; a missed target changes no exit code.
      """)

  @Option(help: ArgumentHelp("The listo to measure.", valueName: "path"))
  var listo = "../.build/release/listo"

  @Option(help: ArgumentHelp("Reminders of an input; several by commas.", valueName: "n,…"))
  var sizes: String?

  @Option(help: "Timed runs of each job; the median counts.")
  var runs = 5

  @Flag(
    help:
      "Without an untimed run before each timed one, which then finds a core that slept while libical worked on the other."
  )
  var cold = false

  @Option(help: "Only jobs whose name contains this text.")
  var only: String?

  @Flag(help: "1,000 reminders, one run: whether everything still works.")
  var smoke = false

  @Flag(help: "Time and memory at 1,000 to 1,000,000 reminders and on hostile shapes, with the exponent.")
  var growth = false

  @Flag(help: "Conversion to and from every other format of listo's registry; part of --smoke too.")
  var formats = false

  @Flag(
    help:
      "Merging and comparing where 0, 1, 10, 33 and 100 in a hundred reminders are changed; part of --smoke too."
  )
  var changes = false

  @Flag(help: "What other programs take for like work, as far as they are here.")
  var peers = false

  @Option(help: ArgumentHelp("Store the figures as JSON.", valueName: "file"))
  var json: String?

  @Option(help: "What decides the content of the inputs.")
  var seed: UInt64 = 42

  @Option(help: ArgumentHelp("The most reminders that libical is given.", valueName: "n"))
  var libicalLimit = 200_000

  @Option(help: "Seconds after which a program is ended.")
  var limit = 120

  @Option(help: ArgumentHelp("Where inputs and outputs lie while it runs.", valueName: "folder"))
  var scratch: String?

  func validate() throws {
    guard runs > 0, limit > 0 else { throw ValidationError("--runs and --limit are at least 1.") }
    _ = try parsedSizes()
  }

  private func parsedSizes() throws -> [Int]? {
    try sizes?.split(separator: ",").map { text in
      guard let size = Int(text), size > 0 else {
        throw ValidationError("'\(text)' is no number of reminders.")
      }
      return size
    }
  }

  func run() throws {
    guard FileManager.default.isExecutableFile(atPath: listo) else {
      throw ValidationError(
        "There is no listo at \(listo): build it with 'make release', or name it with --listo.")
    }
    let scratch = try Scratch(
      scratch ?? FileManager.default.temporaryDirectory.path + "/listo-bench-\(UUID().uuidString)")
    // The journal of what is edited, and no configuration of whoever runs it.
    for name in ["XDG_STATE_HOME", "XDG_CONFIG_HOME"] { unsafe setenv(name, scratch.path(name), 1) }
    defer {
      do { try scratch.remove() } catch { say("listo-bench: \(scratch.folder) is left over: \(error)") }
    }
    let tools = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .path
    let stopwatch = Stopwatch(tools: tools, scratch: scratch, limit: limit)
    let bench = Bench(
      listo: listo, stopwatch: stopwatch, runs: smoke ? 1 : runs, isCold: cold || smoke, seed: seed,
      yardstickLimit: libicalLimit)
    var results = Results(listo: listo, runs: bench.runs, isCold: bench.isCold, seed: seed)
    let jobs = { (jobs: [Job]) in jobs.filter { job in only.map { job.name.contains($0) } ?? true } }
    if growth {
      results.growth = try growth(bench, jobs)
      print(Report.table(results.growth), terminator: "")
    } else {
      var chosen = !smoke && (formats || changes || peers) ? [] : Job.all
      if formats || smoke { chosen += try Job.formats(of: listo) }
      if changes || smoke { chosen += Job.sharesChanged.flatMap(Job.changed(percent:)) }
      results.rows = try rows(bench, jobs(chosen))
      if !results.rows.isEmpty { print(Report.table(results.rows)) }
      if peers {
        let peers = try bench.peers()
        print(Report.table(peers))
        results.peers = peers
      }
    }
    if let json { try results.write(to: json) }
    let all = results.rows + results.growth.flatMap(\.rows)
    guard !all.isEmpty || peers else { throw ValidationError("No job's name contains '\(only ?? "")'.") }
    let failures = all.count { $0.failure != nil } + (results.peers ?? []).count { $0.failure != nil }
    if failures > 0 {
      say("listo-bench: \(failures) of \(all.count + (results.peers?.count ?? 0)) measurements failed")
      throw ExitCode(1)
    }
  }

  private func rows(_ bench: Bench, _ jobs: [Job]) throws -> [Row] {
    let sizes = try parsedSizes() ?? [smoke ? 1000 : 100_000]
    var rows: [Row] = []
    for job in jobs {
      for size in job.fixedSize.map({ [min($0, sizes.max() ?? $0)] }) ?? sizes {
        say(size == 0 ? job.name : "\(job.name), \(Shown.count(size))")
        rows.append(try bench.row(job, size: size))
      }
    }
    return rows
  }

  private func growth(_ bench: Bench, _ jobs: ([Job]) -> [Job]) throws -> [Growth] {
    var bench = bench
    bench.runs = min(bench.runs, 3)
    let sizes = try parsedSizes() ?? (smoke ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000])
    var growth: [Growth] = []
    for job in jobs(Job.all) where job.fixedSize == nil {
      growth.append(try self.growth(of: job, sizes, bench))
    }
    for job in jobs(Job.hostile) {
      guard case .hostile(let shape) = job.input else { continue }
      let sizes = (smoke ? [32, 16] : shape.divisors).map { shape.fullCount / $0 }
      growth.append(try self.growth(of: job, sizes, bench))
    }
    return growth
  }

  private func growth(of job: Job, _ sizes: [Int], _ bench: Bench) throws -> Growth {
    Growth(
      job: job.name,
      rows: try sizes.map { size in
        say("\(job.name), \(Shown.count(size))")
        return try bench.row(job, size: size)
      })
  }
}

/// Progress and problems go to standard error, the table alone to standard output.
func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
