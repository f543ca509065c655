import Foundation
import ICalendar
import ListoFormats
import ListoTestSupport
import Synchronization
import Testing

@testable import ListoModel
@testable import ListoStores

/// Pipes and devices, which can be read once or have no end.
@Suite struct PipeTests {
  @Test(arguments: [0, 1, 999, 1000, 1001, 3_000_000])
  func aPipeIsKeptInMemoryOrInAFile(count: Int) throws {
    let folder = try TemporaryFolder()
    let pipe = try folder.makeFIFO("pipe")
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    Self.write(bytes, into: pipe)
    let tree = InputTree([pipe], temporaryFolder: folder.path, memoryLimit: 1000)
    let input = try #require(tree.inputs.first)
    // Its beginning was looked at, to recognise the format.
    if count > 1_000_000 { #expect(input.size == nil, "it has not come yet") }
    for _ in 0..<2 { #expect(try input.allBytes() == bytes) }
    #expect(input.size == count)
    #expect(try folder.names() == ["pipe"], "the temporary file has no name")
    #expect(!input.isReplaceable && !input.isWritable && input.path == nil)
    #expect(input.folder.source.kind == .stream)
  }

  /// Anywhere, in any order, though nothing was read before.
  @Test func aPipeIsReadAnywhere() throws {
    let folder = try TemporaryFolder()
    let pipe = try folder.makeFIFO("pipe")
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    Self.write(bytes, into: pipe)
    let tree = InputTree([pipe], temporaryFolder: folder.path, memoryLimit: 100_000)
    let access = try #require(tree.inputs.first).randomAccess()
    var random = SplitMix64(seed: Seed.current)
    for _ in 0..<200 {
      let offset = Int.random(in: 0...510_000, using: &random)
      let count = Int.random(in: 0...50_000, using: &random)
      var read: [UInt8] = []
      while read.count < count {
        let before = read.count
        try access.read(count - before, at: offset + before, into: &read)
        if read.count == before { break }
      }
      #expect(read[...] == bytes.dropFirst(offset).prefix(count))
    }
  }

  @Test func aPipeBeyondTheLimitIsRefused() throws {
    let folder = try TemporaryFolder()
    let pipe = try folder.makeFIFO("pipe")
    Self.write([UInt8](repeating: 0, count: 300_000), into: pipe)
    var limits = ReadingLimits()
    limits[.inputSize] = 100_000
    let tree = InputTree(
      [pipe], format: FormatChoice(.iCalendar), temporaryFolder: folder.path, limits: limits)
    let input = try #require(tree.inputs.first)
    for _ in 0..<2 {
      #expect(throws: ICalendarError.inputTooLarge(limit: 100_000)) { try input.allBytes() }
    }
  }

  @Test func theEmptyDeviceIsReadToItsEnd() throws {
    let input = try #require(InputTree(["/dev/null"]).inputs.first)
    #expect(try input.allBytes().isEmpty)
  }

  /// Not after four gigabytes of it.
  @Test(arguments: ["/dev/zero", "/dev/urandom", "/dev/full"]) func aDeviceWithoutAnEndIsRefused(path: String)
    throws
  {
    let tree = InputTree([path])
    #expect(tree.inputs.isEmpty)
    #expect(tree.errors.map(\.code) == [.unreadable])
    #expect(tree.errors.first?.reason.contains("endless") ?? false)
  }

  /// A pipe is waited for, and that is told: nothing comes through these before it was. One is opened for
  /// writing then, the other was before.
  @Test(arguments: [true, false]) func aPipeThatIsWaitedForIsTold(isOpen: Bool) throws {
    let folder = try TemporaryFolder()
    let pipe = try folder.makeFIFO("pipe.ics")
    // Without waiting for who reads.
    let writer = isOpen ? FileHandle(forUpdatingAtPath: pipe) : nil
    let told = Mutex<[String]>([])
    let patience = Patience(milliseconds: 1) { name in
      told.withLock { $0.append(name) }
      let handle = writer ?? FileHandle(forWritingAtPath: pipe)
      try? handle?.write(contentsOf: Data("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8))
      // A pipe loses its bytes when it is closed and nobody else has it open. The reader may open it only
      // after this report.
      if let writer { Self.waitUntilRead(writer) }
      try? handle?.close()
    }
    let tree = InputTree([pipe], patience: patience)
    let input = try #require(tree.inputs.first)
    #expect(try input.allBytes().count == 30)
    #expect(told.withLock { $0 } == [pipe])
  }

  /// On a thread of its own, since it waits for who reads.
  private static func write(_ bytes: [UInt8], into pipe: String) {
    Thread {
      if let handle = FileHandle(forWritingAtPath: pipe) {
        try? handle.write(contentsOf: Data(bytes))
        try? handle.close()
      }
    }.start()
  }

  /// - Parameter handle: a pipe's, which can read it too.
  private static func waitUntilRead(_ handle: FileHandle) {
    var state = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&state, 1, 0) == 1 { usleep(1000) }
  }

  /// A file that became a pipe is not waited for.
  @Test func aPipeInThePlaceOfAFileIsRefused() throws {
    let folder = try TemporaryFolder()
    let input = try #require(InputTree([try folder.write("1.ics")]).inputs.first)
    try FileManager.default.removeItem(atPath: folder.path + "/1.ics")
    _ = try folder.makeFIFO("1.ics")
    #expect(throws: StoreError.self) { try input.open() }
  }
}
