import ICalendar

@testable import ListoModel

/// A patch applied to a file in memory. The tests of patches and the fuzz targets, which this file is linked
/// into, ask it the same.
struct PatchTrial {
  let plan: PatchPlan
  /// The file and, behind it, lists that come new.
  let output: [UInt8]

  /// - Parameters:
  ///   - file: the name of the file.
  ///   - folder: what it stands in.
  ///   - take: looks through a batch, whose lists it is told; nil to do so component by component.
  init(
    _ patch: Patch, to bytes: [UInt8], file: String, in folder: CatalogBuilder.Folder,
    options: PatchOptions = PatchOptions(),
    take: ((inout PatchSearch, SurveyedBatch, [ModelIdentifier.Name]) -> Void)? = nil
  ) throws(ICalendarError) {
    var listNames = ListNames()
    let survey = try Survey(
      of: MemorySource(bytes), file: file, fileName: file, in: folder, names: &listNames)
    let lists = survey.calendars.map(\.list)
    let names = Patch.ListName.numbered(
      survey.calendars.map {
        Patch.ListName(identifier: $0.place.listIdentifier, title: $0.place.listTitle, path: file)
      })
    let targets = zip(names, survey.calendars).map { PatchTarget(name: $0, calendar: $1.context) }
    var search = PatchSearch(patch, in: targets)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    while let batch = try reader.next() {
      if let take {
        take(&search, batch, lists)
        continue
      }
      batch.forEach { item, calendar, ordinal in
        guard case .component(let component) = item, let calendar,
          let list = lists.firstIndex(of: calendar.list)
        else { return }
        search.take(component, in: calendar.context, list: list, input: 0, ordinal: ordinal)
      }
    }
    plan = PatchPlan(search, options: options)
    var writer = plan.writer()
    var output: [UInt8] = []
    reader = SurveyedReader(MemorySource(bytes), survey: survey)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        writer.take(
          item, list: calendar.flatMap { lists.firstIndex(of: $0.list) }, in: calendar?.context, input: 0,
          ordinal: ordinal, holdsAdditions: true, to: &output)
      }
    }
    writer.finish(holdsAdditions: true, to: &output)
    if !plan.newLists.isEmpty, output.last != 0x0A { output += [0x0D, 0x0A] }
    self.output = output + plan.newLists.flatMap(\.text)
  }
}

extension Catalog {
  /// A patch of it can say what it means. Of two lists with one identifier it cannot say which it means, what
  /// stands outside of any calendar has no lines to change, and what a list that is a folder says stands
  /// beside its files.
  var tellsListsApart: Bool {
    let lists = sources.flatMap(\.lists)
    return Set(lists.map(\.list.identifier)).count == lists.count
      && lists.allSatisfy { list in list.calendars.allSatisfy { $0.header != nil && $0.file == list.place } }
      && lists.allSatisfy(\.hasOneSpelling)
  }
}

extension Catalog.ListNode {
  /// No occurrence is overridden twice in two spellings, or in one that cannot be read: which of them is
  /// which would be a guess.
  fileprivate var hasOneSpelling: Bool {
    var spellings: [ItemKey: Set<String?>] = [:]
    for (reminder, identifier) in zip(reminders, identifiers) {
      let key = ItemKey(reminder.component, zones: reminder.calendar.zones)
      if case .unreadable = RecurrenceKey(reminder.component.first(.recurrenceID)) { return false }
      spellings[key, default: []].insert(identifier.recurrenceID)
    }
    return spellings.values.allSatisfy { $0.count == 1 }
  }
}

extension CatalogDifference {
  /// Nothing differs but the clock of a zone that one side names and does not define: where the other does,
  /// that counts.
  var isOnlyOfZones: Bool {
    lists.allSatisfy { list in
      list.old != nil && list.new != nil && list.fields.isEmpty
        && list.items.allSatisfy { item in
          item.kind == .changed
            && item.fields.allSatisfy { field in
              if case .zone = field.change { return true }
              return false
            }
        }
    }
  }
}
