import CSystem
import Foundation
import Testing

@testable import Platform

/// The entries of a folder, and their order.
@Suite struct FolderEntriesTests {
  /// By the bytes of all of the name, however much two have in common.
  @Test func namesAreInTheOrderOfTheirBytes() throws {
    let folder = try Scratch()
    let names = [
      "12345678", "123456789", "1234567", "12345678-b", "12345678-a", "a", "B", "é", "~", ".hidden", "...",
      "zz",
      "1234567é",
    ]
    for name in names { try folder.write(name, "") }
    let entries = try FileSystem.entries(inFolder: folder.path)
    #expect(entries.map(\.name) == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(entries.allSatisfy { !$0.isUnspeakable })
  }

  /// Such a name stands where its bytes do, and is told to open nothing. Darwin's file system has no such
  /// names.
  @Test(.enabled(if: hasAnyNames, "names are UTF-8 here")) func aNameNeedNotBeUTF8() throws {
    let folder = try Scratch()
    for name in ["a", "b"] { try folder.write(name, "") }
    let path = (Array(folder.path.utf8) + Array("/a".utf8) + [0xFF, 0]).map { CChar(bitPattern: $0) }
    let file = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
    try #require(file >= 0)
    close(file)
    let entries = try FileSystem.entries(inFolder: folder.path)
    #expect(entries.map(\.name) == ["a", "a\u{FFFD}", "b"])
    #expect(entries.map(\.isUnspeakable) == [false, true, false])
  }
}

#if os(Linux)
  private let hasAnyNames = true
#else
  private let hasAnyNames = false
#endif
