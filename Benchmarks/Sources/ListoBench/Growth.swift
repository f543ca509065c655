import Foundation

/// How the cost of a job grows with its input: 1 is proportional, 2 the square.
struct Growth: Codable {
  let job: String
  let rows: [Row]
  /// The slope of log seconds over log size; nil where fewer than two sizes were measured.
  let time: Double?
  let memory: Double?
  let libicalTime: Double?

  init(job: String, rows: [Row]) {
    self.job = job
    self.rows = rows
    time = Growth.slope(rows) { $0.listo?.seconds }
    memory = Growth.slope(rows) { $0.listo.map { Double($0.peakBytes) } }
    libicalTime = Growth.slope(rows) { $0.libical?.seconds }
  }

  /// Time and memory grow no faster than the input; nil where too few sizes were measured, or the largest
  /// took too little time to tell its growth from noise. A tenth more is what a cache that grows too small
  /// costs.
  var isLinear: Bool? {
    guard let time, let memory, let longest = rows.compactMap({ $0.listo?.seconds }).max(), longest > 0.1
    else {
      return nil
    }
    return time < 1.1 && memory < 1.1
  }

  /// By least squares over the three largest inputs: on the smallest, what is measured is the start of a
  /// process.
  private static func slope(_ rows: [Row], _ cost: (Row) -> Double?) -> Double? {
    let points = rows.sorted { $0.size < $1.size }.suffix(3).compactMap { row -> (x: Double, y: Double)? in
      guard let cost = cost(row), cost > 0, row.size > 0 else { return nil }
      return (log(Double(row.size)), log(cost))
    }
    guard points.count >= 2 else { return nil }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard spread > 0 else { return nil }
    return points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
  }
}
