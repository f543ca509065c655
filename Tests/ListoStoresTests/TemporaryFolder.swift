import Foundation

/// A folder that is gone with the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    let name = "listo-tests-\(UUID().uuidString)"
    let url = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders above it.
  @discardableResult
  func write(_ name: String, _ text: String = "BEGIN:VCALENDAR\nEND:VCALENDAR\n") throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }

  func makeFIFO(_ name: String) throws -> String {
    let file = path + "/" + name
    guard unsafe mkfifo(file, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    return file
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
  }

  /// Every name in it, hidden ones too.
  func names(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
  }
}
