import Foundation
import ICalendar
import ListoFormats
import ListoTestSupport
import Synchronization
import Testing

@testable import ListoModel
@testable import ListoStores

/// Folders of every shape, and what stands in them that is no calendar.
@Suite struct InputTreeTests {
  /// The inputs' paths below the folder.
  private func names(_ tree: InputTree) -> [String] { tree.inputs.map(\.relativePath) }

  @Test func sourceOfCalendars() throws {
    let folder = try TemporaryFolder()
    for name in [
      "b.ics", "a.ics", "iCloud/home.ics", "iCloud/Work.ICS", ".hidden.ics", ".git/x.ics", "notes.txt",
      "noextension",
    ] {
      try folder.write(name)
    }
    let tree = InputTree([folder.path])
    #expect(names(tree) == ["a.ics", "b.ics", "iCloud/Work.ICS", "iCloud/home.ics"])
    #expect(tree.errors.isEmpty && tree.problems.isEmpty)
    let nested = try #require(tree.inputs.last)
    #expect(nested.fileName == "home.ics" && nested.folder.source.title == "iCloud")
    #expect(nested.folder.source.identifier == folder.path + "/iCloud")
    #expect(nested.folder.parent.identifier == folder.path)
  }

  @Test func vdir() throws {
    let folder = try TemporaryFolder()
    try folder.write("groceries/1.ics")
    try folder.write("groceries/displayname", "  Food \n")
    try folder.write("groceries/color", "#00ff00\n")
    try folder.write("plain/1.ics")
    try folder.write("plain/color", "no colour")
    let tree = InputTree([folder.path])
    #expect(tree.inputs.map(\.folder.displayName) == ["Food", nil])
    #expect(tree.inputs.map(\.folder.color?.description) == ["#00FF00", nil])
    #expect(tree.inputs.map(\.folder.name) == ["groceries", "plain"])
  }

  @Test func namesOfAFolderAreReadWhateverTheyAre() throws {
    let folder = try TemporaryFolder()
    try folder.write("1.ics")
    // A pipe that no one writes to must not be waited for.
    _ = try folder.makeFIFO("displayname")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/color", withIntermediateDirectories: false)
    let tree = InputTree([folder.path])
    #expect(names(tree) == ["1.ics"])
    #expect(tree.inputs.first?.folder.displayName == nil)
  }

  @Test func aFileIsTheSameHoweverItIsSpelled() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("sub/a.ics")
    try folder.link("link.ics", to: "sub/a.ics")
    try folder.link("other", to: "sub")
    let spellings = [
      file, folder.path + "/sub/../sub/./a.ics", folder.path + "/link.ics", folder.path + "/other/a.ics",
    ]
    let tree = InputTree(spellings)
    #expect(tree.inputs.map(\.name) == spellings)
    #expect(Set(tree.inputs.map(\.folder.source.identifier)) == [folder.path + "/sub"])
    #expect(Set(tree.inputs.map(\.fileName)) == ["a.ics"])
  }

  @Test func linksInCirclesAndIntoNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/1.ics")
    try folder.link("a/up", to: "..")
    try folder.link("a/self", to: ".")
    try folder.link("gone.ics", to: "nowhere.ics")
    try folder.link("loop.ics", to: "loop.ics")
    try folder.link("gone", to: "nowhere")
    let tree = InputTree([folder.path])
    #expect(names(tree) == ["a/1.ics"])
    #expect(tree.problems.map(\.code) == [.linkLoop, .linkLoop])
    #expect(tree.errors.map(\.code) == [.unreadable, .unreadable])
    #expect(tree.errors.map(\.path) == [folder.path + "/gone.ics", folder.path + "/loop.ics"])
  }

  /// Twelve folders, each with links to all of them: 12! ways through, if each were taken.
  @Test func manyLinksBetweenFolders() throws {
    let folder = try TemporaryFolder()
    for index in 0..<12 {
      try folder.write("\(index)/\(index).ics")
      for other in 0..<12 { try folder.link("\(index)/to-\(other)", to: "../\(other)") }
    }
    let tree = InputTree([folder.path])
    #expect(Set(tree.inputs.map(\.fileName)).count == 12)
    #expect(tree.inputs.count == 12, "each once")
    #expect(tree.errors.isEmpty)
    #expect(tree.problems.allSatisfy { $0.code == .linkLoop })
  }

  @Test func aFolderNamedTwiceIsReadTwice() throws {
    let folder = try TemporaryFolder()
    try folder.write("1.ics")
    #expect(InputTree([folder.path, folder.path]).inputs.count == 2)
  }

  @Test func tooDeep() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/b/c/1.ics")
    try folder.write("a/2.ics")
    var limits = ReadingLimits()
    limits[.folderDepth] = 3
    let tree = InputTree([folder.path], limits: limits)
    #expect(names(tree) == ["a/2.ics"])
    #expect(tree.problems.map(\.code) == [.foldersTooDeep])
  }

  @Test func whatIsNoRegularFile() throws {
    let folder = try TemporaryFolder()
    _ = try folder.makeFIFO("pipe.ics")
    _ = try folder.makeFIFO("pipe")
    try folder.write("1.ics")
    try folder.write("folder.ics/2.ics")
    let tree = InputTree([folder.path])
    #expect(names(tree) == ["1.ics", "folder.ics/2.ics"])
    #expect(tree.problems.map(\.code) == [.notRegular])
  }

  @Test func whatIsMissingCostsNoOther() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1.ics")
    let tree = InputTree([folder.path + "/none.ics", file, file + "/x", ""])
    #expect(tree.inputs.map(\.name) == [file])
    #expect(tree.errors.map(\.code) == [.missing, .missing, .missing])
    #expect(tree.errors.first?.reason == "No such file or directory")
  }

  @Test(.enabled(if: getuid() != 0, "root reads everything")) func foldersAndFilesWithoutPermission() throws {
    let folder = try TemporaryFolder()
    try folder.write("closed/1.ics")
    try folder.write("open/2.ics")
    let secret = try folder.write("open/3.ics")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path + "/closed")
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: secret)
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/closed") }
    let tree = InputTree([folder.path])
    #expect(names(tree) == ["open/2.ics", "open/3.ics"])
    #expect(tree.errors.map(\.code) == [.unreadable])
    #expect(throws: StoreError.self) { try tree.inputs[1].open() }
  }

  @Test func readingAgain() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "X:y\n", count: 700_000)
    let input = try #require(InputTree([try folder.write("1.ics", text)]).inputs.first)
    for _ in 0..<2 { #expect(try Self.read(input) == Array(text.utf8)) }
  }

  /// What a file of a folder is, its beginning shows, however long it is.
  @Test func longFilesOfOtherFormats() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<900).map { "Thing number \($0) of a long list,2026-12-01\n" }.joined()
    try folder.write("long.csv", "title,due\n" + rows)
    try folder.write("short.csv", "title,due\nThing,2026-12-01\n")
    #expect(rows.utf8.count > Recognition.window)
    #expect(names(InputTree([folder.path])) == ["long.ics", "short.ics"])
  }

  /// UTF-16 is read as UTF-8, anywhere and as often as need be, from memory or from a temporary file.
  @Test(arguments: [0, 8 << 20]) func utf16(memoryLimit: Int) throws {
    let folder = try TemporaryFolder()
    let text = "BEGIN:VCALENDAR\n" + String(repeating: "X-A:Käse 🧀\n", count: 60_000) + "END:VCALENDAR\n"
    let file = try folder.write("wide.ics")
    try #require(("\u{FEFF}" + text).data(using: .utf16BigEndian)).write(to: URL(filePath: file))
    for place in [file, folder.path] {
      let tree = InputTree([place], memoryLimit: memoryLimit)
      let input = try #require(tree.inputs.first)
      #expect(!input.isDecoded && tree.decoded.names.isEmpty, "it was not read yet")
      for _ in 0..<2 { #expect(try Self.read(input) == Array(text.utf8)) }
      #expect(input.isDecoded && !input.isWritable && tree.decoded.names == [input.name])
      var piece: [UInt8] = []
      try input.randomAccess().read(100, at: 400_000, into: &piece)
      #expect(piece[...] == Array(text.utf8)[400_000..<400_100])
      piece = []
      try input.forMerging(pool: OpenFilePool()).read(100, at: 400_000, into: &piece)
      #expect(piece[...] == Array(text.utf8)[400_000..<400_100])
    }
  }

  @Test func whatMustBeUnpacked() throws {
    let folder = try TemporaryFolder()
    for name in ["list.ics", "list.csv", "list", "list.json"] {
      let file = try folder.write(
        name, "PK\u{3}\u{4} and what else a zip archive holds\nBEGIN:VTODO\nEND:VTODO\n")
      let tree = InputTree([file])
      var errors = tree.errors
      for input in tree.inputs {
        do {
          _ = try Self.read(input)
        } catch ICalendarError.unreadable(let reason) {
          errors.append(StoreError(.unreadable, path: input.name, reason: reason))
        }
      }
      #expect(errors.map(\.code) == [.unreadable] && errors.first?.reason.contains("zip archive") == true)
    }
  }

  @Test(arguments: [
    ("https://example.com/a.ics", "https://example.com/a.ics"),
    ("WebCal://example.com/a", "https://example.com/a"),
    ("http://a", "http://a"), ("https://", nil), ("file:///a", nil), ("a/b://c", nil), ("a.ics", nil),
  ])
  func addressesOnTheWeb(_ text: String, _ url: String?) {
    #expect(WebAddress(text)?.url == url)
    // Nothing fetches it here.
    if url != nil { #expect(InputTree([text]).errors.map(\.code) == [.unreadable]) }
  }

  @Test(arguments: [
    ("https://Example.com:8443/team/Home-2.ics", "https://example.com:8443/team/Home-2.ics", "Home-2.ics"),
    (
      "webcal://example.com/public-calendars/2026/tasks.ics",
      "https://example.com/public-calendars/2026/tasks.ics", "tasks.ics"
    ),
    ("https://example.com", "https://example.com", "calendar"),
    // What may be a secret.
    ("https://example.com/a.ics?key=1", "https://example.com/a.ics/~", "a.ics"),
    ("https://me:pw@example.com/a.ics", "https://example.com/a.ics/~", "a.ics"),
    ("https://example.com/dav/qW3rTz8uIoPaSdF0/", "https://example.com/dav/~", "calendar"),
    (
      "https://example.com/ical/anna%40example.com/private-5f0c/basic.ics",
      "https://example.com/ical/~/basic.ics", "basic.ics"
    ),
    (
      "https://example.com/p/MTIzNDU2/x/0f8fad5bd9cb469fa165.ics", "https://example.com/p/~/x/~",
      "calendar.ics"
    ),
  ])
  func anAddressIsToldWithoutItsSecret(_ text: String, _ shown: String, _ fileName: String) throws {
    let address = try #require(WebAddress(text))
    #expect(address.shown.replacing(/~[0-9a-f]{8}/, with: "~") == shown, "\(address.shown)")
    #expect(address.fileName == fileName)
    // Two that look alike are two.
    #expect(WebAddress(text + (shown.contains("~") ? "0" : "?0"))?.shown != address.shown)
  }

  @Test func aFileIsWhatItIsCalled() throws {
    let folder = try TemporaryFolder()
    try folder.write("https:/example.com/a.ics")
    let name = "\(folder.path)/https://example.com/a.ics"
    #expect(InputTree([name]).inputs.map(\.name) == [name])
    #expect(InputTree.name(ofArgument: name) == name)
  }

  @Test func aFolderIsNoFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1.ics")
    let input = try #require(InputTree([file]).inputs.first)
    try FileManager.default.removeItem(atPath: file)
    #expect(throws: StoreError.self) { try input.open() }
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: StoreError.self) { try input.open() }
  }

  // MARK: Pipes

  @Test(arguments: [0, 1, 999, 1000, 1001, 3_000_000])
  func aPipeIsKeptInMemoryOrInAFile(count: Int) throws {
    let folder = try TemporaryFolder()
    let pipe = try folder.makeFIFO("pipe")
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let writer = Thread {
      if let handle = FileHandle(forWritingAtPath: pipe) {
        try? handle.write(contentsOf: Data(bytes))
        try? handle.close()
      }
    }
    writer.start()
    let tree = InputTree([pipe], temporaryFolder: folder.path, memoryLimit: 1000)
    let input = try #require(tree.inputs.first)
    // Its beginning was looked at, to recognise the format.
    if count > 1_000_000 { #expect(input.size == nil, "it has not come yet") }
    for _ in 0..<2 { #expect(try Self.read(input) == bytes) }
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
    let writer = Thread {
      if let handle = FileHandle(forWritingAtPath: pipe) {
        try? handle.write(contentsOf: Data(bytes))
        try? handle.close()
      }
    }
    writer.start()
    let tree = InputTree([pipe], temporaryFolder: folder.path, memoryLimit: 100_000)
    let access = try #require(tree.inputs.first).randomAccess()
    var random = SplitMix64(seed: Seed.fresh())
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
    let writer = Thread {
      if let handle = FileHandle(forWritingAtPath: pipe) {
        try? handle.write(contentsOf: Data(count: 300_000))
        try? handle.close()
      }
    }
    writer.start()
    var limits = ReadingLimits()
    limits[.inputSize] = 100_000
    let tree = InputTree(
      [pipe], format: FormatChoice(.iCalendar), temporaryFolder: folder.path, limits: limits)
    let input = try #require(tree.inputs.first)
    for _ in 0..<2 {
      #expect(throws: ICalendarError.inputTooLarge(limit: 100_000)) { try Self.read(input) }
    }
  }

  @Test func theEmptyDeviceIsReadToItsEnd() throws {
    let input = try #require(InputTree(["/dev/null"]).inputs.first)
    #expect(try Self.read(input).isEmpty)
  }

  /// Not after four gigabytes of it.
  @Test(arguments: ["/dev/zero", "/dev/urandom", "/dev/full"]) func aDeviceWithoutAnEndIsRefused(path: String)
    throws
  {
    let tree = InputTree([path])
    #expect(tree.inputs.isEmpty)
    #expect(tree.errors.map(\.code) == [.unreadable])
    #expect(tree.errors.first?.reason.contains("without an end") ?? false)
  }

  /// A pipe is waited for, and that is told: nothing comes through these before it was. One is opened for writing then, the other
  /// was before.
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
      // What nobody has open is gone when it is closed: whoever reads may be slower to open it than one is to be told.
      if let writer { Self.waitUntilRead(writer) }
      try? handle?.close()
    }
    let tree = InputTree([pipe], patience: patience)
    let input = try #require(tree.inputs.first)
    #expect(try Self.read(input).count == 30)
    #expect(told.withLock { $0 } == [pipe])
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

  static func read(_ input: Input) throws -> [UInt8] {
    var source = try input.open()
    var bytes: [UInt8] = []
    var before = -1
    while bytes.count > before {
      before = bytes.count
      try source.read(100_000, into: &bytes)
    }
    return bytes
  }
}
