import CSystem
import Foundation
import Testing

@testable import Platform

/// A file that takes the place of another, on file systems with files without names and on those without.
@Suite(.serialized) struct OutputFileTests {
  private static let bothWays = [true, false]

  @discardableResult
  private func write(_ path: String, _ text: String, unnamed: Bool) throws -> Set<ReplacedFile.Remark> {
    let file = try OutputFile(path: path, allowsUnnamed: unnamed)
    try file.write(Array(text.utf8)[...])
    return try file.commit()
  }

  // MARK: What is handed down

  /// But for the bits that lend rights to who runs the file, as where the system writes into it.
  @Test(arguments: bothWays, [0o600, 0o640, 0o644, 0o664, 0o777, 0o4755, 0o2750, 0o6775, 0o1644])
  func theModeIsKept(unnamed: Bool, mode: Int) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    try folder.setMode("a", mode)
    #expect(try write(path, "new", unnamed: unnamed).isEmpty)
    #expect(try folder.status("a").st_mode & 0o7777 == mode_t(mode) & 0o777)
    #expect(try folder.text("a") == "new")
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: bothWays) func aNewFileHasTheModeThatTheMaskLeaves(unnamed: Bool) throws {
    let folder = try Scratch()
    try write(folder.path + "/new", "new", unnamed: unnamed)
    let mask = umask(0)
    umask(mask)
    #expect(try folder.status("new").st_mode & 0o7777 == 0o666 & ~mask)
  }

  @Test(.enabled("only root may give a file away", { getuid() == 0 }), arguments: bothWays)
  func theOwnerIsKept(unnamed: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    #expect(unsafe chown(path, 12345, 54321) == 0)
    try folder.setMode("a", 0o640)
    #expect(try write(path, "new", unnamed: unnamed).isEmpty)
    let status = try folder.status("a")
    #expect(status.st_uid == 12345 && status.st_gid == 54321 && status.st_mode & 0o7777 == 0o640)
  }

  @Test(
    .enabled(if: hasAttributes, "the file system of temporary files has no extended attributes"),
    arguments: bothWays)
  func extendedAttributesAreKept(unnamed: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    try #require(Self.set("user.listo.test", Array("kept \u{1F4CC}".utf8), path))
    try #require(Self.set("user.empty", [], path))
    #expect(try write(path, "new", unnamed: unnamed).isEmpty)
    #expect(get("user.listo.test", path) == Array("kept \u{1F4CC}".utf8))
    #expect(get("user.empty", path) == [])
  }

  /// Version 2 of Linux's own form: tag, permissions and identifier of each entry, little-endian.
  private static let list: [UInt8] =
    [2, 0, 0, 0]
    + [(1, 6, UInt32.max), (2, 6, 4711), (4, 4, UInt32.max), (16, 6, UInt32.max), (32, 0, UInt32.max)]
    .flatMap { (tag: UInt16, rights: UInt16, identifier: UInt32) -> [UInt8] in
      [UInt8(tag), 0, UInt8(rights), 0] + (0..<4).map { UInt8(truncatingIfNeeded: identifier >> ($0 * 8)) }
    }

  @Test(
    .enabled(if: hasLists, "the file system of temporary files has no access control lists"),
    arguments: bothWays)
  func accessControlListsAreKept(unnamed: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    try #require(Self.set(ExtendedAttributes.accessControlList, Self.list, path))
    let mode = try folder.status("a").st_mode
    #expect(try write(path, "new", unnamed: unnamed).isEmpty)
    #expect(get(ExtendedAttributes.accessControlList, path) == Self.list)
    #expect(try folder.status("a").st_mode == mode)
  }

  /// A folder that gives new files a list must not open a file that had none to others.
  @Test(
    .enabled(if: hasLists, "the file system of temporary files has no access control lists"),
    arguments: bothWays)
  func theListOfTheFolderIsNotGivenToAReplacedFile(unnamed: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    try folder.setMode("a", 0o600)
    try #require(Self.set("system.posix_acl_default", Self.list, folder.path))
    try write(path, "new", unnamed: unnamed)
    #expect(get(ExtendedAttributes.accessControlList, path) == nil)
    #expect(try folder.status("a").st_mode & 0o7777 == 0o600)
  }

  /// A new file has what the folder gives to every new file.
  @Test(.enabled(if: hasLists, "the file system of temporary files has no access control lists"))
  func aNewFileHasTheListOfTheFolder() throws {
    let folder = try Scratch()
    try #require(Self.set("system.posix_acl_default", Self.list, folder.path))
    let other = unsafe open(folder.path + "/other", O_CREAT | O_WRONLY, 0o666 as mode_t)
    close(other)
    try write(folder.path + "/new", "new", unnamed: true)
    let list = get(ExtendedAttributes.accessControlList, folder.path + "/other")
    #expect(list != nil && get(ExtendedAttributes.accessControlList, folder.path + "/new") == list)
    #expect(try folder.status("new").st_mode == folder.status("other").st_mode)
  }

  @Test(arguments: bothWays) func otherNamesKeepTheOldContentAndAreTold(unnamed: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    #expect(unsafe link(path, folder.path + "/b") == 0 && link(path, folder.path + "/c") == 0)
    #expect(try write(path, "new", unnamed: unnamed) == [.otherNames(2)])
    #expect(try folder.text("a") == "new" && folder.text("b") == "old" && folder.text("c") == "old")
    #expect(try folder.status("a").st_nlink == 1 && folder.status("b").st_nlink == 2)
  }

  // MARK: Several at once

  @Test(arguments: bothWays) func severalFilesTakeTheirPlaces(unnamed: Bool) throws {
    let folder = try Scratch()
    for number in stride(from: 0, to: 120, by: 2) {
      try folder.write("\(number)", "old")
      try folder.setMode("\(number)", 0o640)
    }
    let files = try (0..<120).map { number in
      let file = try OutputFile(path: "\(folder.path)/\(number)", allowsUnnamed: unnamed)
      try file.write(Array("new \(number)".utf8)[...])
      return file
    }
    #expect(files.allSatisfy { $0.finish().isEmpty })
    #expect(OutputFile.synchronize(files).allSatisfy { $0 == nil })
    #expect(try folder.text("118") == "old")
    for file in files { try file.place() }
    #expect(Set(files.map(\.folder)) == [folder.path])
    for number in 0..<120 { #expect(try folder.text("\(number)") == "new \(number)") }
    #expect(try folder.status("118").st_mode & 0o777 == 0o640)
    #expect(try folder.names().count == 120)
  }

  // MARK: Temporary files

  @Test func aTemporaryFileWithANameIsPrivate() throws {
    let folder = try Scratch()
    let file = try OutputFile(path: folder.path + "/a", allowsUnnamed: false)
    let name = try #require(folder.names().first)
    #expect(name.hasPrefix(".listo-") && name.hasSuffix(".tmp"))
    #expect(try folder.status(name).st_mode & 0o7777 == 0o600)
    try file.commit()
    #expect(try folder.names() == ["a"])
  }

  @Test(.enabled(if: hasUnnamedFiles, "the file system of temporary files has no files without names"))
  func aTemporaryFileWithoutANameIsSeenByNoOne() throws {
    let folder = try Scratch()
    let file = try OutputFile(path: folder.path + "/a", allowsUnnamed: true)
    try file.write([0x61])
    try #require(folder.names().isEmpty)
    try file.commit()
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: bothWays) func withoutACommitNothingIsLeft(unnamed: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    do {
      let file = try OutputFile(path: path, allowsUnnamed: unnamed)
      try file.write(ArraySlice(repeating: 0x61, count: 100_000))
    }
    #expect(try folder.names() == ["a"])
    #expect(try folder.text("a") == "old")
  }

  @Test(arguments: bothWays) func whereTheTargetCannotBeReplacedNothingIsLeft(unnamed: Bool) throws {
    let folder = try Scratch()
    do {
      let file = try OutputFile(path: folder.path + "/a", allowsUnnamed: unnamed)
      try FileManager.default.createDirectory(
        atPath: folder.path + "/a/full", withIntermediateDirectories: true)
      let error = #expect(throws: SystemError.self) { try file.commit() }
      #expect([EISDIR, ENOTEMPTY, EEXIST].contains(error?.number))
    }
    #expect(try folder.names() == ["a"])
  }

  /// A file that a killed writer left is removed by the next that writes the same file; one that a living
  /// writer holds is not.
  @Test(arguments: bothWays) func leftoversAreRemovedByTheNextWriter(unnamed: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    for number in 0..<3 { try folder.write(temporary(path, number), "half") }
    let held = unsafe open(folder.path + "/" + temporary(path, 1), O_RDWR)
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    try write(path, "new", unnamed: unnamed)
    #expect(try folder.text("a") == "new")
    #expect(try folder.names() == [temporary(path, 1), temporary(path, 2), "a"], "one is met, and removed")
    close(held)
    // The next writer meets the one whose lock is gone now; the last is met when two write at once.
    try write(path, "newer", unnamed: unnamed)
    try write(path, "newest", unnamed: unnamed)
    #expect(try folder.text("a") == "newest")
    let left = [temporary(path, 1), temporary(path, 2)]
    #expect(try folder.names() == left + ["a"], "a free name is taken before one that is not")
    let first = try OutputFile(path: path, allowsUnnamed: false)
    let second = try OutputFile(path: path, allowsUnnamed: false)
    let third = try OutputFile(path: path, allowsUnnamed: false)
    for file in [first, second, third] { try file.commit() }
    #expect(try folder.names() == ["a"])
  }

  /// Who finds out that a writer was killed need not write the file again.
  @Test func leftoversAreRemovedWithoutAWriter() throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    for number in 0..<3 { try folder.write(temporary(path, number), "half") }
    let held = unsafe open(folder.path + "/" + temporary(path, 1), O_RDWR)
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    OutputFile.removeLeftovers(of: path)
    #expect(try folder.names() == [temporary(path, 1), "a"])
    close(held)
    OutputFile.removeLeftovers(of: path)
    #expect(try folder.names() == ["a"])
  }

  /// Files that are in the way and are not ours are left alone: a link, a folder.
  @Test(arguments: bothWays) func othersFilesOfThatNameAreLeftAlone(unnamed: Bool) throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    let secret = try folder.write("secret", "mine")
    let link = folder.path + "/" + temporary(path, 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret)
    let inner = folder.path + "/" + temporary(path, 1)
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    try write(path, "new", unnamed: unnamed)
    #expect(try folder.text("a") == "new" && folder.text("secret") == "mine")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == secret)
    #expect(try folder.names().count == 4)
  }

  /// Where files cannot be locked no one can tell whether a writer lives: then names are not looked for
  /// again.
  @Test func withoutLocksNothingIsTakenForLeft() throws {
    let folder = try Scratch()
    let path = try folder.write("a", "old")
    try folder.write(temporary(path, 0), "half")
    var names: Set<String> = []
    for _ in 0..<10 {
      let name = try TemporaryName(for: path, in: folder.path).first(isLocked: false) {
        (name) throws(SystemError) -> String? in name
      }
      #expect(name.hasPrefix(folder.path + "/.listo-") && name != folder.path + "/" + temporary(path, 0))
      names.insert(name)
    }
    #expect(names.count == 10)
    #expect(try folder.names().count == 2)
    let error = #expect(throws: SystemError.self) {
      try TemporaryName(for: path, in: folder.path).first(isLocked: true) {
        (name) throws(SystemError) -> String? in nil
      }
    }
    #expect(error?.number == EEXIST)
  }

  @Test func aNameFitsWhateverTheTargetIsCalled() throws {
    let folder = try Scratch()
    let name = String(repeating: "n", count: 255)
    for unnamed in Self.bothWays {
      try write(folder.path + "/" + name, "\(unnamed)", unnamed: unnamed)
      #expect(try folder.text(name) == "\(unnamed)")
    }
    #expect(try folder.names() == [name])
  }

  /// Whoever comes last wins; no reader ever sees a mixture, or no file; nothing is left.
  @Test(arguments: bothWays) func severalWritersAtOnce(unnamed: Bool) async throws {
    let folder = try Scratch()
    let path = try folder.write("a", String(repeating: "0", count: 200_000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask {
          let text = String(repeating: "\(writer)", count: 200_000)
          for _ in 0..<30 { try self.write(path, text, unnamed: unnamed) }
        }
      }
      group.addTask {
        for _ in 0..<200 {
          let data = FileManager.default.contents(atPath: path)
          #expect(data?.count == 200_000 && Set(data ?? Data()).count == 1)
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.names() == ["a"])
    #expect(Set(try folder.text("a")).count == 1)
  }

  // MARK: Open descriptors

  @Test func aDescriptorThatIsOpenIsWrittenToWhereItStands() throws {
    let folder = try Scratch()
    let path = try folder.write("log", "before\n")
    let log = unsafe open(path, O_WRONLY | O_APPEND)
    defer { close(log) }
    for name in ["/dev/fd/\(log)", "/proc/self/fd/\(log)"] { try write(name, "more\n", unnamed: true) }
    #expect(try folder.text("log") == "before\nmore\nmore\n")
    #expect(throws: SystemError.self) { try OutputFile(path: "/dev/fd/4000") }
  }

  // MARK: Support

  private func temporary(_ path: String, _ number: Int) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in (path as NSString).lastPathComponent.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return ".listo-\(String(hash, radix: 36))-\(number).tmp"
  }

  /// The abilities of the file system of temporary files.
  private static let hasAttributes = canSet("user.listo.test", [])
  private static let hasLists = canSet(ExtendedAttributes.accessControlList, list)
  private static let hasUnnamedFiles: Bool = {
    guard let folder = try? Scratch() else { return false }
    #if os(Linux)
      // O_TMPFILE, which Swift does not import.
      let descriptor = unsafe open(folder.path, 0o20000000 | O_DIRECTORY | O_WRONLY, 0o600)
      defer { close(descriptor) }
      return descriptor >= 0 && FileManager.default.fileExists(atPath: "/proc/self/fd")
    #else
      return false
    #endif
  }()

  private static func canSet(_ name: String, _ value: [UInt8]) -> Bool {
    guard let folder = try? Scratch(), let path = try? folder.write("a", "") else { return false }
    return set(name, value, path)
  }

  private static func set(_ name: String, _ value: [UInt8], _ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY)
    defer { close(descriptor) }
    return unsafe value.withUnsafeBytes {
      unsafe csystem_fsetxattr(descriptor, name, $0.baseAddress, $0.count) == 0
    }
  }

  private func get(_ name: String, _ path: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe csystem_getxattr(path, name, buffer.baseAddress, buffer.count)
    }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }
}
