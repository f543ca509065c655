import Foundation
import Testing

/// The apps in `Samples/Apps`: that each compiles against the modules that were built. `make app-test` runs
/// them.
@Suite struct SampleAppTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The folder of what was built.
  private static let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent()
  private static let compiler: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(
    separator: ":"
  )
  .map { URL(filePath: String($0)).appending(path: "swiftc") }
  .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  /// Those of a build by Xcode stand elsewhere.
  private static let hasModules = FileManager.default.fileExists(
    atPath: products.appending(path: "Modules").path)

  @Test(.enabled(if: compiler != nil && hasModules, "swiftc and the modules of a build by SwiftPM"))
  func compile() throws {
    let apps = Self.root.appending(path: "Samples/Apps/Sources")
    let names = try FileManager.default.contentsOfDirectory(atPath: apps.path).sorted()
    #expect(names == ["Converter", "Editor", "Sync", "Viewer"])
    for name in names { try compile(apps.appending(path: "\(name)/\(name).swift")) }
  }

  private func compile(_ source: URL) throws {
    let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n").count
    #expect(lines < 150, "\(source.lastPathComponent) is to be read at a glance.")
    let process = Process()
    process.executableURL = Self.compiler
    process.arguments = [
      "-typecheck", "-parse-as-library", "-swift-version", "6", "-I",
      Self.products.appending(path: "Modules").path,
    ]
    let sources = Self.root.appending(path: "Sources")
    let targets = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
    // The modules of C, by their maps; that of CAccounts is written by the build.
    let maps = targets.filter {
      FileManager.default.fileExists(atPath: $0.appending(path: "module.modulemap").path)
    }
    for folder in maps + [sources.appending(path: "CAccounts/include")] {
      process.arguments? += ["-I", folder.path]
    }
    let map = Self.products.appending(path: "CAccounts.build/module.modulemap").path
    process.arguments? += ["-Xcc", "-fmodule-map-file=" + map, source.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(told)")
  }
}
