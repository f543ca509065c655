import Foundation
import ListoTestSupport

/// A session at the command line as a readable file: a line `$ command`, what it prints, lines of standard
/// error behind `2> `, and `[exit N]` where the status is not 0.
struct Transcript {
  struct Step {
    var command: String
    var expected: String
  }

  /// Lines before the first command: what the transcript shows.
  var preamble: String = ""
  var steps: [Step] = []

  init(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
      text.hasSuffix("\n") ? 1 : 0)
    {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), expected: ""))
      } else if steps.isEmpty {
        preamble += line + "\n"
      } else if line.hasPrefix("> "), steps[steps.count - 1].expected.isEmpty {
        steps[steps.count - 1].command += "\n" + line.dropFirst(2)
      } else {
        steps[steps.count - 1].expected += line + "\n"
      }
    }
  }

  /// The transcript with these outputs in the place of what it has.
  func text(with outputs: [String]) -> String {
    preamble
      + zip(steps, outputs).map { step, output in
        let lines = step.command.split(separator: "\n", omittingEmptySubsequences: false)
        return "$ " + lines.joined(separator: "\n> ") + "\n" + output
      }.joined()
  }
}

/// A folder with the Samples in it, in which commands are run.
struct Workplace {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("listo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Self.repository.appendingPathComponent("Samples"), to: folder.appendingPathComponent("Samples"))
  }

  func remove() {
    _ = try? FileManager.default.removeItem(at: folder)
  }

  /// Runs a command line; what it printed, as a transcript has it.
  func run(_ command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": Self.product.deletingLastPathComponent().path + ":/usr/bin:/bin", "LANG": "C.UTF-8",
      "TZ": "Europe/Berlin", "HOME": folder.path, "TERM": "dumb",
      // Samples of exports, and servers, for the transcripts that need them.
      "EXPORTS": Self.repository.appendingPathComponent("Tests/Exports").path,
      "SERVERS": Self.repository.appendingPathComponent("Tests/Servers").path,
    ].merging(Inherited.environment) { $1 }
    let errors = folder.deletingLastPathComponent().appendingPathComponent("listo-\(UUID().uuidString).err")
    let results = folder.deletingLastPathComponent().appendingPathComponent("listo-\(UUID().uuidString).out")
    defer {
      _ = try? FileManager.default.removeItem(at: errors)
      _ = try? FileManager.default.removeItem(at: results)
    }
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    _ = FileManager.default.createFile(atPath: results.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardOutput = try FileHandle(forWritingTo: results)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    var output = try String(decoding: Data(contentsOf: results), as: UTF8.self)
    if !output.isEmpty && !output.hasSuffix("\n") { output += "\n" }
    let told = try String(decoding: Data(contentsOf: errors), as: UTF8.self)
    for line in told.split(separator: "\n") { output += "2> \(line)\n" }
    if process.terminationStatus != 0 { output += "[exit \(process.terminationStatus)]\n" }
    let real = folder.resolvingSymlinksInPath().path
    return [folder.path, real].reduce(output) { text, path in
      text.replacingOccurrences(of: path, with: "$DIR")
        .replacingOccurrences(of: path.replacingOccurrences(of: "/", with: "%2F"), with: "%24DIR")
    }
  }

  /// The top of the repository.
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The command: `LISTO_PRODUCT` (`make test-release`), else what stands beside the test's own executable.
  static let product =
    given.map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("listo")

  /// The release build is tested; it does in seconds what takes a debug build minutes.
  static let isRelease = given != nil
  private static let given = ProcessInfo.processInfo.environment["LISTO_PRODUCT"]
}
