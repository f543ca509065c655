internal import ICalendar

/// A list of the collection that a patch is applied to.
package struct PatchTarget: Sendable {
  /// The list, as patches name it.
  package let name: Patch.ListName
  /// The first of its calendars.
  package let calendar: CalendarContext?
  /// Where each item of the list has a file: what stands beside the files.
  package let metadata: CollectionMetadata?

  /// A list that a patch may be about.
  package init(name: Patch.ListName, calendar: CalendarContext?, metadata: CollectionMetadata? = nil) {
    (self.name, self.calendar, self.metadata) = (name, calendar, metadata)
  }
}

/// The first look at the collection that a patch is applied to: finds what the patch speaks of.
///
/// Memory is that of the components that the patch names and that are not as it has them.
package struct PatchSearch: Sendable {
  /// A component of the collection.
  struct Found: Sendable {
    let component: Component
    let place: Place
    let calendar: CalendarContext
    let list: Int
  }

  /// Which component of which input it is.
  struct Place: Hashable, Sendable {
    let input: Int
    let ordinal: Int

    func hash(into hasher: inout Hasher) { hasher.combine(input << 40 ^ ordinal) }
  }

  let patch: Patch
  let targets: [PatchTarget]
  let names: PatchTargets
  /// Of each section of the patch what it says of each component.
  let pairs: [[PatchPair]]
  /// What is looked for.
  let wanted: PatchWanted
  /// Of each list, by the number of what is looked for: the first that is it, and the others in the order of the input.
  private var first: [[Found?]]
  private var others: [[Int: [Found]]]
  /// Of each list, how many components but zones it has.
  private(set) var counts: [Int]
  /// Of each list, the calendars in which something was found that the patch names; one may stand there several times.
  private(set) var calendars: [[CalendarContext]]
  /// Of each list that has a file for each item, the calendars of those that the patch names, by UID.
  private(set) var files: [[[UInt8]: CalendarContext]]

  /// - Parameter targets: the lists of the collection, in their order.
  package init(_ named: PatchNamed, in targets: [PatchTarget]) {
    (patch, pairs, self.targets) = (named.patch, named.pairs, targets)
    names = PatchTargets(patch, in: targets.map(\.name))
    wanted = PatchWanted(patch, pairs, in: targets, names)
    first = wanted.lists.map { [Found?](repeating: nil, count: $0.count) }
    others = targets.map { _ in [:] }
    counts = targets.map { _ in 0 }
    calendars = targets.map { _ in [] }
    files = targets.map { _ in [:] }
  }

  /// Takes note of what was found in a batch, in the order of the inputs.
  ///
  /// - Parameters:
  ///   - survey: of the input.
  ///   - input: the number of the input.
  ///   - number: which list a calendar is.
  package mutating func take(
    _ note: SurveyNote<PatchSightings>, of survey: Survey, input: Int, list number: (Survey.Calendar) -> Int?
  ) {
    let found = note.content.found
    var (next, end) = (0, 0)
    for run in note.runs {
      end += run.count
      let calendar = survey.calendars.indices.contains(run.calendar) ? survey.calendars[run.calendar] : nil
      let list = calendar.flatMap(number)
      if let list { counts[list] += run.count - run.zoneCount }
      while next < found.count, found[next].row < end {
        if let calendar, let list {
          let place = Place(input: input, ordinal: note.firstOrdinal + found[next].row)
          take(found[next].key, found[next].component, at: place, in: calendar.context, list: list)
        }
        next += 1
      }
    }
  }

  /// - Parameter key: as it is written.
  private mutating func take(
    _ key: ItemKey, _ component: Component, at place: Place, in calendar: CalendarContext, list: Int
  ) {
    guard wanted.lists[list].count > 0, wanted.lists[list].names(component) else { return }
    if !wanted.lists[list].uids.isEmpty {
      let uid = ItemKey.uid(of: component)
      if wanted.lists[list].uids.contains(uid), files[list][uid] == nil { files[list][uid] = calendar }
    }
    guard let number = wanted.lists[list].number(of: key.resolved(in: calendar.zones)) else { return }
    if calendars[list].last !== calendar { calendars[list].append(calendar) }
    let found = Found(component: component, place: place, calendar: calendar, list: list)
    if first[list][number] == nil {
      first[list][number] = found
    } else {
      others[list][number, default: []].append(found)
    }
  }

  /// What a list has of a pair of the patch: the holder of its key with the pair's number.
  func found(_ pair: PatchPair, in list: Int) -> Found? {
    guard let number = wanted.lists[list].number(of: pair.key) else { return nil }
    guard pair.holder > 0 else { return first[list][number] }
    guard let others = others[list][number], pair.holder <= others.count else { return nil }
    return others[pair.holder - 1]
  }
}
