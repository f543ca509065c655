import Foundation
import ListoTestSupport
import Testing

/// The command is stopped while it writes over a file: the file is the old one or the new one, whole, and
/// what it leaves does not pile up.
@Suite(.serialized) struct KillTests {
  private struct Replacing {
    let sandbox: Sandbox
    let old: Data
    let new: Data
    /// How long it takes, about, when no one stops it: what else the machine does changes from moment to
    /// moment.
    var duration: Double
    let line: String

    /// - Parameter wrapper: the command that runs listo.
    init(_ wrapper: String = "") throws {
      sandbox = try Sandbox()
      // Larger than what is gathered before the first write.
      try sandbox.write("new.ics", Calendars.text(1500, title: "new"))
      try sandbox.write("old.ics", Calendars.text(1200, title: "old"))
      try FileManager.default.createDirectory(
        atPath: sandbox.path + "/out", withIntermediateDirectories: true)
      line = "exec \(wrapper) listo convert new.ics -t jsonl -o out/all.jsonl"
      try sandbox.sh("listo convert old.ics -t jsonl -o old.jsonl")
      // The least of three: whatever else the machine does makes it longer.
      var least = Double.infinity
      for _ in 0..<3 {
        let start = DispatchTime.now().uptimeNanoseconds
        let result = try sandbox.sh(line)
        least = min(least, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
        #expect(result.status == 0, "\(result.errors)")
      }
      duration = least
      old = try sandbox.data("old.jsonl")
      new = try sandbox.data("out/all.jsonl")
      #expect(old.count > 1 << 18 && new.count > old.count)
    }

    func reset() throws { try old.write(to: sandbox.folder.appendingPathComponent("out/all.jsonl")) }

    /// Starts it, and kills it after a part of the time that it takes.
    ///
    /// - Returns: whether that came in time.
    mutating func kill(after part: Double) throws -> Bool {
      let start = DispatchTime.now().uptimeNanoseconds
      let child = try sandbox.start(line)
      usleep(UInt32(duration * part * 1e6))
      let isRunning = child.isRunning
      let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      child.send(SIGKILL)
      let isKilled = child.wait().signal == SIGKILL
      // The next moment is chosen by what is known now.
      duration = isRunning ? duration * 1.03 : min(duration, seconds)
      return isKilled
    }

    /// Which of the two it is; nil for a mixture.
    func outcome() throws -> String? {
      let now = try sandbox.data("out/all.jsonl")
      return now == old ? "old" : now == new ? "new" : nil
    }

    func leftovers() throws -> [String] { try sandbox.names("out").filter { $0 != "all.jsonl" } }
  }

  /// Two hundred of them, at moments spread over the whole run.
  @Test func killedAtRandomMoments() throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    var work = try Replacing()
    var counts: [String: Int] = [:]
    for round in 0..<200 {
      try work.reset()
      let isKilled = try work.kill(after: Double.random(in: 0...1.2, using: &random))
      let outcome = try #require(try work.outcome(), "a mixture in round \(round), seed \(random.seed)")
      counts[isKilled ? "killed, \(outcome)" : "done", default: 0] += 1
      if !isKilled { #expect(outcome == "new") }
      #expect(try work.leftovers().count <= 1, "round \(round), seed \(random.seed)")
    }
    print("killed at random moments: \(counts)")
    #expect(counts["killed, old", default: 0] > 20, "the moments must be in the run: \(counts)")
    try work.sandbox.sh(work.line)
    try work.sandbox.sh(work.line)
    #expect(try work.leftovers().isEmpty)
  }

  /// With a temporary file that has a name, as on file systems without O_TMPFILE: it stays, and the next
  /// writer removes it.
  @Test(.enabled(if: Ability.named != nil, "no way to mount over /proc here"))
  func killedAtRandomMomentsWithANamedTemporaryFile() throws {
    let named = try #require(Ability.named)
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    let work = try Replacing(named)
    var left = 0
    for round in 0..<40 {
      try work.reset()
      let child = try work.sandbox.start(work.line)
      // From the moment when the temporary file is there.
      while child.isRunning, try work.leftovers().isEmpty { usleep(500) }
      usleep(UInt32.random(in: 0...UInt32(work.duration * 500_000), using: &random))
      child.send(SIGKILL)
      let isKilled = child.wait().signal == SIGKILL
      let outcome = try #require(try work.outcome(), "a mixture in round \(round), seed \(random.seed)")
      if !isKilled { #expect(outcome == "new") }
      let names = try work.leftovers()
      #expect(names.count <= 1, "round \(round), seed \(random.seed)")
      left += names.count
    }
    #expect(left > 0, "some must have been killed while they wrote")
    try work.sandbox.sh(work.line)
    #expect(try work.leftovers().isEmpty)
  }

  /// Exactly before each call that puts a file in its place.
  @Test(
    .enabled(if: Ability.trace, "strace is not installed, or may not trace"),
    arguments: ["fsync", "linkat", "rename"])
  func killedAtEachStep(call: String) throws {
    let work = try Replacing()
    try work.reset()
    let traced = work.line.replacingOccurrences(
      of: "exec ", with: "strace -f -qq -o trace -e trace=\(call) -e inject=\(call):signal=KILL ")
    _ = try work.sandbox.sh(traced)
    let trace = try work.sandbox.text("trace")
    #expect(trace.contains(call) && trace.contains("killed by SIGKILL"), "\(trace)")
    let outcome = try work.outcome()
    #expect(outcome == "old" || (call == "rename" && outcome == "new"))
    if call == "fsync" {
      #expect(try work.leftovers().isEmpty, "a file without a name goes with its process")
    }
    try work.sandbox.sh(work.line)
    #expect(try work.outcome() == "new")
    #expect(try work.leftovers().isEmpty, "what was left is removed by the next writer")
  }

  /// A person's ^C, a shutdown, a terminal that is closed: the temporary file goes, and the status tells of
  /// the signal.
  @Test(
    .enabled(if: Ability.named != nil, "no way to mount over /proc here"),
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func toldToEnd(signal: Int32) throws {
    let named = try #require(Ability.named)
    let work = try Replacing(named)
    var seen = 0
    for _ in 0..<20 where seen < 3 {
      try work.reset()
      let child = try work.sandbox.start(work.line)
      while child.isRunning, try work.leftovers().isEmpty { usleep(500) }
      child.send(signal)
      let ending = child.wait()
      #expect(try work.outcome() != nil)
      #expect(try work.leftovers().isEmpty)
      guard ending.signal != 0 else { continue }
      #expect(ending.signal == signal)
      // It may come when the new file is in its place, and the command not yet at its end.
      if try work.outcome() == "old" { seen += 1 }
    }
    #expect(seen > 0, "a signal must have come while it wrote")
  }

  /// `nohup` says that SIGHUP is to be ignored.
  @Test func anIgnoredSignalStaysIgnored() throws {
    let work = try Replacing()
    try work.reset()
    let result = try work.sandbox.sh(
      "trap '' HUP; \(work.line.dropFirst(5)) & pid=$!; sleep 0.05; kill -HUP $pid; wait $pid; echo $?")
    #expect(result.output == "0\n")
    #expect(try work.outcome() == "new")
  }

  /// Last whole wins.
  @Test func twoCommandsAtOnce() throws {
    let sandbox = try Sandbox()
    for name in ["a", "b"] { try sandbox.write("\(name).ics", Calendars.text(3000, title: name)) }
    for _ in 0..<10 {
      let result = try sandbox.sh(
        "for n in a b a b; do listo convert $n.ics -o all.ics & done; wait; ls -A; cmp -s a.ics all.ics || cmp b.ics all.ics"
      )
      #expect(result.status == 0)
      #expect(result.output == "a.ics\nall.ics\nb.ics\n")
      #expect(result.errors.isEmpty)
    }
  }
}
