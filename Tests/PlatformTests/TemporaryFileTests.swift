import Foundation
import Testing

@testable import Platform

/// Content that is too large for memory is kept where no one else can read it.
@Suite(.serialized) struct TemporaryFileTests {
  /// The open files of this process that stand, or stood, in a folder.
  private func open(in folder: String) throws -> [stat] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
      let path = "/proc/self/fd/" + number
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      guard target?.hasPrefix(folder + "/") ?? false else { return nil }
      var status = stat()
      return unsafe stat(path, &status) == 0 ? status : nil
    }
  }

  @Test func itHasNoNameAndIsPrivate() throws {
    let folder = try Scratch()
    let file = try TemporaryFile(inFolder: folder.path)
    try file.append(Array("secret".utf8)[...])
    #expect(try folder.names().isEmpty)
    let status = try #require(open(in: folder.path).first)
    #expect(status.st_mode & 0o7777 == 0o600 && status.st_nlink == 0 && status.st_size == 6)
    var bytes: [UInt8] = []
    try file.reading().read(100, at: 0, into: &bytes)
    #expect(bytes == Array("secret".utf8))
  }

  @Test func withoutFilesThatNeverHadAName() throws {
    let folder = try Scratch()
    let descriptor = try TemporaryFile.openUnlinked(in: folder.path)
    defer { close(descriptor) }
    #expect(try folder.names().isEmpty)
    let status = try #require(open(in: folder.path).first)
    #expect(status.st_mode & 0o7777 == 0o600 && status.st_nlink == 0)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(throws: SystemError.self) { try TemporaryFile.openUnlinked(in: folder.path + "/none") }
    #expect(throws: SystemError.self) { try TemporaryFile(inFolder: folder.path + "/none") }
  }
}
