/// The tables that people read.
enum Report {
  static func table(_ rows: [Row]) -> String {
    var table = Table([
      "job", "input", "listo", "libical", "ratio", "goal", "peak MiB listo / libical", "MB/s", "verdict",
    ])
    for row in rows {
      guard let listo = row.listo else {
        table.append([row.job, input(row), "failed: " + (row.failure ?? "no figures")])
        continue
      }
      let speed = row.inputBytes == 0 ? "–" : Shown.decimals(Double(row.inputBytes) / 1e6 / listo.seconds, 0)
      table.append([
        row.job, input(row), Shown.seconds(listo.seconds), libical(row), Shown.ratio(row.ratio), target(row),
        Shown.megabytes(listo.peakBytes) + " / " + Shown.megabytes(row.libical?.peakBytes), speed,
        verdict(row),
      ])
    }
    return table.text
  }

  private static func verdict(_ row: Row) -> String {
    guard let missed = row.missed else { return "" }
    return missed.isEmpty ? "met" : missed.map(\.rawValue).joined(separator: ", ") + " missed"
  }

  static func table(_ peers: [PeerRow]) -> String {
    var table = Table(["work", "beside", "reminders", "it", "listo", "ratio", "peak MiB it / listo"])
    for row in peers {
      let program = [row.program, row.version].compactMap(\.self).joined(separator: " ")
      guard let peer = row.peer, let listo = row.listo else {
        table.append([row.work, program, row.failure.map { "failed: " + $0 } ?? "not here"])
        continue
      }
      table.append([
        row.work, program, Shown.count(row.size), Shown.seconds(peer.seconds), Shown.seconds(listo.seconds),
        Shown.ratio(peer.seconds / listo.seconds),
        Shown.megabytes(peer.peakBytes) + " / " + Shown.megabytes(listo.peakBytes),
      ])
    }
    return table.text
  }

  static func table(_ growth: [Growth]) -> String {
    var text = ""
    for growth in growth {
      var table = Table(["", "input", "listo", "peak MiB", "libical", "peak MiB", "ratio", "goal", "verdict"])
      for row in growth.rows {
        if let listo = row.listo {
          table.append([
            "", input(row), Shown.seconds(listo.seconds), Shown.megabytes(listo.peakBytes), libical(row),
            Shown.megabytes(row.libical?.peakBytes), Shown.ratio(row.ratio), target(row),
            verdict(row),
          ])
        } else {
          table.append(["", input(row), "failed: " + (row.failure ?? "no figures")])
        }
      }
      table.append([
        "", "exponent", exponent(growth.time), exponent(growth.memory), exponent(growth.libicalTime), "",
        "", growth.isLinear.map { $0 ? "linear" : "more than linear" } ?? "short", "",
      ])
      text += growth.job + "\n" + table.text + "\n\n"
    }
    return text
  }

  /// What a change did: time and memory before and after, and the ratio to libical, which a slower or busier
  /// machine changes less than the seconds.
  static func comparison(_ base: Results, _ new: Results) -> String {
    var table = Table(["job", "input", "base", "new", "change", "ratio", "peak MiB"])
    let rows = { (results: Results) in results.rows + results.growth.flatMap(\.rows) }
    let before = Dictionary(rows(base).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for row in rows(new) {
      guard let old = before[row.key] else {
        table.append([row.job, input(row), "not in the base"])
        continue
      }
      guard let was = old.listo, let now = row.listo else {
        let side = { (row: Row) in row.failure.map { "failed (\($0))" } ?? Shown.seconds(row.listo?.seconds) }
        table.append([row.job, input(row), "base \(side(old)), new \(side(row))"])
        continue
      }
      let change = (now.seconds / was.seconds - 1) * 100
      table.append([
        row.job, input(row), Shown.seconds(was.seconds), Shown.seconds(now.seconds),
        (change >= 0 ? "+" : "") + Shown.decimals(change, 1) + " %",
        Shown.ratio(old.ratio) + " → " + Shown.ratio(row.ratio),
        Shown.megabytes(was.peakBytes) + " → " + Shown.megabytes(now.peakBytes),
      ])
    }
    return table.text
  }

  private static func input(_ row: Row) -> String {
    guard row.size > 0 else { return "–" }
    return Shown.count(row.size) + " (" + Shown.decimals(Double(row.inputBytes) / 1e6, 1) + " MB)"
  }

  private static func libical(_ row: Row) -> String {
    row.libicalFailure == nil ? Shown.seconds(row.libical?.seconds) : "failed"
  }

  private static func target(_ row: Row) -> String {
    var parts: [String] = []
    if let ratio = row.targetRatio {
      parts.append("≥ " + Shown.decimals(ratio, ratio.rounded() == ratio ? 0 : 1) + " ×")
    }
    if let seconds = row.targetSeconds { parts.append("≤ " + Shown.seconds(seconds)) }
    if let bytes = row.targetBytes { parts.append("≤ " + Shown.megabytes(bytes) + " MiB") }
    return parts.isEmpty ? "–" : parts.joined(separator: ", ")
  }

  private static func exponent(_ exponent: Double?) -> String {
    exponent.map { Shown.decimals($0, 2) } ?? "–"
  }
}
