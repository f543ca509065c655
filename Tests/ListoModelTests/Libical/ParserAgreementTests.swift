import ListoTestSupport
import Testing

@testable import ICalendar
@testable import ListoModel

/// Listo's parser and libical's make the same catalog of a file, but for what ``LibicalFault`` says that
/// libical loses.
@Suite struct ParserAgreementTests {
  /// The counts of a comparison, and its problems.
  struct Tally: CustomStringConvertible {
    var files = 0
    var equal = 0
    var reminders = 0
    /// Files that libical reads nothing of, and those that it is not given.
    var unread = 0
    var withheld = 0
    /// Reminders and other components that libical lost or changed, by why.
    var faults: [LibicalFault: Int] = [:]
    var problems: [String] = []

    var description: String {
      let rows = faults.sorted { $0.value > $1.value }.map { "\($0.value) × \($0.key)" }
      return "\(files) files, \(equal) with equal catalogs, \(unread) unread, \(withheld) withheld; "
        + "\(reminders) reminders; \(rows.joined(separator: ", "))"
    }
  }

  @Test func ownFiles() throws { try compare(Corpus.own, atLeast: 40) }

  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS is not set"))
  func corpus() throws { try compare(Corpus.others, atLeast: 100) }

  @Test func generated() throws {
    var calendar = GeneratedCalendar(random: SplitMix64(seed: Seed.current))
    var tally = Tally()
    for _ in 0..<Rounds.times(150) {
      let bytes = calendar.file()
      try Self.compare(bytes, "generated", &tally)
      guard tally.problems.isEmpty else {
        Issue.record(
          "LISTO_SEED=\(Seed.current): \(tally.problems) in\n\(String(decoding: bytes, as: UTF8.self).debugDescription)"
        )
        break
      }
    }
    print(tally)
    #expect(tally.equal > 5 && tally.reminders > 100)
  }

  private func compare(_ files: [String], atLeast least: Int) throws {
    var tally = Tally()
    for (file, bytes) in try Corpus.small(files, below: 100_000) {
      try Self.compare(bytes, file.split(separator: "/").suffix(2).joined(separator: "/"), &tally)
    }
    print(tally)
    for problem in tally.problems.prefix(40) { Issue.record(Comment(rawValue: problem)) }
    #expect(tally.equal > least)
  }

  static func compare(_ bytes: [UInt8], _ name: String, _ tally: inout Tally) throws {
    tally.files += 1
    // Of lines that end with a carriage return alone libical reads 78 bytes.
    if !bytes.contains(0x0A), bytes.split(separator: 0x0D).contains(where: { $0.count > 78 }) {
      tally.withheld += 1
      return
    }
    let ours = try CalendarFile(reading: MemorySource(bytes), file: "Home.ics")
    let read: LibicalFile?
    do throws(ValueError) {
      read = try LibicalFile.parse(bytes)
    } catch {
      // A NUL, an END without its BEGIN, or what libical has no bound for.
      tally.withheld += 1
      return
    }
    guard let read else {
      tally.unread += 1
      if !isUnfinished(bytes) { tally.problems.append("\(name): libical reads nothing of a whole file") }
      return
    }
    let theirs = try CalendarFile(reading: MemorySource(read.bytes), file: "Home.ics")
    let (old, new) = (catalog(ours), catalog(theirs))
    var options = CatalogDifference.Options()
    options.includesInsignificant = true
    // Lists of one name are numbered in the order of their components, and libical puts zones before all
    // others.
    options.ignoresLists = ours.calendars.count > 1
    let difference = try CatalogDifference(from: old, to: new, options: options)
    if difference.isEmpty { tally.equal += 1 }
    tally.reminders += old.reminderPaths.count
    let zonesDiffer = zones(bytes).contains { !Losses($0).names.isEmpty }
    let headers = ours.calendars.compactMap(\.context.header).map(Losses.init)
    let lost = Set(read.places.filter { $0.writtenLine == nil }.map(\.line))
    let changed = old.uidsOfIdentitiesThatLibicalChanges
    for list in difference.lists {
      // A file of one component is an item of its folder's list.
      for field in list.fields where lost.isEmpty && headers.allSatisfy(\.names.isEmpty) {
        tally.problems.append("\(name): list: \(field.name): \(field.old ?? "-") became \(field.new ?? "-")")
      }
      for item in list.items {
        guard let component = item.old else {
          if changed.isEmpty {
            tally.problems.append("\(name): \(item.title ?? "?") came")
          }
          continue
        }
        // Others of its UID are holders of another number then.
        if changed.contains(component.first(.uid)?.text ?? "") { continue }
        let losses = Losses(component)
        for fault in losses.faults { tally.faults[fault, default: 0] += 1 }
        if item.new == nil, lost.contains(component.lineNumber) { continue }
        for field in item.fields where !losses.names.contains(field.name) {
          if case .zone = field.change, zonesDiffer || !losses.names.isEmpty { continue }
          tally.problems.append("\(name):\(component.lineNumber): \(field.name) \(Self.words(field.change))")
        }
        if item.new == nil {
          tally.problems.append("\(name):\(component.lineNumber): \(item.title ?? "?") is gone")
        }
      }
    }
  }

  /// The properties and components that libical loses of a component, and the faults behind the losses.
  struct Losses {
    /// The names of properties, and of components with losses in them.
    private(set) var names: Set<String> = []
    private(set) var faults: Set<LibicalFault> = []

    init(_ component: Component) {
      guard let theirs = try? component.parsedByLibical() else { return }
      var comparison = LibicalComparison()
      comparison.compare(component, theirs)
      // A line that is no content line has no name.
      let lines: [LibicalFault?] = [.noContentLine, .malformedLine, .blankInName]
      names = Set(
        comparison.differences.filter { $0.fault != nil }.flatMap {
          [$0.name] + (lines.contains($0.fault) ? [""] : [])
        })
      faults = Set(comparison.differences.compactMap(\.fault))
      for child in component.children where !Losses(child).names.isEmpty { names.insert(child.name) }
    }

    /// Without a UID a component is known by what is in it.
    func changeIdentity(of component: Component) -> Bool {
      names.contains("UID") || names.contains("RECURRENCE-ID") || component.first(.uid) == nil
    }
  }

  private static func zones(_ bytes: [UInt8]) -> [Component] {
    var reader = ItemReader(bytes)
    var zones: [Component] = []
    while let item = try? reader.next() {
      if case .component(let component) = item, component.kind == .vtimezone { zones.append(component) }
    }
    return zones
  }

  private static func words(_ change: FieldDifference.Change) -> String {
    switch change {
    case .value(let old, let new): "\(old?.content ?? "-") became \(new?.content ?? "-")"
    case .elements(let removed, let added): "\(removed.map(\.line)) became \(added.map(\.line))"
    default: "changed"
    }
  }

  private static func isUnfinished(_ bytes: [UInt8]) -> Bool {
    let reader = try? CalendarFile(reading: MemorySource(bytes), file: "Home.ics")
    return reader?.problems.contains(where: \.code.mayHideComponents) ?? true
      || reader?.calendars.isEmpty ?? true
  }

  private static func catalog(_ file: CalendarFile) -> Catalog {
    let folder = CatalogBuilder.Folder(
      parent: Source(identifier: "/s", title: "s", kind: .folder),
      source: Source(identifier: "/s/f", title: "f", kind: .folder), name: "f", path: "/s/f")
    var builder = CatalogBuilder()
    builder.add(file, fileName: "Home.ics", in: folder)
    return builder.catalog()
  }
}

extension Catalog {
  /// The UIDs, empty for none, of the components whose UID or RECURRENCE-ID libical loses; and of those that
  /// share a UID, and of which it loses anything: which of them is which is told by what they say.
  fileprivate var uidsOfIdentitiesThatLibicalChanges: Set<String> {
    let components = lists.flatMap { $0.reminders.map(\.component) + $0.otherItems.map(\.component) }
    let holders = Dictionary(grouping: components) { $0.first(.uid)?.text ?? "" }
    let changed = holders.filter { _, components in
      components.contains {
        let losses = ParserAgreementTests.Losses($0)
        return losses.changeIdentity(of: $0) || components.count > 1 && !losses.names.isEmpty
      }
    }
    return Set(changed.keys)
  }
}

extension Property {
  fileprivate var content: String { String(decoding: unfolded, as: UTF8.self) }
}
