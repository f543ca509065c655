public import ICalendar

/// A list of the collection that a patch is applied to.
public struct PatchTarget: Sendable {
  /// The list, as patches name it.
  public let name: Patch.ListName
  /// The first of its calendars.
  public let calendar: CalendarContext?
  /// Where each item of the list has a file: what stands beside the files.
  public let metadata: CollectionMetadata?

  /// A list that a patch may be about.
  public init(name: Patch.ListName, calendar: CalendarContext?, metadata: CollectionMetadata? = nil) {
    (self.name, self.calendar, self.metadata) = (name, calendar, metadata)
  }
}

/// The first look at the collection that a patch is applied to: finds what the patch speaks of.
///
/// Memory is that of the components that the patch names.
public struct PatchSearch: Sendable {
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
  }

  let patch: Patch
  let targets: [PatchTarget]
  let names: PatchTargets
  /// Of each list, what the patch names, in the order of the input.
  private(set) var found: [[ItemKey: [Found]]]
  /// Of each list, how many components but zones it has.
  private(set) var counts: [Int]
  /// Of each list that has a file for each item, the calendars of those that the patch names, by UID.
  private(set) var files: [[[UInt8]: CalendarContext]]
  private let wanted: [Set<ItemKey>]
  private let wantedUIDs: [Set<[UInt8]>]
  private let components: [Set<String>]

  /// - Parameter targets: the lists of the collection, in their order.
  public init(_ patch: Patch, in targets: [PatchTarget]) {
    (self.patch, self.targets) = (patch, targets)
    let names = PatchTargets(patch, in: targets.map(\.name))
    self.names = names
    found = targets.map { _ in [:] }
    counts = targets.map { _ in 0 }
    files = targets.map { _ in [:] }
    var wanted = targets.map { _ in Set<ItemKey>() }
    for section in patch.sections {
      let keys = [section.base, section.theirs].compactMap(\.self).flatMap { side in
        side.items.map { ItemKey($0, zones: side.zones) }
      }
      let places = [
        section.base.flatMap { names.index(ofOld: $0.list) },
        section.theirs.flatMap { names.index(ofNew: $0.list) },
      ]
      for index in places.compactMap(\.self) { wanted[index].formUnion(keys) }
    }
    self.wanted = wanted
    wantedUIDs = zip(wanted, targets).map { $1.metadata == nil ? [] : Set($0.map(\.uid)) }
    components = wanted.map { Set($0.map(\.name)) }
  }

  /// Takes note of a component, in the order of the inputs.
  ///
  /// - Parameters:
  ///   - input: the number of the input.
  ///   - ordinal: that of the component among all of the input.
  public mutating func take(
    _ component: Component, in calendar: CalendarContext, list: Int, input: Int, ordinal: Int
  ) {
    guard component.kind != .vtimezone else { return }
    counts[list] += 1
    guard !wanted[list].isEmpty, components[list].contains(component.name) else { return }
    let key = ItemKey(component, zones: calendar.zones)
    if wantedUIDs[list].contains(key.uid), files[list][key.uid] == nil { files[list][key.uid] = calendar }
    guard wanted[list].contains(key) else { return }
    found[list][key, default: []].append(
      Found(
        component: component.detached(), place: Place(input: input, ordinal: ordinal), calendar: calendar,
        list: list))
  }
}
