import ICalendar

@testable import Listo

/// Comparing and patching of files in memory.
enum Patching {
  static func catalog(_ bytes: [UInt8], file: String = "a.ics") throws -> Catalog {
    try TestFolder.catalog([TestFolder("/s/f", [.init(file, bytes: bytes)])]).0
  }

  static func difference(
    _ old: [UInt8], _ new: [UInt8], options: CatalogDifference.Options = .init()
  ) throws -> CatalogDifference {
    try CatalogDifference(from: catalog(old), to: catalog(new), options: options)
  }

  /// The patch as it was written and read again.
  static func patch(_ old: [UInt8], _ new: [UInt8]) throws -> Patch {
    try Patch(reading: MemorySource(Patch(difference(old, new)).text))
  }

  static func apply(
    _ patch: Patch, to bytes: [UInt8], prefer: MergePreference = .newest
  ) throws -> (plan: PatchPlan, output: [UInt8]) {
    var names = ListNames()
    let folder = TestFolder("/s/f", []).folder
    let survey = try Survey(
      of: MemorySource(bytes), file: "a.ics", fileName: "a.ics", in: folder, names: &names)
    let lists = survey.calendars.map(\.list)
    var search = PatchSearch(
      patch,
      in: survey.calendars.map {
        let name = Patch.ListName(
          identifier: $0.place.listIdentifier, title: $0.place.listTitle, fileName: "a.ics")
        return PatchTarget(name: name, calendar: $0.context)
      })
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        guard case .component(let component) = item, let calendar,
          let list = lists.firstIndex(of: calendar.list)
        else { return }
        search.take(component, in: calendar.context, list: list, input: 0, ordinal: ordinal)
      }
    }
    let plan = PatchPlan(search, options: PatchOptions(preference: prefer))
    var writer = plan.writer()
    var output: [UInt8] = []
    reader = SurveyedReader(MemorySource(bytes), survey: survey)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        writer.take(
          item, list: calendar.flatMap { lists.firstIndex(of: $0.list) }, in: calendar?.context, input: 0,
          ordinal: ordinal,
          holdsAdditions: true, to: &output)
      }
    }
    writer.finish(holdsAdditions: true, to: &output)
    if !plan.newLists.isEmpty, output.last != 0x0A { output += [0x0D, 0x0A] }
    return (plan, output + plan.newLists.flatMap(\.text))
  }
}
