internal import ICalendar

extension UnitDecider {
  /// An ATTENDEE whose parameters several versions changed: each parameter by itself, in the line of the first of them.
  ///
  /// - Returns: nil where it is not one line in each of the versions that have it.
  /// - Complexity: O(n log n) in the parameters of all versions.
  func mergedParameters(_ unit: MergeUnit, from source: Int) -> UnitDecision? {
    let present = holders[unit]
    let lines = present.map { versions[$0].lines[unit] ?? [] }
    guard lines.allSatisfy({ $0.count == 1 }), let place = present.firstIndex(of: source) else { return nil }
    let before = Self.values(base?.lines[unit]?.first)
    let after = lines.map { Self.values($0.first) }
    let named = Holders(after.map { Array($0.keys) })
    var decision = UnitDecision(source: source, rule: .union)
    var losers = VersionTally(of: present.count)
    var settled: [String: [String]?] = [:]
    for name in Set(named.keys).union(before.keys).sorted() {
      let holding = named[name].filter { after[$0][name] != before[name] }
      // Who lacks it took it away, if it was there.
      let lacking = before[name] == nil ? nil : named.firstLacking(name)
      let isOwn = after[place][name] != before[name]
      guard let chosen = isOwn ? place : [holding.first, lacking].compactMap({ $0 }).min() else { continue }
      let wanted = after[chosen][name]
      settled[name] = .some(wanted)
      let others = holding.filter { after[$0][name] != wanted }
      let lackingOther = wanted == nil ? nil : lacking
      losers.insert(others)
      if lackingOther != nil { losers.insertAll(but: named[name]) }
      if let other = [others.first, lackingOther].compactMap({ $0 }).min() {
        decision.isConflict = true
        decision.rule = rule(present[chosen], present[other])
      }
    }
    decision.losers = losers.versions.map { present[$0] }
    let property = lines[place][0].property
    let parameters = property.parameters
    var result = parameters.filter { parameter in
      settled[parameter.name].map { $0 == parameter.values } ?? true
    }
    let kept = Set(result.map(\.name))
    for (name, wanted) in settled.sorted(by: { $0.key < $1.key }) where !kept.contains(name) {
      if let wanted { result.append(Parameter(name: name, values: wanted)) }
    }
    guard result != parameters else { return decision }
    decision.line = ContentLineText.line(
      property.name, parameters: result, value: property.value, lineEnd: versions[0].component.lineEnd)
    return decision
  }

  /// By the names of its parameters; of two with one name the first counts.
  private static func values(_ line: ComponentUnits.Line?) -> [String: [String]] {
    Dictionary((line?.property.parameters ?? []).map { ($0.name, $0.values) }) { first, _ in first }
  }
}
