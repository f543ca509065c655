internal import ICalendar
internal import ListoModel
internal import ListoStores

/// Which calendars are one list when lists are merged apart: those of different files whose list identifiers are equal, else whose
/// titles are, else whose file or collection names are. Two calendars of one file are two lists, as everywhere
/// (``ModelIdentifier``).
struct MergeGroups {
  struct Group {
    /// What the list is identified by where its calendars do not say it: the identifier of another of its calendars, else the
    /// least of their names, so that it does not depend on the order of the inputs. No two groups have the same.
    var listName: String
    /// The name of the merged file: safe on every file system, stable.
    var fileName: String
  }

  private(set) var groups: [Group] = []
  /// An input could not be read, which was told.
  private(set) var isPartial = false
  /// By input, the number of the group of each of its calendars; none for a message, which is about what is in lists.
  private var members: [[Int]]

  /// Surveys the inputs; what cannot be read is reported, and what is odd in the others is not: the merge reads them again and
  /// says it, and there two copies of a list are nothing odd.
  init(_ inputs: [Input], _ observer: some WorkObserver) {
    members = inputs.map { _ in [] }
    var units: [Unit] = []
    var collections: [String: Int] = [:]
    var names = ListNames()
    let zones = ZoneCache()
    for (number, input) in inputs.enumerated() {
      guard let item = SurveyedInput.survey(input, &names, zones, observer) else {
        isPartial = true
        continue
      }
      let calendars = item.survey.calendars
      guard !calendars.contains(where: \.context.isMessage) else { continue }
      let folder = input.folder
      if let calendar = calendars.first, calendar.place.source.identifier == folder.parent.identifier,
        calendar.place.listIdentifier == folder.name
      {
        if let unit = collections[folder.source.identifier] {
          units[unit].files.append(number)
          continue
        }
        collections[folder.source.identifier] = units.count
        units.append(
          Unit(
            calendar, files: [number], place: 0, name: folder.name, fileName: folder.name + ".ics",
            identifier: calendar.context.identifier))
        continue
      }
      var seen: [String: Int] = [:]
      for (place, calendar) in calendars.enumerated() {
        let holder = seen[calendar.place.listIdentifier, default: 0] + 1
        seen[calendar.place.listIdentifier] = holder
        let suffix = holder > 1 ? "~\(holder)" : ""
        // Of several in one file each has its own name; what was converted is iCalendar now.
        let title = calendars.count > 1 ? calendar.context.title.map(Self.fileName) : nil
        let file = input.relativePath.split(separator: "/").last.map { String($0) } ?? input.fileName
        units.append(
          Unit(
            calendar, files: [number], place: place, name: input.fileName + suffix,
            fileName: title ?? file,
            identifier: calendar.context.identifier.map { $0 + suffix }))
      }
    }
    // So that neither the groups nor the names of their files depend on the order of the inputs.
    units.sort { $0.keys.lexicographicallyPrecedes($1.keys) }
    join(units)
  }

  /// The lists of an input's calendars, in their order.
  func listNames(ofInput number: Int) -> [String] { members[number].map { groups[$0].listName } }

  /// A calendar of a file, or the files of a collection.
  private struct Unit {
    var keys: [String]
    /// The numbers of its inputs.
    var files: [Int]
    /// Which calendar of the file it is.
    var place: Int
    var name: String
    var fileName: String
    /// The identifier that the calendar itself names.
    var identifier: String?

    init(
      _ calendar: Survey.Calendar, files: [Int], place: Int, name: String, fileName: String,
      identifier: String?
    ) {
      keys = identifier.map { ["identifier " + $0] } ?? []
      keys += ["title " + calendar.place.listTitle, "name " + name]
      (self.files, self.place, self.name) = (files, place, name)
      (self.fileName, self.identifier) = (fileName, identifier)
    }
  }

  /// What units have joined.
  private struct Joined {
    var keys: Set<String>
    var files: Set<Int>
    var identifier: String?
    var name: String
    var fileName: String
  }

  /// A unit joins the first group that shares its strongest key: an identifier never gives way to a title.
  private mutating func join(_ units: [Unit]) {
    var joined: [Joined] = []
    /// By key, the groups that have it, in their order.
    var holders: [String: [Int]] = [:]
    for unit in units {
      let candidates = Set(unit.keys.flatMap { holders[$0] ?? [] }).sorted()
      let found = candidates.first { number in
        guard joined[number].files.isDisjoint(with: unit.files) else { return false }
        guard let own = unit.identifier, let theirs = joined[number].identifier else { return true }
        return own == theirs
      }
      let number = found ?? joined.count
      if found == nil {
        joined.append(
          Joined(
            keys: [], files: [], identifier: unit.identifier, name: unit.name, fileName: unit.fileName))
      }
      for key in unit.keys where joined[number].keys.insert(key).inserted {
        holders[key, default: []].append(number)
      }
      joined[number].files.formUnion(unit.files)
      joined[number].identifier = joined[number].identifier ?? unit.identifier
      joined[number].name = min(joined[number].name, unit.name)
      for file in unit.files {
        while members[file].count <= unit.place { members[file].append(number) }
        members[file][unit.place] = number
      }
    }
    var taken = Set(joined.compactMap(\.identifier))
    for list in joined {
      let listName = list.identifier ?? Self.unused(list.name, taken)
      taken.insert(listName)
      groups.append(Group(listName: listName, fileName: unused(list.fileName)))
    }
  }

  private static func fileName(_ title: String) -> String {
    var names = FileNames()
    return names.name(title) + ".ics"
  }

  /// `Home.ics`, or `Home~2.ics` where that is taken.
  private func unused(_ name: String) -> String {
    let safe = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    let stem = safe.hasSuffix(".ics") ? String(safe.dropLast(4)) : safe
    return Self.unused(stem, Set(groups.map { String($0.fileName.dropLast(4)) })) + ".ics"
  }

  /// `Home`, or `Home~2` where that is taken.
  private static func unused(_ name: String, _ taken: Set<String>) -> String {
    guard taken.contains(name) else { return name }
    return (2...).lazy.map { "\(name)~\($0)" }.first { !taken.contains($0) } ?? name
  }
}
