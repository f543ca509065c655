internal import ICalendar

extension MergeDecision {
  /// The differences between the lines that were dropped and those in the result, field by field.
  ///
  /// - Returns: no difference in DTSTAMP, which programs rewrite at each export.
  package func fields(dropped: [Line], instead: [Line]) -> [FieldDifference] {
    guard let old = component(of: dropped), let new = component(of: instead) else { return [] }
    return ComponentDifference(includesInsignificant: true, skipsUID: false).fields(old, new)
  }

  /// A component of these lines alone.
  private func component(of lines: [Line]) -> Component? {
    var text: [UInt8] = []
    func put(_ line: [UInt8]) { text += line + [0x0A] }
    func put(_ keyword: String, _ names: [String]) {
      for name in names { put(Array("\(keyword):\(name)".utf8)) }
    }
    put("BEGIN", [key.component])
    var path: [String] = []
    var names: Set<PropertyID> = []
    for line in lines where !line.isStamp {
      let name = PropertyID(
        nameBytes: line.octets.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") })
      // A second trigger is another alarm's.
      let isNext = !line.path.isEmpty && Self.singular.contains(name) && names.contains(name)
      if line.path != path || isNext {
        put("END", path.reversed())
        put("BEGIN", line.path)
        (path, names) = (line.path, [])
      }
      names.insert(name)
      put(line.octets)
    }
    put("END", path.reversed() + [key.component])
    return Component(text)
  }

  /// The properties that an alarm has once.
  private static let singular: Set<PropertyID> = [.action, .trigger, .uid]
}
