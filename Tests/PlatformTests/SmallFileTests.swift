import CSystem
import Foundation
import Testing

@testable import Platform

/// Files of a person that are read whole, and what else may stand in their place.
@Suite struct SmallFileTests {
  @Test func aFileAndNone() throws {
    let folder = try Scratch()
    let path = try folder.write("a", "text")
    #expect(try SmallFile.bytes(path) == Array("text".utf8))
    #expect(try SmallFile.bytes(folder.path + "/b") == nil)
    #expect(throws: SystemError(number: EFBIG)) { try SmallFile.bytes(path, limit: 3) }
    #expect(throws: SystemError.isFolder) { try SmallFile.bytes(folder.path) }
  }

  /// Neither a pipe that nobody writes to nor a device that never ends is waited for.
  @Test func whatIsNoFileIsRefused() throws {
    let folder = try Scratch()
    let pipe = folder.path + "/pipe"
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero", "/dev/urandom"] {
      #expect(throws: SystemError.notRegular) { try SmallFile.bytes(path) }
    }
    #expect(try SmallFile.bytes("/dev/null") == [])
  }
}
