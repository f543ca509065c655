import Foundation
import ListoTestSupport

/// One run of the command on an input that means harm: how it ended, what it said, and how much memory it
/// took.
struct HostileRun {
  let status: Int32
  /// It crashed, or was killed by the switch below.
  let wasSignalled: Bool
  let output: Data
  let errors: String
  /// The highest resident memory; nil on systems that do not tell it.
  let peakMegabytes: Int?
  /// The processor time of its threads until shortly before its end; nil on systems that do not tell it.
  let processorSeconds: Double?

  /// Only so that a hang fails: no test measures time.
  private static let killAfter: TimeInterval = isSanitized ? 900 : 240
  /// So that a test that fails does not take the machine with it.
  private static let killBeyond = isSanitized ? 8192 : 1024

  /// The tests run under a sanitizer, which multiplies what memory and time everything takes.
  static let isSanitized = ["/address/", "/thread/"].contains { Workplace.product.path.contains($0) }

  /// - Parameters:
  ///   - folder: where it runs.
  ///   - during: called again and again while it runs.
  init(_ arguments: [String], in folder: URL, during: () throws -> Void = {}) throws {
    let process = Process()
    process.executableURL = Workplace.product
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": folder.path]
      .merging(Inherited.environment) { $1 }
    let name = UUID().uuidString
    let (out, err) = (
      folder.appendingPathComponent(name + ".out"), folder.appendingPathComponent(name + ".err")
    )
    for file in [out, err] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    defer { for file in [out, err] { _ = try? FileManager.default.removeItem(at: file) } }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let end = Date(timeIntervalSinceNow: Self.killAfter)
    var peak: Int?
    var seconds: Double?
    while process.isRunning {
      // The mark only rises: the last look before the end tells it.
      if let megabytes = Self.highWaterMark(process.processIdentifier) { peak = megabytes }
      if let now = Self.processorSeconds(process.processIdentifier) { seconds = now }
      if Date() > end || peak ?? 0 > Self.killBeyond {
        kill(process.processIdentifier, SIGKILL)
      }
      try during()
      Thread.sleep(forTimeInterval: 0.004)
    }
    process.waitUntilExit()
    status = process.terminationStatus
    wasSignalled = process.terminationReason == .uncaughtSignal
    output = try Data(contentsOf: out)
    errors = String(decoding: try Data(contentsOf: err), as: UTF8.self)
    (peakMegabytes, processorSeconds) = (peak, seconds)
  }

  private static func highWaterMark(_ process: Int32) -> Int? {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return nil }
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n") where line.hasPrefix("VmHWM:")
    {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
        .map { $0 / 1024 }
    }
    return nil
  }

  /// In user and kernel mode (proc(5)): fields 14 and 15 of its line, counted behind the name in brackets, in
  /// hundredths of a second.
  private static func processorSeconds(_ process: Int32) -> Double? {
    guard let line = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
    let fields = String(decoding: line, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    return (user + system) / 100
  }

  func prints(_ text: String) -> Bool { output.range(of: Data(text.utf8)) != nil }
}
