/// Which calendars of the inputs are one list of the result (``MergeOptions/Lists``): those with one
/// identifier, else one title, else one file name, unless two files have a title. Two calendars of one file
/// are two lists, as everywhere (``ModelIdentifier``).
///
/// The result does not depend on the order of the inputs.
struct ListGroups {
  /// A calendar of a file, or all calendars of a collection.
  struct Unit {
    struct Home: Hashable {
      let number: UInt32
      let side: Int
    }

    /// The file or collection, by side. Two units of one file have the same.
    let home: Home
    let isCollection: Bool
    /// The file or folder that the user named: units of one folder have the same.
    let argument: Argument
    /// The identifier in the calendar itself.
    let identifier: String?
    /// The title in the calendar itself, or of the collection.
    let title: String?
    /// The name of the file or collection, with `~2` for the second calendar of a file with one identifier.
    let name: String
    /// The name for a file with this list alone.
    let fileName: String

    /// Nothing but the file's name tells this list from others.
    var isNameless: Bool { identifier == nil && title == nil }

    /// A collection in a folder that the user named.
    ///
    /// - Parameter title: that of `displayname`.
    init(collection item: any MergeInput, side: Int, home: UInt32, title: String?) {
      (self.home, isCollection) = (Home(number: home, side: side), true)
      argument = Argument(item, self.home)
      (identifier, self.title) = (nil, title ?? item.listName)
      (name, fileName) = (item.listName, item.listName)
    }

    /// A calendar of a file.
    ///
    /// - Parameters:
    ///   - isAlone: the file has no other calendar.
    ///   - suffix: behind the identifier and the name.
    init(
      _ calendar: CalendarLines, of input: any MergeInput, side: Int, home: UInt32, title: String?,
      isAlone: Bool, suffix: String
    ) {
      (self.home, isCollection) = (Home(number: home, side: side), false)
      argument = Argument(input, self.home)
      // A merge writes the title as the identifier of a list that has none.
      identifier = calendar.identifier.flatMap { $0 == title ? nil : $0 + suffix }
      self.title = title
      name = input.fileName + suffix
      fileName = (isAlone ? nil : title) ?? input.fileName
    }
  }

  /// A file or folder that the user named.
  enum Argument: Hashable {
    case folder(Int, side: Int)
    case file(Unit.Home)

    init(_ input: any MergeInput, _ home: Unit.Home) {
      self = input.namedFolder.map { .folder($0, side: home.side) } ?? .file(home)
    }
  }

  struct List {
    /// The identifier of one of its calendars, else the title, else a file name; empty for the only list, and
    /// for the list of calendars without a name. No two lists have the same.
    var identifier: String
    /// The least file name of its calendars.
    var fileName: String
  }

  private(set) var lists: [List] = []
  /// By unit, the number of its list.
  private(set) var places: [Int]

  init(_ units: [Unit], _ lists: MergeOptions.Lists) {
    places = [Int](repeating: 0, count: units.count)
    let arguments = Dictionary(grouping: units, by: \.argument)
    var areOne = false
    var joining: Set<Argument> = []
    switch lists {
    case .one: areOne = true
    case .apart: break
    case .paired:
      // With a base, the sides are versions of it: a list that was renamed since is an edit.
      areOne = arguments.values.allSatisfy { $0.count == 1 } && units.contains { $0.home.side < 0 }
      joining = Set(arguments.filter { Self.joinsNameless($0.key, $0.value) }.keys)
    }
    if areOne {
      self.lists = [List(identifier: "", fileName: units.map(\.fileName).min() ?? "")]
      return
    }
    group(units, joining)
    if lists == .paired, self.lists.count == 1 { self.lists[0].identifier = "" }
  }

  /// The names of the files in a folder tell lists apart.
  private static func joinsNameless(_ argument: Argument, _ units: [Unit]) -> Bool {
    if case .folder = argument { return units.count == 1 }
    return units.count { $0.isNameless } == 1
  }

  /// Units that are one list.
  private struct Group {
    var keys: Set<String> = []
    var homes: Set<Unit.Home> = []
    /// The names of its collections.
    var collections: Set<String> = []
    var identifier: String?
    var title: String?
    var name: String
    var fileName: String
    var isNameless = true
  }

  /// A unit joins the first group that shares a key with it and has no other identifier.
  ///
  /// - Parameter joining: the arguments whose unit without a name joins the others without a name.
  private mutating func group(_ units: [Unit], _ joining: Set<Argument>) {
    let isJoined = units.map { $0.isNameless && joining.contains($0.argument) }
    let keys = zip(units, isJoined).map(Self.keys)
    // Identifiers come first, and the order of the inputs does not count.
    let order = units.indices.sorted {
      if keys[$0] != keys[$1] { return keys[$0].lexicographicallyPrecedes(keys[$1]) }
      return (units[$0].name, units[$0].home.side) < (units[$1].name, units[$1].home.side)
    }
    var groups: [Group] = []
    var holders: [String: [Int]] = [:]
    for number in order {
      let unit = units[number]
      let candidates = Set(keys[number].flatMap { holders[$0] ?? [] }).sorted()
      let found = candidates.first { candidate in
        guard !groups[candidate].homes.contains(unit.home) else { return false }
        if let own = unit.identifier, let theirs = groups[candidate].identifier { return own == theirs }
        guard let own = unit.title, let theirs = groups[candidate].title, own != theirs else { return true }
        return unit.isCollection && groups[candidate].collections.contains(unit.name)
      }
      let place = found ?? groups.count
      if found == nil { groups.append(Group(name: unit.name, fileName: unit.fileName)) }
      for key in keys[number] where groups[place].keys.insert(key).inserted {
        holders[key, default: []].append(place)
      }
      groups[place].homes.insert(unit.home)
      if unit.isCollection { groups[place].collections.insert(unit.name) }
      groups[place].identifier = groups[place].identifier ?? unit.identifier
      groups[place].title = groups[place].title ?? unit.title
      groups[place].name = min(groups[place].name, unit.name)
      groups[place].fileName = min(groups[place].fileName, unit.fileName)
      groups[place].isNameless = groups[place].isNameless && isJoined[number]
      places[number] = place
    }
    var taken = Set(groups.compactMap(\.identifier))
    for group in groups {
      let invented = group.isNameless ? "" : group.title ?? group.name
      let identifier = group.identifier ?? FreeName.name(invented, taken)
      taken.insert(identifier)
      lists.append(List(identifier: identifier, fileName: group.fileName))
    }
  }

  /// The strongest first.
  private static func keys(_ unit: Unit, isJoined: Bool) -> [String] {
    // An earlier merge may have written the name of a nameless one as the identifier.
    if isJoined { return ["nameless", "identifier " + unit.name] }
    let title = unit.title ?? CalendarContext.title(ofFile: unit.name)
    return (unit.identifier.map { ["identifier " + $0] } ?? []) + ["title " + title, "name " + unit.name]
      + (unit.isNameless ? ["identifier " + unit.name] : [])
  }
}

/// Names that are not taken.
package enum FreeName {
  /// `Home`, or `Home~2` if that is taken.
  package static func name(_ name: String, _ taken: Set<String>) -> String {
    guard taken.contains(name) else { return name }
    return (2...).lazy.map { "\(name)~\($0)" }.first { !taken.contains($0) } ?? name
  }
}
