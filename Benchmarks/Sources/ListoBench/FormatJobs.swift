import Foundation

extension Job {
  /// Jobs for each format that Listo writes, and for each that it reads what it wrote of: a format that is
  /// added to its registry is measured without a word here.
  ///
  /// - Parameter listo: the program that is asked which there are.
  static func formats(of listo: String) throws -> [Job] {
    let formats = try Registry.formats(of: listo).filter(\.write)
    let writing = formats.filter { !measured.contains($0.name) }.map { format in
      Job(
        name: "convert to \(format.name)",
        arguments: ["convert", "{input}", "-q", "-t", format.name, "-o", "{output}"], answer: .anyLine,
        target: .faster(writingGoals[format.name] ?? 3), memory: megabytes(64))
    }
    let reading = formats.filter { $0.read && $0.name != "icalendar" }.map { format in
      Job(
        name: "convert from \(format.name)", input: .format(format.name),
        arguments: ["convert", "{input}", "-q", "-f", format.name, "-t", "icalendar", "-o", "{output}"],
        // What a format cannot say is told; how many reminders it says is its own.
        answer: holdsAll.contains(format.name) ? .reminders(.todos) : .reminders(.merged),
        target: .faster(readingGoals[format.name] ?? 2.5), memory: megabytes(64))
    }
    return writing + reading
  }

  /// Copied by `filter`, and measured with a goal of its own.
  private static let measured: Set<String> = ["icalendar", "jsonl"]
  /// Where the goal is another than for most.
  private static let writingGoals = ["jcal": 6.0, "json": 6, "csv": 6, "tsv": 6]
  private static let readingGoals = ["jsonl": 5.0, "json": 5, "xcal": 1.5]
  /// Formats in which every reminder comes back.
  private static let holdsAll: Set<String> = [
    "json", "jsonl", "jcal", "xcal", "jscalendar", "todotxt", "taskwarrior", "csv", "tsv", "org",
  ]
}

/// The formats that listo has.
struct Registry: Decodable {
  struct Format: Decodable {
    let name: String
    let read: Bool
    let write: Bool
  }
  private let formats: [Format]

  /// - Parameter listo: the program that is asked.
  static func formats(of listo: String) throws -> [Format] {
    let process = Process()
    process.executableURL = URL(filePath: listo)
    process.arguments = ["formats", "--json"]
    let answer = Pipe()
    process.standardOutput = answer
    try process.run()
    let json = answer.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError("\(listo) formats --json failed") }
    return try JSONDecoder().decode(Registry.self, from: json).formats
  }
}
