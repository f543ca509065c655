import Foundation
import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoFormats
@testable import ListoStores

/// How often an input is read for a conversion, wherever it goes.
@Suite struct OnePassTests {
  private static let reminders = (1...3).map {
    "BEGIN:VTODO\r\nUID:\($0)\r\nSUMMARY:Number \($0)\r\nEND:VTODO\r\n"
  }

  private static func calendar(_ content: String...) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + content.joined() + "END:VCALENDAR\r\n"
  }

  /// As exports are: with a name, or with several reminders and none; with a UID that is there twice, and
  /// several calendars.
  private static let plain = [
    calendar("X-WR-CALNAME:Home\r\n", reminders[0]), calendar(reminders.joined()),
    calendar("X-WR-CALNAME:Home\r\n", reminders[0], reminders[0]),
    calendar(reminders[0], reminders[1]) + calendar(reminders[2]),
  ]

  /// Where only the end tells what the beginning means: one item that does not say which list it is in.
  private static let surveyed = [
    calendar(reminders[0]),
    calendar(reminders[0], "BEGIN:VEVENT\r\nUID:e\r\nEND:VEVENT\r\n"),
  ]

  /// How often an input was read, and what was written, in a file and as it is printed.
  private static func outcomes(
    _ text: String, to name: String = "jsonl"
  ) throws -> [(count: Double, written: [UInt8])] {
    let folder = try StoreFolder()
    let path = try folder.write("Home.ics", text)
    let format = try #require(Format.all.first { $0.name == name })
    let target = folder.path + "/out." + name
    return try [Destination(target), printed(target)].map { destination in
      try? FileManager.default.removeItem(atPath: target)
      let meter = ReadingMeter()
      _ = try Conversion(to: FormatChoice(format)).run(InputTree([path], meter: meter), to: destination)
      return (Double(meter.bytes) / Double(text.utf8.count), try Corpus.bytes(target))
    }
  }

  /// In the place of standard output: a descriptor to which everything goes at once, and of which nothing can
  /// be taken back.
  private static func printed(_ path: String) -> Destination {
    Destination(nil) {
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
      }
      guard let handle = FileHandle(forWritingAtPath: path), (try? handle.seekToEnd()) != nil,
        let output = try? Output.file("/dev/fd/\(handle.fileDescriptor)")
      else { return .standardOutput() }
      return output
    }
  }

  @Test(arguments: plain)
  func onceWhereverItGoes(text: String) throws {
    let outcomes = try Self.outcomes(text)
    #expect(outcomes.map(\.count) == [1, 1])
    #expect(outcomes[0].written == outcomes[1].written)
  }

  /// Once for the trial, once for the survey, once to write.
  @Test(arguments: surveyed)
  func againWhereTheEndTells(text: String) throws {
    let outcomes = try Self.outcomes(text)
    #expect(outcomes.map(\.count) == [3, 3])
    #expect(outcomes[0].written == outcomes[1].written)
  }

  /// To iCalendar it is copied while it is surveyed: nothing that comes later changes what is written.
  @Test(arguments: plain + surveyed)
  func onceToICalendar(text: String) throws {
    let outcomes = try Self.outcomes(text, to: "icalendar")
    #expect(outcomes.map(\.count) == [1, 1])
    for outcome in outcomes { #expect(outcome.written == Array(text.utf8)) }
  }

  /// So much that some would be out before the end tells that all of it is wrong.
  @Test func nothingGoesOutBeforeTheEnd() throws {
    let many = (0..<5000).map {
      "BEGIN:VTODO\r\nUID:\($0)\r\nSUMMARY:A reminder with a title\r\nEND:VTODO\r\n"
    }
    let outcomes = try Self.outcomes(Self.calendar(many.joined(), "X-WR-CALNAME:Home\r\n"))
    #expect(outcomes[0].count > 2)
    #expect(outcomes[0].written == outcomes[1].written)
  }

  @Test func whatIsHeld() throws {
    let folder = try StoreFolder()
    let inputs = try ["a.ics", "b.ics"].map { try InputTree([folder.write($0, Self.plain[1])]).inputs[0] }
    let size = try #require(inputs[0].size)
    let printed = Self.printed(folder.path + "/out")
    // Of a file nobody sees anything before its end, however large it is.
    let file = Destination(folder.path + "/out.jsonl")
    #expect(try file.openForOnePass([inputs[0]], holding: nil) != nil)
    #expect(try printed.openForOnePass([inputs[0]], holding: nil) == nil)
    #expect(try printed.openForOnePass([inputs[0]], holding: size - 1) == nil)
    #expect(try printed.openForOnePass(inputs) == nil)
    #expect(try Destination(folder.path + "/").openForOnePass([inputs[0]]) == nil)

    let output = try #require(try printed.openForOnePass([inputs[0]], holding: size))
    for _ in 0..<size { try output.write([0x61]) }
    #expect(!output.isOutgrown)
    #expect(try folder.bytes("out").isEmpty)
    try output.commit()
    #expect(try folder.bytes("out") == [UInt8](repeating: 0x61, count: size))
  }

  /// The output made from a pipe is kept, however much it is, where a temporary file can be written.
  @Test(arguments: [true, false])
  func whatComesThroughAPipe(hasFolder: Bool) throws {
    let folder = try StoreFolder()
    let text = Self.plain[1]
    let (file, pipe) = (try folder.write("a.ics", text), folder.path + "/pipe")
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", "cat \"$0\" > \"$1\"", file, pipe]
    try writer.run()
    defer { writer.waitUntilExit() }
    let temporary = hasFolder ? folder.path : folder.path + "/missing"
    let input = try #require(InputTree([pipe], temporaryFolder: temporary).inputs.first)
    #expect(input.spoolFolder == temporary)
    let output = try #require(
      try Self.printed(folder.path + "/out").openForOnePass([input], holding: 1 << 19))
    let pieces = (0..<4).map { [UInt8](repeating: 0x61 + UInt8($0), count: 1 << 18) }
    for piece in pieces { try output.write(piece[...]) }
    #expect(output.isOutgrown != hasFolder)
    #expect(try folder.bytes("out").isEmpty)
    if hasFolder {
      try output.commit()
      #expect(try folder.bytes("out") == pieces.flatMap(\.self))
    }
    // Nobody waits for a pipe that is not read.
    var source = try input.open()
    var bytes: [UInt8] = []
    try source.read(text.utf8.count, into: &bytes)
    #expect(bytes == Array(text.utf8))
  }

  /// A named pipe would end for who reads it if it were opened twice.
  @Test func whatIsNamedAndNoFile() throws {
    let folder = try StoreFolder()
    let input = try InputTree([folder.write("a.ics", Self.plain[1])]).inputs[0]
    try #require(unsafe mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(try Destination(folder.path + "/pipe").openForOnePass([input]) == nil)
    #expect(try Destination("/dev/null").openForOnePass([input]) == nil)
  }

  /// More is made of it than is held: it is read again, and written as it is made.
  @Test(arguments: Format.all.filter { $0.makeWriter != nil }.map(\.name))
  func whatOutgrowsIt(name: String) throws {
    let folder = try StoreFolder()
    let path = try folder.write("Home.ics", Self.plain[1])
    let input = InputTree([path]).inputs[0]
    let format = try #require(Format.all.first { $0.name == name }?.makeWriter)
    func problems(holding bound: Int) throws -> (problems: [Diagnostic]?, output: Output) {
      let output = try Output.file(folder.path + "/out")
      output.hold(upTo: bound)
      var losses = Losses()
      return (
        try ItemConversion.runLive(
          input, refusesSeries: false, format(FormatOptions(), Losses()), to: output, &losses), output
      )
    }
    try problems(holding: 1 << 20).output.commit()
    let size = try folder.bytes("out").count
    #expect(try problems(holding: size).problems != nil)
    let outgrown = try problems(holding: size - 1)
    #expect(outgrown.problems == nil)
    // Nothing is lost without a word.
    #expect(throws: StoreError.self) { try outgrown.output.commit() }
  }
}
