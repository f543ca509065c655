public import ICalendar

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
  let targets: PatchTargets
  /// Of each list, what the patch names, in the order of the input.
  private(set) var found: [[ItemKey: [Found]]]
  /// Of each list, how many components but zones it has.
  private(set) var counts: [Int]
  /// Of each list its first calendar.
  private var calendars: [Int: CalendarContext] = [:]
  /// Lists whose items have a file each.
  let collections: Set<Int>
  private let wanted: [Set<ItemKey>]
  private let names: [Set<String>]

  /// - Parameters:
  ///   - lists: those of the collection, in their order.
  ///   - collections: which of them have a file for each item.
  public init(_ patch: Patch, in lists: [Patch.ListName], collections: Set<Int> = []) {
    (self.patch, targets, self.collections) = (patch, PatchTargets(patch, in: lists), collections)
    found = lists.map { _ in [:] }
    counts = lists.map { _ in 0 }
    var wanted = lists.map { _ in Set<ItemKey>() }
    for section in patch.sections {
      let keys = [section.base, section.theirs].compactMap(\.self).flatMap { side in
        side.items.map { ItemKey($0, zones: side.zones) }
      }
      for side in [section.base, section.theirs] {
        guard let index = side.flatMap({ [targets] in targets.index(of: $0.list) }) else { continue }
        wanted[index].formUnion(keys)
      }
    }
    self.wanted = wanted
    names = wanted.map { Set($0.map(\.name)) }
  }

  /// Takes note of a component, in the order of the inputs.
  ///
  /// - Parameters:
  ///   - input: the number of the input.
  ///   - ordinal: that of the component among all of the input.
  public mutating func take(
    _ component: Component, in calendar: CalendarContext, list: Int, input: Int, ordinal: Int
  ) {
    if calendars[list] == nil { calendars[list] = calendar }
    guard component.kind != .vtimezone else { return }
    counts[list] += 1
    guard !wanted[list].isEmpty, names[list].contains(component.name) else { return }
    let key = ItemKey(component, zones: calendar.zones)
    guard wanted[list].contains(key) else { return }
    found[list][key, default: []].append(
      Found(
        component: component.detached(), place: Place(input: input, ordinal: ordinal), calendar: calendar,
        list: list))
  }

  /// The calendar that a list's additions go to.
  func calendar(of list: Int) -> CalendarContext? { calendars[list] }
}
