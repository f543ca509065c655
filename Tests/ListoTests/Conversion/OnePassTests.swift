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

  /// As exports are: with a name, or with several reminders and none.
  private static let plain = [
    calendar("X-WR-CALNAME:Home\r\n", reminders[0]), calendar(reminders.joined()),
  ]

  /// Where only the end tells what the beginning means: the name and a zone behind their use, one item that does not say which list it is
  /// in, a name that is there twice, two calendars.
  private static let surveyed = [
    calendar(reminders.joined(), "X-WR-CALNAME:Home\r\n"), calendar(reminders[0]),
    calendar(reminders[0], "BEGIN:VEVENT\r\nUID:e\r\nEND:VEVENT\r\n"),
    calendar("X-WR-CALNAME:Home\r\n", reminders[0], reminders[0]),
    calendar(reminders[0], reminders[1]) + calendar(reminders[2]),
  ]

  private static func read(
    _ text: String, to destination: (String) -> Destination
  ) throws -> (count: Double, written: [UInt8]) {
    let folder = try StoreFolder()
    let path = try folder.write("Home.ics", text)
    let meter = ReadingMeter()
    let tree = InputTree([path], meter: meter)
    let format = try #require(Format.all.first { $0.name == "jsonl" })
    let target = folder.path + "/out.jsonl"
    _ = try Conversion(to: FormatChoice(format)).run(tree, to: destination(target))
    return (Double(meter.bytes) / Double(text.utf8.count), try Corpus.bytes(target))
  }

  /// In the place of standard output.
  private static func printed(_ path: String) -> Destination {
    Destination(nil, standardOutput: { (try? Output.file(path)) ?? .standardOutput() })
  }

  @Test(arguments: plain)
  func onceWhereverItGoes(text: String) throws {
    let file = try Self.read(text) { Destination($0) }
    let printed = try Self.read(text, to: Self.printed)
    #expect(file.count == 1)
    #expect(printed.count == 1)
    #expect(file.written == printed.written)
  }

  @Test(arguments: surveyed)
  func againWhereTheEndTells(text: String) throws {
    let file = try Self.read(text) { Destination($0) }
    let printed = try Self.read(text, to: Self.printed)
    #expect(file.count > 1)
    #expect(printed.count == file.count)
    #expect(file.written == printed.written)
  }

  @Test func whatIsHeld() throws {
    let folder = try StoreFolder()
    let inputs = try ["a.ics", "b.ics"].map { try InputTree([folder.write($0, Self.plain[1])]).inputs[0] }
    let size = try #require(inputs[0].size)
    let printed = Self.printed(folder.path + "/out")
    // Of a file nobody sees anything before its end, however large it is.
    let file = Destination(folder.path + "/out.jsonl")
    #expect(try file.openForOnePass([inputs[0]], holding: 0) != nil)
    #expect(try printed.openForOnePass([inputs[0]], holding: 0) == nil)
    #expect(try printed.openForOnePass([inputs[0]], holding: size - 1) == nil)
    #expect(try printed.openForOnePass(inputs) == nil)
    #expect(try Destination(folder.path + "/").openForOnePass([inputs[0]]) == nil)

    let output = try #require(try printed.openForOnePass([inputs[0]], holding: size))
    try output.write([UInt8](repeating: 0x61, count: size)[...])
    #expect(!output.isOutgrown)
    try output.commit()
    #expect(try folder.bytes("out") == [UInt8](repeating: 0x61, count: size))
  }

  /// More is made of it than is held: it is read again, and written as it is made.
  @Test func whatOutgrowsIt() throws {
    let folder = try StoreFolder()
    let path = try folder.write("Home.ics", Self.plain[1])
    let input = InputTree([path]).inputs[0]
    let format = try #require(Format.all.first { $0.name == "jsonl" }?.makeWriter)
    let output = try Output.file(folder.path + "/out.jsonl")
    output.hold(upTo: 20)
    var losses = Losses()
    let problems = try ItemConversion.runLive(input, format(FormatOptions(), Losses()), to: output, &losses)
    #expect(problems == nil)
  }
}
