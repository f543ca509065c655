import Foundation
import ICalendar
import ListoFormats
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

  /// Formats whose records are made side by side: what comes of them is what one thread makes.
  @Test(arguments: ["jsonl", "json", "csv", "txt", "jcal", "xcal"])
  func recordsAreReadInTheirOrder(ending: String) throws {
    var calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nNAME:House\r\n"
    for number in 0..<1500 {
      calendar +=
        "BEGIN:VTODO\r\nUID:\(number)\r\nDTSTAMP:20261101T100000Z\r\nSUMMARY:Plant \(number)\r\nEND:VTODO\r\n"
    }
    let format = try #require(Format.forFileName("a.\(ending)"))
    let folder = try TemporaryFolder()
    try folder.write("a.ics", calendar + "END:VCALENDAR\r\n")
    let written = try Self.written(InputTree([folder.path + "/a.ics"]), format)
    try folder.write("b.\(ending)", String(decoding: written, as: UTF8.self))
    let tree = InputTree([folder.path + "/b.\(ending)"])
    let expected = try format.iCalendar(of: written)
    #expect(tree.problems.map(\.code) == expected.problems.map(\.code))
    #expect(try tree.inputs[0].allBytes() == expected.bytes)
  }

  /// An input in another format, one item after the other.
  private static func written(_ tree: InputTree, _ format: Format) throws -> [UInt8] {
    let input = tree.inputs[0]
    var names = ListNames()
    let survey = try Survey(
      of: input.open(), file: input.name, fileName: input.fileName, in: input.folder, names: &names)
    let make = try #require(format.makeWriter)
    var writer = make(FormatOptions(), Losses())
    var bytes: [UInt8] = []
    var reader = SurveyedReader(try input.open(), survey: survey)
    writer.begin(calendars: survey.calendars.count, &bytes)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        writer.write(item, holder: batch.holder(ordinal), in: calendar, &bytes)
      }
    }
    writer.end(&bytes)
    return bytes
  }
}
