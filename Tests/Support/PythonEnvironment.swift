public import Foundation
import Synchronization

/// Python with a package from PyPI, in a folder that is kept for the next run.
public struct PythonEnvironment: Sendable {
  private let python: URL

  /// The environments that were asked for before; nil for one that could not be made.
  private static let known = Mutex<[String: PythonEnvironment?]>([:])

  /// - Parameter requirement: of pip; several with blanks between them.
  /// - Returns: nil where it cannot be made: there is no Python, or no network. Tried once; tests are skipped
  ///   without.
  public static func with(_ requirement: String) -> PythonEnvironment? {
    known.withLock { known in
      if let answer = known[requirement] { return answer }
      let answer = make(requirement)
      known[requirement] = .some(answer)
      return answer
    }
  }

  private static func make(_ requirement: String) -> PythonEnvironment? {
    let name = "listo-python-" + requirement.filter { $0.isLetter || $0.isNumber }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    let python = folder.appendingPathComponent("bin/python")
    let mark = folder.appendingPathComponent("complete")
    if FileManager.default.fileExists(atPath: mark.path) { return PythonEnvironment(python: python) }
    let isMade =
      (try? run("/usr/bin/env", ["python3", "-m", "venv", folder.path])) != nil
      && (try? run(
        python.path,
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
          + requirement.split(separator: " ").map(String.init))) != nil
    guard isMade, FileManager.default.createFile(atPath: mark.path, contents: nil) else { return nil }
    return PythonEnvironment(python: python)
  }

  /// The system's Python, without any package; nil where there is none.
  public static let system: PythonEnvironment? = {
    let path = try? run("/usr/bin/env", ["python3", "-c", "import sys; print(sys.executable, end='')"])
    return path.map { PythonEnvironment(python: URL(fileURLWithPath: String(decoding: $0, as: UTF8.self))) }
  }()

  /// Runs a script; what it prints.
  public func run(_ script: URL, input: Data) throws -> String {
    String(decoding: try Self.run(python.path, [script.path], input: input), as: UTF8.self)
  }

  private struct Failed: Error {
    let status: Int32
  }

  @discardableResult
  private static func run(_ path: String, _ arguments: [String], input: Data = Data()) throws -> Data {
    // Files, not pipes: neither side can wait for the other.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (given, taken) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
    try input.write(to: given)
    try Data().write(to: taken)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: given)
    process.standardOutput = try FileHandle(forWritingTo: taken)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    return try Data(contentsOf: taken)
  }
}
