import Foundation

/// What one run of a command cost and how it ended.
struct Measurement {
  let seconds: Double
  /// User and system time of all cores.
  let cpuSeconds: Double
  /// The most memory resident at any moment.
  let peakBytes: Int
  let end: End
  /// The first line of standard error.
  let complaint: String

  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// A word on how it ended, for the row of a job that failed.
  var reason: String {
    switch end {
    case .signal(SIGALRM): "not done within the limit"
    case .signal(let number): "ended by signal \(number)"
    case .exit(let code): complaint.isEmpty ? "exit \(code)" : complaint
    }
  }
}

/// Runs commands through `measure`, one after another.
struct Stopwatch {
  /// The folder of `measure` and `yardstick`, which are built beside this program.
  let tools: String
  let scratch: Scratch
  /// Seconds after which a command is ended.
  let limit: Int

  /// Runs a command; its standard output goes to the file `output`.
  ///
  /// - Parameter piped: a file that `cat` feeds to it through a pipe; without, standard input is empty.
  func run(_ command: [String], piped: String? = nil, output: String) throws -> Measurement {
    let report = scratch.path("report")
    let complaints = scratch.path("stderr")
    let measured = [tools + "/measure", report, "\(limit)"] + command
    let process = Process()
    if let piped {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", #"cat "$0" | exec "$@""#, piped] + measured
    } else {
      process.executableURL = URL(filePath: measured[0])
      process.arguments = Array(measured.dropFirst())
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try emptyFile(output)
    process.standardError = try emptyFile(complaints)
    try process.run()
    process.waitUntilExit()
    let fields = try String(contentsOfFile: report, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    guard process.terminationStatus == 0, fields.count == 5, let wall = Double(fields[0]),
      let cpu = Double(fields[1]),
      let peak = Int(fields[2]), let number = Int32(fields[4])
    else { throw BenchError("no measurement of \(command[0]): \(try firstLine(complaints))") }
    return Measurement(
      seconds: wall / 1e9, cpuSeconds: cpu / 1e9, peakBytes: peak,
      end: fields[3] == "exit" ? .exit(number) : .signal(number), complaint: try firstLine(complaints))
  }

  /// What the yardstick says of its inputs: the numbers it prints by name, and the measurement of its
  /// process.
  func yardstick(_ mode: String, _ inputs: [String]) throws -> (
    numbers: [String: Double], measurement: Measurement
  ) {
    let output = scratch.path("yardstick")
    let measurement = try run([tools + "/yardstick", mode] + inputs, output: output)
    var numbers: [String: Double] = [:]
    for line in try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.count == 2 { numbers[String(fields[0])] = Double(fields[1]) }
    }
    return (numbers, measurement)
  }

  private func emptyFile(_ path: String) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw BenchError("cannot create \(path)") }
    return file
  }

  private func firstLine(_ path: String) throws -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    let text = String(decoding: try file.read(upToCount: 4096) ?? Data(), as: UTF8.self)
    let line = text.split(separator: "\n", maxSplits: 1).first.map { String($0.prefix(300)) } ?? ""
    return line.replacingOccurrences(of: scratch.folder + "/", with: "")
  }
}
