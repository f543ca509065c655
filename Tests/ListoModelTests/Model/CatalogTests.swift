import ICalendar
import Testing

import ListoTestSupport
@testable import ListoModel

/// The catalog's index, and that the stream names everything as the catalog does.
@Suite struct CatalogTests {
  @Test func everyElementIsFoundByItsIdentifier() throws {
    for folders in [Files.folders(), Collisions.folders(seed: 1), Collisions.folders(seed: 2)] {
      let catalog = try TestFolder.catalog(folders).0
      var seen: Set<ModelIdentifier> = []
      for (section, source) in catalog.sources.enumerated() {
        var paths = [Catalog.IndexPath(source: section)]
        for (row, list) in source.lists.enumerated() {
          paths.append(.init(source: section, list: row))
          paths += list.reminders.indices.map { .init(source: section, list: row, reminder: $0) }
          #expect(list.reminders.count == list.identifiers.count)
        }
        for path in paths {
          let identifier = try #require(catalog.modelIdentifier(at: path))
          #expect(catalog.indexPath(for: identifier) == path)
          #expect(seen.insert(identifier).inserted, "\(identifier) names two")
          #expect(ModelIdentifier(identifier.description) == identifier)
          #expect(identifier.kind == (path.reminder != nil ? .reminder : path.list != nil ? .list : .source))
          guard let container = identifier.container else { continue }
          let above = Catalog.IndexPath(source: path.source, list: path.reminder == nil ? nil : path.list)
          #expect(catalog.indexPath(for: container) == above)
        }
      }
      #expect(seen.count > 3)
    }
  }

  @Test func nothingStandsElsewhere() throws {
    let folder = TestFolder("/s/f", [.init("a.ics", Make.calendar(["NAME:A"], Make.todo("UID:1")))])
    let catalog = try TestFolder.catalog([folder]).0
    for path in [
      Catalog.IndexPath(source: -1), .init(source: 1), .init(source: 0, list: -1), .init(source: 0, list: 1),
      .init(source: 0, list: 0, reminder: -1), .init(source: 0, list: 0, reminder: 1),
    ] {
      #expect(catalog.modelIdentifier(at: path) == nil)
      #expect(catalog.reminder(at: path) == nil)
    }
    #expect(catalog.indexPath(for: ModelIdentifier(source: "/s/f", list: .init("a.ics", holder: 2))) == nil)
  }

  @Test func secondAndThirdHolders() throws {
    let calendar = Make.calendar(
      ["X-WR-RELCALID:R"], Make.todo("UID:1"), Make.todo("UID:1"),
      Make.todo("UID:1", "RECURRENCE-ID:20260101"))
    let folder = TestFolder("/s/f", [.init("a.ics", calendar), .init("b.ics", calendar)])
    let (catalog, problems) = try TestFolder.catalog([folder])
    let names = catalog.reminderPaths.compactMap(catalog.modelIdentifier).map {
      $0.description.replacing("%2Fs%2Ff/", with: "")
    }
    #expect(names == ["R/1", "R/1~2", "R/1/20260101", "R~2/1", "R~2/1~2", "R~2/1/20260101"])
    #expect(problems.map(\.code) == [.duplicateIdentifier, .duplicateIdentifier, .duplicateIdentifier])
    #expect(
      problems.map { "\($0.file ?? "?"):\($0.line ?? 0)" } == [
        "/s/f/a.ics:7", "/s/f/b.ics:1", "/s/f/b.ics:7",
      ])
  }

  // MARK: Subtasks

  @Test func subtasksAreNamedOnceAndNotByThemselves() throws {
    let calendar = Make.calendar(
      ["NAME:A"], Make.todo("UID:own", "RELATED-TO:own"), Make.todo("UID:part", "RELATED-TO:own"),
      Make.todo("UID:part", "RECURRENCE-ID:20260101", "RELATED-TO:own"),
      Make.todo("UID:other", "RELATED-TO;RELTYPE=SIBLING:own"),
      Make.todo("UID:one", "RELATED-TO:two"), Make.todo("UID:two", "RELATED-TO:one"))
    let catalog = try TestFolder.catalog([TestFolder("/s/f", [.init("a.ics", calendar)])]).0
    let children = catalog.reminderPaths.compactMap(catalog.modelIdentifier).map { identifier in
      catalog.subtasks(of: identifier).map { ($0.uid ?? "") + ($0.recurrenceID == nil ? "" : "/") }
    }
    #expect(children == [["part"], [], [], [], ["two"], ["one"]])
    let list = try #require(catalog.lists.first)
    #expect(catalog.subtasks(of: list.identifier).isEmpty)
  }

  // MARK: Stream and catalog

  @Test(arguments: [
    // The same UID in two files of one collection.
    ["1", "1", "2", "1"],
    // UIDs that are written differently and say the same, and the other way round.
    ["a\\,b", "a,b", "a\\\\,b"], ["\u{E9}", "e\u{301}", "e"], ["", "", "x"], ["x;", "x\\;"], ["A", "a"],
  ])
  func holdersAcrossFiles(uids: [String]) throws {
    let todos = uids.map { Make.todo("UID:\($0)") }
    try expectAgreement([
      TestFolder("/s/c", todos.enumerated().map { .init("\($0).ics", Make.calendar([], $1)) })
    ])
    try expectAgreement([TestFolder("/s/c", [.init("a.ics", Make.calendar([], todos))])])
  }

  @Test func holdersOfOverrides() throws {
    for recurrenceID in [
      "RECURRENCE-ID:20260101T100000Z", "RECURRENCE-ID;TZID=Europe/Berlin:20260101T100000",
      "RECURRENCE-ID:20260101T100000", "RECURRENCE-ID;VALUE=DATE:20260101", "RECURRENCE-ID:nonsense",
      "X-NONE:1",
    ] {
      for other in [
        "RECURRENCE-ID;TZID=Europe/Paris:20260101T100000", "RECURRENCE-ID:20260101T100000Z", "X-NONE:1",
      ] {
        let todos = [recurrenceID, other, recurrenceID].map { Make.todo("UID:1", $0) }
        try expectAgreement([TestFolder("/s/c", [.init("a.ics", Make.calendar(["NAME:A"], todos))])])
        try expectAgreement([
          TestFolder("/s/c", todos.enumerated().map { .init("\($0).ics", Make.calendar([], $1)) })
        ])
      }
    }
  }

  @Test func samplesAndCorpusAreNamedAlikeEitherWay() throws {
    let folders = Files.folders()
    #expect(folders.count > 5)
    try expectAgreement(folders)
  }

  @Test func generatedCollectionsAreNamedAlikeEitherWay() throws {
    let seed = Seed.current
    for round in 0..<100 {
      try expectAgreement(Collisions.folders(seed: seed &+ UInt64(round)), "seed \(seed), \(round)")
    }
  }

  /// The stream's calendars, list names, holders and warnings are the catalog's.
  private func expectAgreement(_ folders: [TestFolder], _ note: String = "") throws {
    let (catalog, catalogProblems) = try TestFolder.catalog(folders)
    let (surveys, surveyProblems) = try TestFolder.surveys(folders)
    var streamed: [String: [String]] = [:]
    for (file, survey) in surveys {
      var reader = SurveyedReader(MemorySource(file.bytes), survey: survey)
      while let batch = try reader.next() {
        batch.forEach { item, calendar, ordinal in
          guard case .component(let component) = item, component.kind == .vtodo, let calendar else { return }
          let name = IdentityInList(Reminder(component, in: calendar.context))
          let identifier = ModelIdentifier(
            source: calendar.place.source.identifier, list: calendar.list,
            uid: .init(name.uid, holder: batch.holder(ordinal)), recurrenceID: name.recurrenceID)
          let list = ModelIdentifier(source: identifier.source, list: calendar.list)
          streamed["\(list)\t\(calendar.place.listTitle)", default: []].append(identifier.description)
        }
      }
    }
    var held: [String: [String]] = [:]
    for list in catalog.sources.flatMap(\.lists) where !list.reminders.isEmpty {
      held["\(list.identifier)\t\(list.list.title)"] = list.identifiers.map(\.description)
    }
    #expect(streamed == held, "\(note)")
    func texts(_ problems: [Diagnostic], of duplicates: Bool) -> [String] {
      // The stream does not ask for a reminder's UID where no one does.
      problems.filter { $0.code != .missingUID && ($0.code == .duplicateIdentifier) == duplicates }
        .map { duplicates ? "\($0.file ?? "?"):\($0.line ?? 0)" : $0.description }.sorted()
    }
    #expect(texts(surveyProblems, of: false) == texts(catalogProblems, of: false), "\(note)")
    #expect(texts(surveyProblems, of: true) == texts(catalogProblems, of: true), "\(note)")
  }
}
