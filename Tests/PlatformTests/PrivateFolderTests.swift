import Foundation
import Testing

@testable import Platform

/// A folder that others may not look into, and what stands in its place.
@Suite struct PrivateFolderTests {
  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func itIsItsOwnersAlone() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/deep/state"
    let folder = try PrivateFolder(path)
    try folder.write([1], to: "a")
    try folder.append([2], to: "a")
    try folder.append([3], to: "b")
    #expect(try folder.read("a") == [1, 2] && folder.read("b") == [3] && folder.read("c") == nil)
    #expect(try [mode(path), mode(path + "/a"), mode(path + "/b")] == [0o700, 0o600, 0o600])
    // Rights of others are taken from them.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path + "/a")
    #expect(try PrivateFolder(path).read("a") == [1, 2])
    #expect(try [mode(path), mode(path + "/a")] == [0o700, 0o600])
  }

  @Test func linksAreNotFollowed() throws {
    let scratch = try Scratch()
    let folder = try PrivateFolder(scratch.path + "/state")
    try scratch.write("theirs", "theirs")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/state/a", withDestinationPath: scratch.path + "/theirs")
    #expect(throws: SystemError.self) { try folder.read("a") }
    #expect(throws: SystemError.self) { try folder.append([1], to: "a") }
    // A file that is written takes the link's place.
    try folder.write([1], to: "a")
    #expect(try scratch.text("theirs") == "theirs")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/other", withDestinationPath: scratch.path + "/state")
    #expect(throws: SystemError.self) { try PrivateFolder(scratch.path + "/other") }
  }

  /// Only root can give something away.
  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func whatIsAnothersIsRefused() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/state"
    try PrivateFolder(path).write([1], to: "a")
    try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: path + "/a")
    #expect(throws: SystemError.self) { try PrivateFolder(path).read("a") }
    try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: path)
    #expect(throws: SystemError.self) { try PrivateFolder(path) }
  }
}
