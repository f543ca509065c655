import Foundation

extension Job {
  /// A job for each format that listo writes and that no other job is about: a format that is added to its registry is measured
  /// without a word here.
  ///
  /// - Parameter listo: the program that is asked which there are.
  static func formats(of listo: String) throws -> [Job] {
    try Registry.formats(of: listo).filter { $0.write && !measured.contains($0.name) }.map { format in
      Job(
        name: "convert to \(format.name)",
        arguments: ["convert", "{input}", "-q", "-t", format.name, "-o", "{output}"], answer: .anyLine)
    }
  }

  /// Copied by `filter`, and measured with a target of its own.
  private static let measured: Set<String> = ["icalendar", "jsonl"]
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
