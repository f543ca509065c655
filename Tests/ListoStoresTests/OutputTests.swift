import Foundation
import Testing

@testable import ListoStores

/// Writing: the old file or the new one, whole, and nothing beside it.
@Suite struct OutputTests {
  private func write(_ path: String, _ text: String) throws {
    let output = try Output.file(path)
    try output.write(Array(text.utf8)[...])
    try output.commit()
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test func newFile() throws {
    let folder = try TemporaryFolder()
    try write(folder.path + "/new.ics", "new")
    #expect(try folder.text("new.ics") == "new")
    #expect(try folder.names() == ["new.ics"])
    let mask = umask(0)
    umask(mask)
    #expect(try mode(folder.path + "/new.ics") == 0o666 & ~Int(mask))
  }

  @Test func untilTheCommitTheOldFileStands() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.ics", "old")
    do {
      let output = try Output.file(path)
      try output.write(ArraySlice(repeating: 0x61, count: 1 << 20))
      #expect(try folder.text("a.ics") == "old")
    }
    #expect(try folder.text("a.ics") == "old")
    #expect(try folder.names() == ["a.ics"], "nothing is left of what was not committed")
    try write(path, "new")
    #expect(try folder.text("a.ics") == "new")
  }

  /// Small pieces, which are gathered, and large ones.
  @Test(arguments: [1, 1 << 17, 1 << 19])
  func whatIsHeldGoesOutWithTheCommit(size: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.ics"
    let output = try Output.file(path)
    output.hold(upTo: 2 * size + 1)
    for letter in [0x61, 0x62] { try output.write(ArraySlice(repeating: UInt8(letter), count: size)) }
    #expect(!output.isOutgrown)
    try output.commit()
    #expect(
      try folder.text("a.ics") == String(repeating: "a", count: size) + String(repeating: "b", count: size))
  }

  /// Output that there is no room for in memory is in a file that nobody sees.
  @Test(arguments: [1, 1 << 17, 1 << 19])
  func whatIsHeldInATemporaryFile(size: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.ics", "old")
    let output = try Output.file(path)
    output.hold(upTo: 1 << 18, beyondIn: folder.path)
    let letters = (0x61...0x66).map { UInt8($0) }
    for letter in letters { try output.write(ArraySlice(repeating: letter, count: size)) }
    #expect(!output.isOutgrown)
    #expect(try folder.text("a.ics") == "old")
    #expect(try folder.names() == ["a.ics"])
    try output.commit()
    let written = try folder.text("a.ics")
    #expect(written.utf8.elementsEqual(letters.flatMap { [UInt8](repeating: $0, count: size) }))
  }

  @Test func moreThanIsHeldWhereThereIsNoTemporaryFile() throws {
    let folder = try TemporaryFolder()
    let output = try Output.file(folder.path + "/a.ics")
    output.hold(upTo: 1 << 18, beyondIn: folder.path + "/missing")
    try output.write(ArraySlice(repeating: 0x61, count: 1 << 18))
    #expect(!output.isOutgrown)
    try output.write(ArraySlice(repeating: 0x61, count: 1 << 18))
    #expect(output.isOutgrown)
    #expect(throws: StoreError.self) { try output.commit() }
  }

  @Test func moreThanIsHeld() throws {
    let folder = try TemporaryFolder()
    let output = try Output.file(folder.path + "/a.ics")
    output.hold(upTo: 1 << 19)
    try output.write(ArraySlice(repeating: 0x61, count: 1 << 19))
    #expect(!output.isOutgrown)
    try output.write([0x61])
    #expect(output.isOutgrown)
    #expect(throws: StoreError.self) { try output.commit() }
    #expect(try folder.names() == [])
  }

  @Test(arguments: [0o600, 0o644, 0o640, 0o777])
  func theModeIsKept(mode: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.ics")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try write(path, "new")
    #expect(try self.mode(path) == mode)
  }

  @Test func aLinkStaysALink() throws {
    let folder = try TemporaryFolder()
    try folder.write("real/a.ics", "old")
    try folder.link("link.ics", to: "real/a.ics")
    try folder.link("second.ics", to: "link.ics")
    try write(folder.path + "/second.ics", "new")
    #expect(try folder.text("real/a.ics") == "new")
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/link.ics") == "real/a.ics")
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/second.ics") == "link.ics")
    #expect(try folder.names() == ["link.ics", "real", "second.ics"])
    #expect(try folder.names("real") == ["a.ics"])
  }

  @Test func aLinkIntoNothingStaysALink() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/real", withIntermediateDirectories: false)
    try folder.link("link.ics", to: "real/new.ics")
    try folder.link("second.ics", to: "link.ics")
    try folder.link("absolute.ics", to: folder.path + "/real/other.ics")
    try write(folder.path + "/second.ics", "new")
    try write(folder.path + "/absolute.ics", "other")
    #expect(try folder.text("real/new.ics") == "new" && folder.text("real/other.ics") == "other")
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/link.ics") == "real/new.ics")
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/second.ics") == "link.ics")
    // A circle leads nowhere, and stays.
    try folder.link("loop.ics", to: "loop.ics")
    #expect(throws: StoreError.self) { try Output.file(folder.path + "/loop.ics") }
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/loop.ics") == "loop.ics")
  }

  @Test func whatCannotBeMade() throws {
    let folder = try TemporaryFolder()
    try folder.write("file", "x")
    for path in ["none/a.ics", "file/a.ics", ".", ""] {
      let error = #expect(throws: StoreError.self) {
        try Output.file(path.isEmpty ? "" : folder.path + "/" + path)
      }
      #expect(error?.code == .cannotCreate)
    }
    #expect(throws: StoreError.self) { try Output.file(folder.path + "/file/x/a.ics", makingFolders: true) }
    #expect(try folder.names() == ["file"])
    #expect(try folder.text("file") == "x")
  }

  @Test func foldersAreMade() throws {
    let folder = try TemporaryFolder()
    let output = try Output.file(folder.path + "/a/b//c/d.ics", makingFolders: true)
    try output.write([0x61])
    try output.commit()
    #expect(try folder.text("a/b/c/d.ics") == "a")
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere")) func withoutPermission() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("closed/a.ics", "old")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(throws: StoreError.self) { try Output.file(path) }
    try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path + "/closed")
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/closed") }
    #expect(throws: StoreError.self) { try write(path, "new") }
    #expect(try folder.text("closed/a.ics") == "old")
  }

  @Test func devicesAndPipesAreWrittenTo() throws {
    try write("/dev/null", "gone")
    var status = stat()
    #expect(unsafe stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    let error = #expect(throws: StoreError.self) { try write("/dev/full", "x") }
    #expect(error?.code == .writeFailed)

    let folder = try TemporaryFolder()
    let pipe = try folder.makeFIFO("pipe")
    // A program: a task would wait for a thread that this test holds.
    let (reader, output) = (Process(), Pipe())
    reader.executableURL = URL(filePath: "/bin/cat")
    reader.arguments = [pipe]
    reader.standardOutput = output
    try reader.run()
    try write(pipe, "through")
    #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "through")
    #expect(try folder.names() == ["pipe"])
  }

  @Test func smallAndLargePiecesInTheirOrder() throws {
    let folder = try TemporaryFolder()
    var expected: [UInt8] = []
    let output = try Output.file(folder.path + "/a")
    for size in [0, 1, 1 << 18, 3, (1 << 18) - 3, 1, 1 << 19, 7] {
      let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ size) }
      try output.write(piece[...])
      expected += piece
    }
    try output.commit()
    #expect([UInt8](try Data(contentsOf: URL(filePath: folder.path + "/a"))) == expected)
  }

  /// Whoever comes last wins, and no reader ever sees a mixture, or no file.
  @Test func twoWritersAtOnce() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", String(repeating: "0", count: 300_000))
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...3 {
        group.addTask {
          for _ in 0..<30 { try? self.write(path, String(repeating: "\(writer)", count: 300_000)) }
        }
      }
      group.addTask {
        for _ in 0..<200 {
          let data = FileManager.default.contents(atPath: path)
          #expect(data?.count == 300_000 && Set(data ?? Data()).count == 1)
        }
      }
    }
    #expect(try folder.names() == ["a"])
  }

  /// Stopped after any number of writes, the old file stands; after the commit, the new one.
  @Test func stoppedAnywhere() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", "old")
    for count in 0..<20 {
      let output = try Output.file(path)
      for _ in 0..<count { try output.write(ArraySlice(repeating: 0x78, count: 50_000)) }
      #expect(try folder.text("a") == "old")
      #expect(try folder.names().filter { $0 != "a" }.allSatisfy { $0.hasPrefix(".listo-") })
    }
    #expect(try folder.names() == ["a"])
  }
}
