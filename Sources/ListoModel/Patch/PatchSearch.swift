package import ICalendar

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
  /// The components that are looked for.
  package let wanted: PatchWanted
  /// Of each list, by the number of what is looked for: the first that is it, and the others in the order of
  /// the input.
  private var first: [[Found?]]
  private var others: [[Int: [Found]]]
  /// Of each list, how many components but zones it has.
  private(set) var counts: [Int]
  /// Of each list, the calendars in which something was found that the patch names; one may stand there
  /// several times.
  private(set) var calendars: [[CalendarContext]]
  /// Of each list that has a file for each item, the calendars of those that the patch names, by UID.
  private(set) var files: [[[UInt8]: CalendarContext]]

  /// - Parameters:
  ///   - targets: the lists of the collection, in their order.
  ///   - pipeline: what spreads the work over threads.
  package init(_ patch: Patch, in targets: [PatchTarget], on pipeline: some Pipeline = SerialPipeline()) {
    (self.patch, self.targets) = (patch, targets)
    let names = PatchTargets(patch, in: targets.map(\.name))
    self.names = names
    let pairs = patch.sections.map { PatchPair.all(in: $0, on: pipeline) }
    self.pairs = pairs
    wanted = PatchWanted(patch, pairs, in: targets, names)
    first = wanted.lists.map { [Found?](repeating: nil, count: $0.count) }
    others = targets.map { _ in [:] }
    counts = targets.map { _ in 0 }
    calendars = targets.map { _ in [] }
    files = targets.map { _ in [:] }
  }

  /// Takes note of a component, in the order of the inputs.
  ///
  /// - Parameters:
  ///   - input: the number of the input.
  ///   - ordinal: that of the component among all of the input.
  package mutating func take(
    _ component: Component, in calendar: CalendarContext, list: Int, input: Int, ordinal: Int
  ) {
    guard component.kind != .vtimezone else { return }
    counts[list] += 1
    guard let match = wanted.match(of: component, in: calendar, list: list) else { return }
    take(
      PatchSightings.Sighting(
        match: match, component: match.same ?? component.detached(), calendar: calendar, list: list,
        ordinal: ordinal), input: input)
  }

  /// Takes note of what a batch has, in the order of the inputs.
  package mutating func take(_ sightings: PatchSightings, input: Int) {
    for (list, count) in sightings.counts { counts[list] += count }
    for sighting in sightings.found { take(sighting, input: input) }
  }

  private mutating func take(_ sighting: PatchSightings.Sighting, input: Int) {
    let (list, match) = (sighting.list, sighting.match)
    if let uid = match.fileUID, files[list][uid] == nil { files[list][uid] = sighting.calendar }
    guard let number = match.number, let component = sighting.component else { return }
    if calendars[list].last !== sighting.calendar { calendars[list].append(sighting.calendar) }
    let found = Found(
      component: component, place: Place(input: input, ordinal: sighting.ordinal),
      calendar: sighting.calendar, list: list)
    if first[list][number] == nil {
      first[list][number] = found
    } else {
      others[list][number, default: []].append(found)
    }
  }

  /// The component of a list for a pair of the patch: the holder of its key with the pair's number.
  func found(_ pair: PatchPair, in list: Int) -> Found? {
    guard let number = wanted.lists[list].number(of: pair.key) else { return nil }
    guard pair.holder > 0 else { return first[list][number] }
    guard let others = others[list][number], pair.holder <= others.count else { return nil }
    return others[pair.holder - 1]
  }
}
