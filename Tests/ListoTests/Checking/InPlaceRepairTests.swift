import Foundation
import ICalendar
import ListoModel
import ListoRepairs
import ListoStores
import ListoTestSupport
import Testing

@testable import Listo

/// `check --fix --in-place`: files are mended where they are, and taken back, though none of them is held.
@Suite struct InPlaceRepairTests {
  private static let targets: [Profile] = [.rfc, .cyrus]

  @discardableResult
  private func repair(_ folder: StoreFolder, isLossy: Bool = true) throws -> RepairedFiles {
    try RepairJob.inPlace(
      InputTree([folder.path]), for: Self.targets, isLossy: isLossy, ignoring: [], folder.journal,
      label: "check",
      at: noon, UnobservedWork())
  }

  /// With a fault in its header, and in every seventh reminder.
  private static func faulty(_ count: Int, padding: Int = 0) -> String {
    let todos = (0..<count).map { number in
      let fault = number.isMultiple(of: 7) ? "RRULE:FREQ=DAILY\r\nDUE:20260303T100000Z\r\n" : ""
      return
        "BEGIN:VTODO\r\nUID:\(number)\r\nDTSTAMP:20260101T000000Z\r\n\(fault)SUMMARY:Reminder \(number)\r\n"
        + "X-PADDING:\(String(repeating: "x", count: padding))\r\nEND:VTODO\r\n"
    }
    return
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nMETHOD:PUBLISH\r\n\(todos.joined())END:VCALENDAR\r\n"
  }

  /// Of a small file all counts, of a large one what stands around the places.
  @Test(arguments: [(count: 30, padding: 0), (count: 900, padding: 2000)])
  func itIsWhatRepairsMakeAndIsTakenBack(count: Int, padding: Int) throws {
    let folder = try StoreFolder()
    let text = Self.faulty(count, padding: padding)
    try folder.write("Home.ics", text)
    let expected = CalendarRepair(Array(text.utf8), for: Self.targets, isLossy: true)
    let done = try repair(folder)
    let bytes = try folder.bytes("Home.ics")
    #expect(bytes == expected.bytes && bytes != Array(text.utf8))
    let store = try folder.store()
    let entry = try #require(try store.history().first?.entry)
    let file = try #require(entry.files.first)
    #expect(file.isBefore(Array(text.utf8)) && !file.isAfter(Array(text.utf8)))
    #expect(file.isAfter(bytes) && !file.isBefore(bytes))
    #expect(entry.itemCount == (count + 6) / 7)
    try store.undo(#require(done.id), at: noon)
    #expect(try folder.bytes("Home.ics") == Array(text.utf8))
    try store.redo(at: noon)
    #expect(try folder.bytes("Home.ics") == bytes)
  }

  /// Changes that others made since are kept.
  @Test func itIsTakenBackWhereOthersChangedTheFile() throws {
    let folder = try StoreFolder()
    let text = Self.faulty(30)
    try folder.write("Home.ics", text)
    let done = try repair(folder)
    let changed = try folder.text("Home.ics").replacingOccurrences(of: "Reminder 3\r", with: "Other\r")
    try folder.write("Home.ics", changed)
    try folder.store().undo(#require(done.id), at: noon)
    #expect(
      try folder.text("Home.ics") == text.replacingOccurrences(of: "Reminder 3\r", with: "Other\r"))
  }

  @Test func nothingToMendLeavesNoEntry() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", Self.faulty(3))
    try repair(folder)
    let before = try folder.files()
    #expect(try repair(folder).id == nil)
    #expect(try folder.files() == before)
    #expect(try folder.journal.history().count == 1)
  }

  /// A file that cannot be read costs the others nothing.
  @Test func oneThatCannotBeReadStays() throws {
    let folder = try StoreFolder()
    try folder.write("a.ics", Self.faulty(3))
    try folder.write("b.ics", "no calendar")
    try repair(folder)
    #expect(try !folder.text("a.ics").contains("METHOD"))
    #expect(try folder.text("b.ics") == "no calendar")
  }

  /// The place of the last one is taken by a folder: those that stand already are what they were.
  @Test func allGoBackWhereOneCannotBeWritten() throws {
    let folder = try StoreFolder()
    for name in ["a", "b", "c"] { try folder.write("\(name).ics", Self.faulty(20)) }
    let edits = try mended(folder)
    #expect(edits.count == 3)
    let path = folder.path + "/c.ics"
    let writer = FileTransaction(journal: folder.journal) { moment in
      guard moment == .beforeFile(2) else { return }
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
    }
    #expect(throws: WorkError.self) {
      try writer.write(edits, JournalEntry(kind: .edit, label: "check", time: noon))
    }
    for name in ["a", "b"] { #expect(try folder.text("\(name).ics") == Self.faulty(20)) }
    #expect(try folder.journal.history().isEmpty)
  }

  /// The journal calls reminders what a catalog calls them: without UIDs, with several of one, with
  /// overrides, in several calendars.
  @Test func remindersAreNamedAsInACatalog() throws {
    var named = 0
    for path in Self.files {
      let folder = try StoreFolder()
      try folder.write("file.ics", try Corpus.bytes(path))
      guard let edits = try? mended(folder) else { continue }
      let catalog = try folder.store().catalog
      var names: [Int: ModelIdentifier] = [:]
      for list in catalog.sources.flatMap(\.lists) {
        for entry in list.entries { names[entry.reminder.component.lineNumber] = entry.id }
      }
      for edit in edits {
        try edit.forEachSplice { splice in
          #expect(splice.item == names[splice.line], "\(path), line \(splice.line)")
          if splice.item != nil { named += 1 }
        }
      }
    }
    #expect(named > 20)
  }

  /// The repository's, and a sample of those of others; `LISTO_CORPUS_STEP=1` for all.
  private static var files: [String] {
    let step = ProcessInfo.processInfo.environment["LISTO_CORPUS_STEP"].flatMap(Int.init) ?? 40
    let others = Corpus.others.filter { $0.hasSuffix(".ics") }.enumerated()
    return Corpus.own + others.filter { $0.offset.isMultiple(of: step) }.map(\.element)
  }

  private func mended(_ folder: StoreFolder) throws -> [RepairedFile] {
    let inputs = SurveyedInput.all(InputTree([folder.path]).inputs, UnobservedWork())
    let job = try RepairJob(inputs, for: Self.targets, isLossy: true, ignoring: [])
    return try job.files.filter { !$0.plan.isUnchanged }.map { try RepairedFile($0.item, $0.plan) }
  }

  // MARK: Patches

  /// A patch that is made of what is mended alone says the same as one of all.
  @Test func aPatchIsThatOfWholeFiles() throws {
    var told = 0
    for path in Self.files {
      let tree = InputTree([path])
      guard let job = try? RepairJob(tree, for: Self.targets, isLossy: true, ignoring: [], UnobservedWork()),
        let file = job.files.first
      else { continue }
      let bytes = try Corpus.bytes(path)
      let mended = CalendarRepair(bytes, for: Self.targets, isLossy: true).bytes
      let catalogs = try [bytes, mended].map { bytes in
        var builder = CatalogBuilder()
        builder.add(
          try CalendarFile(reading: MemorySource(bytes), file: file.input.name),
          fileName: file.input.fileName,
          in: file.input.folder, isWritable: true)
        return builder.catalog()
      }
      var options = CatalogDifference.Options()
      options.includesInsignificant = true
      let difference = try CatalogDifference(from: catalogs[0], to: catalogs[1], options: options)
      let whole = Patch(difference).text
      #expect(try job.patch()?.text == whole, "\(path)")
      if !file.plan.isUnchanged { told += 1 }
    }
    #expect(told > 5)
  }
}
