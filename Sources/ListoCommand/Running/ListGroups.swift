internal import ICalendar
internal import Listo
internal import ListoStores

/// Which files are one list when lists are merged apart: those whose list identifiers are equal, else whose titles are, else
/// whose file or collection names are.
struct ListGroups {
  struct Group {
    var inputs: [Input]
    /// Of the merged file: safe on every file system, stable.
    var fileName: String
  }

  private(set) var groups: [Group] = []

  init(_ inputs: [Input], _ reporter: Reporter) {
    var units: [(keys: [String], inputs: [Input], name: String)] = []
    var collections: [String: Int] = [:]
    for item in SurveyedInput.all(inputs, reporter) where !item.survey.calendars.isEmpty {
      let calendar = item.survey.calendars[0]
      let folder = item.input.folder
      let isMember =
        calendar.place.source.identifier == folder.parent.identifier
        && calendar.place.listIdentifier == folder.name
      if isMember, let unit = collections[folder.source.identifier] {
        units[unit].inputs.append(item.input)
        continue
      }
      var keys: [String] = []
      if let identifier = calendar.context.identifier { keys.append("identifier " + identifier) }
      keys.append("title " + calendar.place.listTitle)
      let name = isMember ? folder.name : item.input.fileName
      keys.append("name " + name)
      if isMember { collections[folder.source.identifier] = units.count }
      units.append((keys, [item.input], isMember ? folder.name + ".ics" : name))
    }
    join(units)
  }

  /// A unit joins the first group that shares its strongest key: an identifier never gives way to a title.
  private mutating func join(_ units: [(keys: [String], inputs: [Input], name: String)]) {
    var known: [[String]] = []
    for unit in units {
      let identifier = unit.keys.first { $0.hasPrefix("identifier ") }
      let found = known.indices.first { index in
        let theirs = known[index].first { $0.hasPrefix("identifier ") }
        if let identifier, let theirs { return identifier == theirs }
        return unit.keys.contains { known[index].contains($0) }
      }
      if let found {
        groups[found].inputs += unit.inputs
        known[found] += unit.keys
      } else {
        groups.append(Group(inputs: unit.inputs, fileName: unused(unit.name)))
        known.append(unit.keys)
      }
    }
  }

  /// `Home.ics`, or `Home~2.ics` where that is taken.
  private func unused(_ name: String) -> String {
    let safe = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    let taken = Set(groups.map(\.fileName))
    guard taken.contains(safe) else { return safe }
    let stem = safe.hasSuffix(".ics") ? String(safe.dropLast(4)) : safe
    return (2...).lazy.map { "\(stem)~\($0).ics" }.first { !taken.contains($0) } ?? safe
  }
}
