import Foundation
import Testing

/// Renderings against files beside this one. `LISTO_RECORD=1` writes them anew, and makes the tests fail
/// once.
///
/// In the files ESC is written as ␛.
enum GoldenFile {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "Golden")

  static func expect(_ text: String, _ name: String) throws {
    let readable = text.replacing("\u{1B}", with: "␛")
    let url = folder.appending(path: name + ".txt")
    if ProcessInfo.processInfo.environment["LISTO_RECORD"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try readable.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    let golden = try String(contentsOf: url, encoding: .utf8)
    let difference = zip(
      golden.split(separator: "\n", omittingEmptySubsequences: false),
      readable.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    #expect(
      golden == readable, "\(name) differs first at: \(difference.map { "\n\($0)\n\($1)" } ?? "its end")")
  }
}
