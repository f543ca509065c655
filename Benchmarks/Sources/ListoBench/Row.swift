import Foundation

/// One line of the table, as it is stored: job, input, what both programs needed.
struct Row: Codable {
  let job: String
  /// How many reminders the input holds, or whatever a hostile shape counts; 0 without input.
  let size: Int
  let inputBytes: Int
  var listo: Figures?
  var libical: Figures?
  /// Why libical has no figures, where it was asked.
  var libicalFailure: String?
  /// libical's seconds over Listo's.
  var ratio: Double?
  var targetRatio: Double?
  var targetSeconds: Double?
  var targetBytes: Int?
  var failure: String?

  var key: String { "\(job) · \(size)" }

  /// Which of the stated goals are missed; nil where none is stated.
  var missed: [Goal]? {
    guard let listo, targetRatio != nil || targetSeconds != nil || targetBytes != nil else { return nil }
    var missed: [Goal] = []
    let ratioMissed = if let targetRatio, let ratio { ratio < targetRatio } else { false }
    let secondsMissed = targetSeconds.map { listo.seconds > $0 } ?? false
    if ratioMissed || secondsMissed { missed.append(.time) }
    if let targetBytes, listo.peakBytes > targetBytes { missed.append(.memory) }
    return missed
  }

  enum Goal: String { case time, memory }
}

/// What the runs of one program on one input needed.
struct Figures: Codable {
  /// The median of `runs`.
  let seconds: Double
  let cpuSeconds: Double
  /// The greatest of all runs.
  let peakBytes: Int
  let runs: [Double]

  /// - Parameter seconds: how long each run took, where that is not the whole process.
  init?(_ measurements: [Measurement], seconds: [Double]? = nil) {
    guard !measurements.isEmpty else { return nil }
    runs = seconds ?? measurements.map(\.seconds)
    self.seconds = Figures.median(runs)
    cpuSeconds = Figures.median(measurements.map(\.cpuSeconds))
    peakBytes = measurements.map(\.peakBytes).max() ?? 0
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// A whole run, as `--json` stores it and `compare` reads it.
struct Results: Codable {
  var listo: String
  var cores: Int
  var runs: Int
  /// Nil in files that are older than the option.
  var cold: Bool?
  var seed: UInt64
  var rows: [Row] = []
  var growth: [Growth] = []
  /// Nil where they were not asked about.
  var peers: [PeerRow]?

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: path))
  }

  init(listo: String, runs: Int, isCold: Bool, seed: UInt64) {
    self.listo = listo
    self.runs = runs
    cold = isCold
    self.seed = seed
    cores = ProcessInfo.processInfo.activeProcessorCount
  }

  init(from path: String) throws {
    self = try JSONDecoder().decode(Results.self, from: Data(contentsOf: URL(filePath: path)))
  }
}
