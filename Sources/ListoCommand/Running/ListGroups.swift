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
    /// What the list is identified by where its calendars do not say it: the identifier of another of its calendars, else the
    /// least of their names, so that it does not depend on the order of the inputs.
    var listName: String
  }

  private(set) var groups: [Group] = []
  /// Inputs without any calendar; those that were read whole in another format are not among them.
  private(set) var empty: [Input] = []
  /// Messages: they are about what is in lists, and no lists.
  private(set) var messages: [Input] = []

  /// Surveys the inputs; what cannot be read is reported, and what is odd in the others is not: the merge reads them again and
  /// says it, and there two copies of a list are nothing odd.
  init(_ inputs: [Input], _ reporter: Reporter) {
    var units: [Unit] = []
    var collections: [String: Int] = [:]
    var names = ListNames()
    for input in inputs {
      guard let item = SurveyedInput.survey(input, &names, reporter) else { continue }
      guard !item.survey.calendars.isEmpty else {
        if !input.isEmptyCollection { empty.append(input) }
        reporter.report(item.problems)
        continue
      }
      guard !item.survey.calendars.contains(where: \.context.isMessage) else {
        messages.append(input)
        continue
      }
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
      units.append(
        Unit(
          keys: keys, inputs: [item.input], name: name, fileName: isMember ? folder.name + ".ics" : name,
          identifier: calendar.context.identifier))
    }
    // So that neither the groups nor the names of their files depend on the order of the inputs.
    units.sort { $0.keys.lexicographicallyPrecedes($1.keys) }
    join(units)
  }

  /// A file, or the files of a collection.
  private struct Unit {
    var keys: [String]
    var inputs: [Input]
    var name: String
    var fileName: String
    /// That the calendar itself names.
    var identifier: String?
  }

  /// A unit joins the first group that shares its strongest key: an identifier never gives way to a title.
  private mutating func join(_ units: [Unit]) {
    var known: [(keys: [String], identifier: String?)] = []
    for unit in units {
      let found = known.indices.first { index in
        if let own = unit.identifier, let theirs = known[index].identifier { return own == theirs }
        return unit.keys.contains { known[index].keys.contains($0) }
      }
      if let found {
        groups[found].inputs += unit.inputs
        known[found].keys += unit.keys
        let identifier = known[found].identifier ?? unit.identifier
        known[found].identifier = identifier
        groups[found].listName = identifier ?? min(groups[found].listName, unit.name)
      } else {
        groups.append(
          Group(
            inputs: unit.inputs, fileName: unused(unit.fileName), listName: unit.identifier ?? unit.name))
        known.append((unit.keys, unit.identifier))
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
