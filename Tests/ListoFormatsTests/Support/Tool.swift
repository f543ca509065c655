import Foundation

/// Programs that tests ask for a second opinion; tests are skipped where they are not installed.
enum Tool {
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "listo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Runs a program to its end; what it wrote to standard output.
  static func run(
    _ path: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (standardInput, standardOutput) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (standardInput, standardOutput)
    try process.run()
    let writer = standardInput.fileHandleForWriting
    let bytes = Data(input.utf8)
    Thread.detachNewThread {
      try? writer.write(contentsOf: bytes)
      try? writer.close()
    }
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
