import Foundation
import Generator

/// Runs jobs: guards the answer, then times Listo and the yardstick alternately.
struct Bench {
  let listo: String
  let stopwatch: Stopwatch
  var runs: Int
  /// No run goes before each timed one.
  let isCold: Bool
  let seed: UInt64
  /// The most reminders that libical is given: its tree takes 5 kB for each.
  let yardstickLimit: Int

  var scratch: Scratch { stopwatch.scratch }
  private var answer: String { scratch.path("answer") }

  /// The row of a job on an input of `size` reminders. A job that fails has a row that says why.
  func row(_ job: Job, size: Int) throws -> Row {
    let inputs: Inputs
    do {
      inputs = try self.inputs(of: job, size: size)
    } catch let failure as JobFailure {
      return Row(job: job.name, size: size, inputBytes: 0, failure: failure.reason)
    }
    let bytes = try inputs.paths.reduce(0) { try $0 + Scratch.size(of: $1) }
    var row = Row(job: job.name, size: inputs.paths.isEmpty ? 0 : size, inputBytes: bytes)
    if inputs.paths.isEmpty || size >= Job.smallestJudged { state(job, size: size, in: &row) }
    do {
      try measure(job, inputs, size: size, into: &row)
    } catch let failure as JobFailure {
      row.failure = failure.reason
    }
    return row
  }

  private func measure(_ job: Job, _ inputs: Inputs, size: Int, into row: inout Row) throws {
    let (inputs, calendars) = (inputs.paths, inputs.calendars)
    let measured = !calendars.isEmpty && (job.isHostile || size <= yardstickLimit)
    var expected = job.knownNumbers(size: size)
    if measured, !job.isHostile {
      let counted = try stopwatch.yardstick("count", calendars)
      guard counted.measurement.end == .exit(0) else {
        throw JobFailure(reason: "yardstick: " + counted.measurement.reason)
      }
      for (name, number) in counted.numbers {
        guard let number = Int(exactly: number) else { continue }  // seconds
        if let known = expected[name], known != number {
          throw JobFailure(reason: "wrong input: \(name) \(number), not \(known)")
        }
        expected[name] = number
      }
    }
    let first = try run(job, inputs, size: size)
    try check(job.answer, expected)
    // While libical works on one core the other sleeps, and a virtual machine may take longer to wake it than
    // the job takes.
    let wakes = !isCold && !job.isHostile && first.seconds < 0.5
    var ours: [Measurement] = []
    var theirs: [(numbers: [String: Double], measurement: Measurement)] = []
    // Start-up takes milliseconds, whose median wants more runs; libical on a hostile file takes minutes.
    for turn in 0..<(inputs.isEmpty ? runs * 4 : runs) {
      if wakes { _ = try run(job, inputs, size: size) }
      ours.append(try run(job, inputs, size: size))
      guard measured, turn == 0 || !job.isHostile else { continue }
      let yardstick = try stopwatch.yardstick(job.yardstickMode, calendars)
      if yardstick.measurement.end == .exit(0) {
        theirs.append(yardstick)
      } else {
        row.libicalFailure = yardstick.measurement.reason
      }
    }
    row.listo = Figures(ours)
    row.libical = Figures(theirs.map(\.measurement), seconds: theirs.compactMap { $0.numbers["seconds"] })
    if let ours = row.listo, let theirs = row.libical { row.ratio = theirs.seconds / ours.seconds }
  }

  private func state(_ job: Job, size: Int, in row: inout Row) {
    switch job.target {
    case .faster(let ratio): row.targetRatio = ratio
    case .within(let seconds): row.targetSeconds = seconds
    case nil: break
    }
    if size >= 1_000_000, let seconds = job.million { row.targetSeconds = seconds }
    row.targetBytes = job.memory?(size)
  }

  /// What Listo is given, and what libical parses beside it.
  private struct Inputs {
    var paths: [String]
    var calendars: [String]

    init(_ calendars: [String] = []) { (paths, self.calendars) = (calendars, calendars) }

    init(_ paths: [String], madeOf calendars: [String]) { (self.paths, self.calendars) = (paths, calendars) }
  }

  private func inputs(of job: Job, size: Int) throws -> Inputs {
    let inputs = try madeInputs(of: job, size: size)
    guard job.changesInput else { return inputs }
    return Inputs(
      try inputs.paths.map { input in
        let copy = input.hasSuffix(".ics") ? input.dropLast(4) + "-changed.ics" : input + "-changed"
        if !FileManager.default.fileExists(atPath: copy) {
          try FileManager.default.copyItem(atPath: input, toPath: copy)
        }
        return copy
      })
  }

  private func madeInputs(of job: Job, size: Int) throws -> Inputs {
    switch job.input {
    case .export: return Inputs([try export(size, .original)])
    case .pair: return Inputs([try export(size, .original), try export(size, .edited)])
    case .devices:
      let original = try export(size, .original)
      return Inputs(
        [original, try export(size, .month), try export(size, .otherMonth)], madeOf: [original])
    case .changed(let percent):
      return Inputs([try export(size, .original), try export(size, .changed(percent: percent))])
    case .overridden(let percent): return Inputs([try export(size, .overridden(percent: percent))])
    case .patch:
      let calendars = [try export(size, .original), try export(size, .month)]
      let patch = try made("patch-\(size).ics", by: ["diff"] + calendars + ["--patch", "-q"])
      return Inputs([patch, calendars[0]], madeOf: [calendars[0]])
    case .format(let name):
      let calendar = try export(size, .original)
      let file = try made("export-\(size).\(name)", by: ["convert", calendar, "-q", "-t", name])
      return Inputs([file], madeOf: [calendar])
    case .many(let count):
      return Inputs(
        try (0..<count / 2).flatMap { number in
          let part = (size: size * 2 / count, seed: seed &+ UInt64(number))
          return [try export(part.size, .original, part.seed), try export(part.size, .edited, part.seed)]
        })
    case .folder: return Inputs([try scratch.files("folder-\(size)", of: Folder(count: size, seed: seed))])
    case .hostile(let shape):
      return Inputs([try scratch.file("\(shape.rawValue)-\(size).ics", of: shape.pieces(count: size))])
    case .none: return Inputs()
    }
  }

  /// What Listo prints, in a file, unless an earlier job of this run made it.
  func made(_ name: String, by arguments: [String]) throws -> String {
    let path = scratch.path(name)
    if FileManager.default.fileExists(atPath: path) { return path }
    let measurement = try stopwatch.run([listo] + arguments, output: path + ".part")
    guard case .exit(0...1) = measurement.end else { throw JobFailure(reason: measurement.reason) }
    try FileManager.default.moveItem(atPath: path + ".part", toPath: path)
    return path
  }

  func export(_ size: Int, _ copy: Export.Copy, _ seed: UInt64? = nil) throws -> String {
    let seed = seed ?? self.seed
    return try scratch.file(
      "\(copy.name)-\(size)-\(seed).ics", of: Export(count: size, seed: seed, copy: copy))
  }

  /// One run of Listo on a job; its answer lies at `answer`, by `-o` or from standard output.
  private func run(_ job: Job, _ inputs: [String], size: Int) throws -> Measurement {
    var paths: [String: String?] = [
      "{input}": inputs.first, "{edited}": inputs.dropFirst().first, "{other}": inputs.last,
      "{output}": answer,
    ]
    if job.changesInput {
      paths["{uid}"] = Export.middleUID(count: size, seed: seed)
      paths["{turn}"] = "t\(DispatchTime.now().uptimeNanoseconds)"
    }
    let arguments = job.arguments.flatMap { word in
      word == "{inputs}" ? inputs : [paths[word, default: word] ?? word]
    }
    let toFile = job.arguments.contains("{output}")
    if FileManager.default.fileExists(atPath: answer) { try FileManager.default.removeItem(atPath: answer) }
    let measurement = try stopwatch.run(
      [listo] + arguments, piped: job.piped ? inputs.first : nil,
      output: toFile ? scratch.path("output") : answer)
    guard case .exit(let code) = measurement.end, job.exits.contains(code) else {
      throw JobFailure(reason: measurement.reason)
    }
    return measurement
  }

  /// Counts what the last run answered. A number that is not expected by name must at least not be 0.
  private func check(_ kind: Job.Answer, _ expected: [String: Int]) throws {
    guard FileManager.default.fileExists(atPath: answer) else {
      throw JobFailure(reason: "no answer was written")
    }
    let found = try LineCount(of: answer)
    switch kind {
    case .reminders(let name): try compare(found.reminders, expected[name.rawValue], "reminders")
    case .lines(let name): try compare(found.lines, expected[name.rawValue], "lines")
    case .atLeastLines(let name):
      let least = expected[name.rawValue] ?? 1
      if found.lines < least {
        throw JobFailure(reason: "wrong answer: \(found.lines) lines, fewer than \(least)")
      }
    case .anyLine: if found.lines == 0 { throw JobFailure(reason: "wrong answer: nothing") }
    case .done: break
    }
  }

  private func compare(_ found: Int, _ expected: Int?, _ things: String) throws {
    if let expected, found != expected {
      throw JobFailure(reason: "wrong answer: \(found) \(things), not \(expected)")
    }
    if expected == nil, found == 0 { throw JobFailure(reason: "wrong answer: no \(things)") }
  }
}

extension Export.Copy {
  /// Part of a file's name.
  fileprivate var name: String {
    switch self {
    case .changed(let percent): "changed-\(percent)"
    case .overridden(let percent): "overridden-\(percent)"
    default: "\(self)"
    }
  }
}

/// Why a job has no figures.
struct JobFailure: Error {
  let reason: String
}
