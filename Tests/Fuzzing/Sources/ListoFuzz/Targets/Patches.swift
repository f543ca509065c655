import ICalendar
@testable import Listo

/// Whatever is read as a patch is applied or refused; one that was made of two files leads from the one to the other by meaning, and
/// changes no byte of the other.
@Sendable func fuzzPatch(_ input: [UInt8]) {
  let (a, b) = halves(input)
  if let any = try? Patch(reading: MemorySource(a)) { _ = applied(any, to: b) }
  guard let patch = try? Patch(reading: MemorySource(Patch(difference(a, b)).text)) else { return }
  let (there, plan) = applied(patch, to: a)
  // Zones that have other names are other words for the same times. What a missing END leaves open, and no patch closes since it is
  // not named there, takes in what is put behind it.
  guard endsWhatItBegins(a), endsWhatItBegins(b), tellsListsApart(a), tellsListsApart(b),
    plan.zoneConflicts.isEmpty
  else { return }
  let rest = difference(there, b)
  expect(rest.isOnlyOfZones, "a patch leads elsewhere:", "\n" + String(decoding: there, as: UTF8.self))
  let same = applied(patch, to: b).output
  expect(same == b, "a patch changes what it leads to:", "\n" + String(decoding: same, as: UTF8.self))
}

private func endsWhatItBegins(_ file: [UInt8]) -> Bool {
  !items(file).contains { item in
    guard case .problem(let problem) = item else { return false }
    return [.missingEnd, .strayEnd, .strayText].contains(problem.code)
  }
}

/// Of two lists with one identifier a patch cannot say which it means, what stands outside of any calendar has no lines to change, what
/// a list that is a folder says stands beside its files, and which of two overrides of one occurrence, or of one that cannot be read, is which would be a guess.
private func tellsListsApart(_ file: [UInt8]) -> Bool {
  let lists = catalog(file).sources.flatMap(\.lists)
  return Set(lists.map(\.list.identifier)).count == lists.count
    && lists.allSatisfy { list in list.calendars.allSatisfy { $0.header != nil && $0.file == list.place } }
    && lists.allSatisfy { list in
      var spellings: [ItemKey: Set<String?>] = [:]
      for (reminder, identifier) in zip(list.reminders, list.identifiers) {
        let key = ItemKey(reminder.component, zones: reminder.calendar.zones)
        if case .unreadable = key.occurrence { return false }
        spellings[key, default: []].insert(identifier.recurrenceID)
      }
      return spellings.values.allSatisfy { $0.count == 1 }
    }
}

private func applied(_ patch: Patch, to bytes: [UInt8]) -> (output: [UInt8], plan: PatchPlan) {
  var names = ListNames()
  do throws(ICalendarError) {
    let survey = try Survey(
      of: MemorySource(bytes), file: "fuzz.ics", fileName: "fuzz.ics", in: folder, names: &names)
    let lists = survey.calendars.map(\.list)
    let targets = survey.calendars.map {
      let name = Patch.ListName(
        identifier: $0.place.listIdentifier, title: $0.place.listTitle, fileName: "fuzz.ics")
      return PatchTarget(name: name, calendar: $0.context)
    }
    var search = PatchSearch(patch, in: targets)
    var reader = SurveyedReader(MemorySource(bytes), survey: survey)
    while let batch = try reader.next() {
      batch.forEach { item, calendar, ordinal in
        guard case .component(let component) = item, let calendar,
          let list = lists.firstIndex(of: calendar.list)
        else { return }
        search.take(component, in: calendar.context, list: list, input: 0, ordinal: ordinal)
      }
    }
    let plan = PatchPlan(search)
    _ = plan.text
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
    return (output + plan.newLists.flatMap(\.text), plan)
  } catch {
    broken("memory cannot be read")
  }
}
