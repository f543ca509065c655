import Foundation

/// How the cost of a job grows with its input: 1 is proportional, 2 the square.
struct Growth: Codable {
  let job: String
  let rows: [Row]

  /// The slope of log seconds over log size.
  var time: Double? { slope { $0.listo?.seconds } }
  var memory: Double? { slope { $0.listo.map { Double($0.peakBytes) } } }
  var libicalTime: Double? { slope { $0.libical?.seconds } }

  /// By least squares, over the inputs that take longer than starting the process does.
  private func slope(_ cost: (Row) -> Double?) -> Double? {
    let points = rows.compactMap { row -> (x: Double, y: Double)? in
      guard let cost = cost(row), cost > 0, row.size > 0,
        row.inputBytes >= 1_000_000 || rows.last?.key == row.key
      else { return nil }
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
