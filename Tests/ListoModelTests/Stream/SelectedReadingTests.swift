import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// A catalog that holds what is asked for shows what the whole one does.
@Suite struct SelectedReadingTests {
  private static let context = SampleQueryTests.context

  @Test func generatedQueriesOverGeneratedCollections() throws {
    var random = SplitMix64(seed: Seed.current)
    var (read, left) = (0, 0)
    for _ in 0..<120 {
      // Several calendars of a file may have one name.
      let calendars = (0..<[1, 1, 3].pick(using: &random)).map { _ in QueryAgreementTests.calendar(&random) }
      let text = Array(calendars.joined().utf8)
      for _ in 0..<4 {
        let query = QueryExpression(GeneratedQuery.node(depth: 2, &random)).query(in: Self.context)
        let found = try Self.compare(
          text, query, &random, "\(query), seed \(random.seed)\n\(String(decoding: text, as: UTF8.self))")
        read += found.map { _ in 1 } ?? 0
        left += found ?? 0
      }
    }
    #expect(read > 0 && left > 0, "\(read) read, \(left) left, seed \(random.seed)")
  }

  @Test func filesOfOthers() throws {
    var random = SplitMix64(seed: Seed.current)
    var read = 0
    for (path, bytes) in try Corpus.small(Corpus.own + Corpus.others, below: 1 << 15) {
      for text in [
        "open", "open or not open", "due > today and not has tags", "title ~ a or priority = high",
      ] {
        let query = try QueryExpression(text).query(in: Self.context)
        read +=
          try Self.compare(bytes, query, &random, "\(text), \(path), seed \(random.seed)") == nil ? 0 : 1
      }
    }
    #expect(read > 20)
  }

  /// Of the first few that may be asked for, the first that is asked for is that of all.
  @Test func theFirstForQueriesThatAskForOthers() throws {
    var random = SplitMix64(seed: Seed.current)
    var found = 0
    for _ in 0..<200 {
      let text = Array(QueryAgreementTests.calendar(&random).utf8)
      let words = [
        "startable and not blocked and not has open subtask", "blocked or has open subtask",
        "not (has open parent and open)",
      ].pick(using: &random)
      let query = try QueryExpression(words).query(in: Self.context)
      let count = [1, 2, 5].pick(using: &random)
      let selection = try #require(
        CatalogSelection.first(count, of: query, by: .natural, Self.context))
      guard let file = try Self.read(text, selection, ReadingLimits(blockBytes: 400)) else { continue }
      let (part, whole) = (
        Self.catalog(file),
        Self.catalog(try CalendarFile(reading: MemorySource(text), file: "Home.ics"))
      )
      func sorted(_ query: Query, _ catalog: Catalog) -> [Catalog.IndexPath] {
        let paths = catalog.matches(query, in: Self.context).paths
        return SortOrder.natural.sorted(
          catalog.reminderPaths.filter(paths.contains), of: catalog, Self.context)
      }
      let can = Set(sorted(query, part))
      guard let first = sorted(selection.query, part).prefix(count).first(where: can.contains) else {
        continue
      }
      found += 1
      #expect(
        part.modelIdentifier(at: first) == sorted(query, whole).first.flatMap(whole.modelIdentifier),
        "\(words), seed \(random.seed)\n\(String(decoding: text, as: UTF8.self))")
    }
    #expect(found > 20, "seed \(random.seed)")
    let nested = try QueryExpression("subtask (has open subtask)")
    #expect(CatalogSelection.first(1, of: nested.query(in: Self.context), by: .natural, Self.context) == nil)
  }

  private static func catalog(_ file: CalendarFile) -> Catalog {
    var builder = CatalogBuilder()
    builder.add(file, fileName: "Home.ics", in: folder)
    return builder.catalog()
  }

  /// - Returns: how many reminders were not held; nil where the input had to be read whole.
  private static func compare(
    _ bytes: [UInt8], _ query: Query, _ random: inout SplitMix64, _ words: String
  ) throws -> Int? {
    // So that there are several batches.
    let limits = ReadingLimits(blockBytes: [200, 1000, 1 << 18].pick(using: &random))
    let order = [SortOrder.natural, .manual, SortOrder([.init(.field(.title))])].pick(using: &random)
    let isForFinished = Bool.random(using: &random)
    let fields: Set<FieldID>? = Bool.random(using: &random) ? order.fields : nil
    guard
      var selection = CatalogSelection(query, context, isForFinished: isForFinished, fields: fields)
    else { return nil }
    let limit = [nil, 0, 1, 3].pick(using: &random)
    if let limit { selection.best = .init(order, limit) }
    selection.group = { $0.priority ?? -1 }
    guard let file = try read(bytes, selection, limits) else { return nil }
    var builder = CatalogBuilder()
    builder.add(file, fileName: "Home.ics", in: folder)
    guard !builder.hasRenamedSelections else { return nil }
    let whole = try CalendarFile(reading: MemorySource(bytes), file: "Home.ics", limits: limits)
    var wholeBuilder = CatalogBuilder()
    wholeBuilder.add(whole, fileName: "Home.ics", in: folder)
    #expect(builder.problems == wholeBuilder.problems, "\(words)")
    let view = View(query, order, isForFinished, limit, fields == nil ? nil : CatalogSelection.rowFields)
    let (found, expected) = (try view.text(builder.catalog()), try view.text(wholeBuilder.catalog()))
    #expect(found == expected, "\(words)")
    return builder.catalog().lists.reduce(0) { $0 + ($1.omitted?.counts.total ?? 0) }
  }

  private static let folder = TestFolder("/s/f", []).folder

  private static func read(
    _ bytes: [UInt8], _ selection: CatalogSelection, _ limits: ReadingLimits
  ) throws -> CalendarFile? {
    var reading = SelectedReading(
      selection, file: "Home.ics", fileName: "Home.ics", in: folder, limits: limits, zones: ZoneCache())
    guard try reading.read(MemorySource(bytes), on: SerialPipeline()) else { return nil }
    guard reading.readParents(on: SerialPipeline(), { Array(bytes[$0]) }) else { return nil }
    return reading.finish()
  }

  /// The choices of a listing: query, order, finished reminders, limit and fields.
  private struct View {
    let query: Query
    let order: SortOrder
    let isForFinished: Bool
    let limit: Int?
    /// Nil for every line.
    let fields: Set<FieldID>?

    init(_ query: Query, _ order: SortOrder, _ isForFinished: Bool, _ limit: Int?, _ fields: Set<FieldID>?) {
      (self.query, self.order, self.isForFinished, self.limit) = (query, order, isForFinished, limit)
      self.fields = fields
    }

    func text(_ catalog: Catalog) throws -> [String] {
      let matches = catalog.matches(query, in: context)
      var lines = matches.problems.map(\.description)
      let names = ShortNames(catalog)
      let asked = catalog.reminderPaths.filter { path in
        matches.paths.contains(path) && (isForFinished || catalog.reminder(at: path)?.isOpen == true)
      }
      let shown = order.sorted(asked, of: catalog, context).prefix(limit ?? .max)
      for (section, source) in catalog.sources.enumerated() {
        for (row, list) in source.lists.enumerated() {
          let paths = list.reminders.indices.map {
            Catalog.IndexPath(source: section, list: row, reminder: $0)
          }
          let found = paths.filter(matches.paths.contains)
          let counts =
            ReminderCounts(found.compactMap(catalog.reminder(at:)), context)
            + (list.omitted?.matching ?? ReminderCounts())
          let others = list.reminders.count - found.count + (list.omitted?.others.total ?? 0)
          let besides = list.others.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
          lines.append("\(list.title) \(list.identifier) \(counts) \(others) \(besides)")
          let meant = found.filter { isForFinished || catalog.reminder(at: $0)?.isOpen == true }
          var groups = list.omitted?.groups ?? [:]
          for path in meant { groups[catalog.reminder(at: path)?.priority ?? -1, default: 0] += 1 }
          lines.append("\(groups.filter { $0.value != 0 }.sorted { $0.key < $1.key })")
          let parents = Hierarchy.parents(of: list.reminders)
          for path in shown where path.source == section && path.list == row {
            lines.append(self.line(path, list, names, parents))
          }
        }
      }
      return lines
    }

    private func line(
      _ path: Catalog.IndexPath, _ list: Catalog.ListNode, _ names: ShortNames, _ parents: [Int?]
    ) -> String {
      let index = path.reminder ?? 0
      let reminder = list.reminders[index]
      var line = names.name(of: list.identifiers[index]) + " \(list.identifiers[index])"
      if let fields {
        for field in FieldID.allCases where fields.contains(field) {
          line += " \(field)=\(String(describing: Field[field].get(reminder)))"
        }
        line += " \(reminder.isRecurring) \(reminder.alarms.compactMap(\.proximity))"
      } else {
        line += " " + String(decoding: reminder.component.bytes, as: UTF8.self)
      }
      var seen: Set<Int> = [index]
      var next = parents[index]
      while let parent = next, seen.insert(parent).inserted {
        line += " < \(list.identifiers[parent]) \(list.reminders[parent].title ?? "")"
        next = parents[parent]
      }
      return line + " line \(reminder.component.lineNumber)"
    }
  }
}
