import ListoTestSupport
import Testing

@testable import Listo
@testable import ListoFormats
@testable import ListoModel
@testable import ListoStores

/// Files of a folder that are read many at a time, a large one and one that fails among them.
@Suite struct SharedFilesTests {
  private final class Met: WorkObserver {
    private(set) var errors: [String] = []
    /// The action that runs when the writing begins.
    var meanwhile: () -> Void = {}

    func report(_ problems: [Diagnostic]) {}
    func report(_ error: StoreError) { errors.append(error.path) }
    func begin(_ phase: WorkPhase, _ inputs: [Input], passes: Int) { if phase == .writing { meanwhile() } }
  }

  private static let large = 17
  private static let count = 40

  private static func list(_ number: Int, _ reminders: Int) -> String {
    let items = (0..<reminders).map { item in
      "BEGIN:VTODO\r\nUID:\(number)-\(item)\r\nSUMMARY:\(item) of \(number)\r\nDESCRIPTION:"
        + String(repeating: "x", count: 60) + "\r\nEND:VTODO\r\n"
    }
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:List \(number)\r\n" + items.joined()
      + "END:VCALENDAR\r\n"
  }

  /// Forty lists, of which one is larger than what is read beside others.
  private static func folder() throws -> StoreFolder {
    let folder = try StoreFolder()
    for number in 0..<count {
      try folder.write(name(number), list(number, number == large ? 12_000 : number % 5 + 2))
    }
    #expect(try folder.bytes(name(large)).count > Input.small)
    return folder
  }

  private static func name(_ number: Int) -> String { number < 10 ? "0\(number).ics" : "\(number).ics" }

  private static func lines(_ tree: InputTree, in folder: StoreFolder, _ observer: Met) throws -> [UInt8] {
    let target = String(folder.path.dropLast("places".count)) + "out.jsonl"
    let format = try #require(Format.all.first { $0.name == "jsonl" })
    _ = try Conversion(to: FormatChoice(format)).run(tree, to: Destination(target), observer)
    return try Corpus.bytes(target)
  }

  /// The lines of a catalog's reminders.
  private static func lines(_ catalog: Catalog) -> [UInt8] {
    let text = String(decoding: catalog.json(), as: UTF8.self)
    return Array(text.dropFirst(2).dropLast(3).replacing(",\n{", with: "\n{").utf8) + [0x0A]
  }

  @Test func aConversionOfManyFiles() throws {
    let folder = try Self.folder()
    let tree = InputTree([folder.path])
    let met = Met()
    let written = try Self.lines(tree, in: folder, met)
    #expect(met.errors.isEmpty)
    #expect(try written == Self.lines(CatalogReading.catalog(tree, UnobservedWork())))
    #expect(written.count { $0 == 0x0A } == 12_000 + (0..<Self.count).reduce(0) { $0 + $1 % 5 + 2 } - 4)
  }

  /// It is told, and the others are there, in their order.
  @Test func oneThatCannotBeRead() throws {
    let folder = try Self.folder()
    var limits = ReadingLimits()
    limits[.inputSize] = 1 << 20
    let tree = InputTree([folder.path], limits: limits)
    let met = Met()
    let written = try Self.lines(tree, in: folder, met)
    #expect(met.errors.map { $0.hasSuffix("/" + Self.name(Self.large)) } == [true])
    let others = try CatalogReading.catalog(tree, UnobservedWork())
    #expect(written == Self.lines(others) && others.lists.count == Self.count - 1)
  }

  /// The file changes between the survey and the writing: nothing is written then.
  @Test(arguments: [3, large, 39])
  func oneThatChanges(number: Int) throws {
    let folder = try Self.folder()
    let met = Met()
    met.meanwhile = {
      _ = try? folder.write(Self.name(number), Self.list(number, 3) + "\r\n")
    }
    let target = String(folder.path.dropLast("places".count)) + "out.jsonl"
    #expect(throws: WorkError.self) {
      _ = try Self.lines(InputTree([folder.path]), in: folder, met)
    }
    #expect((try? Corpus.bytes(target)) == nil)
  }

  /// An input of a merge that fails, among many small ones.
  @Test(arguments: [0, 31, 32, 63])
  func anInputOfAMergeThatFails(number: Int) throws {
    struct Failing: MergeInput {
      let name: String
      let inner: MemoryInput
      let fails: Bool

      var listName: String { inner.listName }
      var size: Int? { 100 }

      func open() throws(ICalendarError) -> any ByteSource & Sendable {
        if fails { throw .unreadable(reason: "it is gone") }
        return try inner.open()
      }

      func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
        try inner.read(count, at: offset, into: &bytes)
      }
    }
    let inputs = (0..<64).map { index in
      let name = Self.name(index)
      let bytes = Array(Self.list(0, 2).utf8)
      return Failing(
        name: name, inner: MemoryInput(name: name, listName: "Home", bytes), fails: index >= number)
    }
    for pipeline in [SerialPipeline(), ThreadPipeline()] as [any Pipeline] {
      do throws(MergeError) {
        _ = try Merge.plan(inputs, on: pipeline)
        Issue.record("no error")
      } catch {
        guard case .unreadable(let input, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(input == Self.name(number))
      }
    }
  }
}
