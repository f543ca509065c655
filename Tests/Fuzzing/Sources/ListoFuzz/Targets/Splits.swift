import Listo
@testable import ListoModel

/// Each component is in exactly one part, however the parts are made, and a merge of the parts is that of the
/// whole by meaning.
@Sendable func fuzzSplit(_ input: [UInt8]) {
  let (a, b) = halves(input)
  let before = components([a, b])
  // Where zones collide, what they are called depends on who is there, and so does what one means that is not
  // defined where it is named; and what is refused is so as a whole.
  let plan = try? Merge.plan([a, b].enumerated().map { MemoryInput(name: "\($0.offset)", $0.element) })
  let isPlain =
    (plan.map { $0.report.zoneConflicts.isEmpty && $0.report.refused.isEmpty } ?? false)
    && definesItsZones(a) && definesItsZones(b)
  let whole = !isPlain ? nil : merged([a, b], MergeOptions(lists: .one(title: nil)))
  for way in [SplitWay.list, .source, .tag, .uid, .year, .origin] {
    let parts = parts(of: [a, b], by: way)
    // By origin a component is in each part that it came from, and says so no more.
    if way == .origin { continue }
    expect(components(parts) == before, "a component is lost, or in two parts, by \(way.rawValue)")
    guard !parts.isEmpty, let whole, let again = merged(parts, MergeOptions(lists: .one(title: nil))) else {
      continue
    }
    let rest = difference(whole, again, ignoresLists: true)
    expect(
      rest.isOnlyOfZones, "the parts by \(way.rawValue) merged are another collection:",
      "\n" + String(decoding: again, as: UTF8.self) + "\n---- not\n" + String(decoding: whole, as: UTF8.self))
  }
}

private func definesItsZones(_ file: [UInt8]) -> Bool {
  var (used, defined): (Set<String>, Set<String>) = ([], [])
  for component in components(items(file)) {
    component.collectZones(into: &used)
    if let tzid = component.zoneName { defined.insert(tzid) }
  }
  return used.isSubset(of: defined)
}

private func parts(of files: [[UInt8]], by way: SplitWay) -> [[UInt8]] {
  var names = ListNames()
  var survey = SplitSurvey(by: way)
  do throws(ICalendarError) {
    for (number, bytes) in files.enumerated() {
      let input = try Survey(
        of: MemorySource(bytes), file: "\(number).ics", fileName: "\(number).ics", in: folder, names: &names)
      var reader = SurveyedReader(MemorySource(bytes), survey: input)
      let isCollection = input.calendars.allSatisfy { $0.place.listIdentifier == folder.name }
      while let batch = try reader.next() { survey.take(batch, input: number, isCollection: isCollection) }
    }
  } catch {
    broken("memory cannot be read")
  }
  let plan = SplitPlan(survey, inputs: files.indices.map { "\($0).ics" })
  return plan.parts.map { part in
    var output: [UInt8] = []
    do {
      try plan.write(part) { input, count, offset, bytes in
        bytes += files[input][offset..<offset + count]
      } to: {
        output += $0
      }
    } catch {
      broken("a part cannot be written")
    }
    return output
  }
}

/// How often each component stands in files, zones apart.
private func components(_ files: [[UInt8]]) -> [[UInt8]: Int] {
  var result: [[UInt8]: Int] = [:]
  do throws(ICalendarError) {
    for file in files {
      var reader = ItemReader(MemorySource(file))
      while let item = try reader.next() {
        guard case .component(let component) = item, component.kind != .vtimezone else { continue }
        result[Array(component.standingAlone().bytes), default: 0] += 1
      }
    }
  } catch {
    broken("memory cannot be read")
  }
  return result
}
