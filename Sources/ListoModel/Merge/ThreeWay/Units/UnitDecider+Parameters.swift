internal import ICalendar

extension UnitDecider {
  /// An ATTENDEE whose parameters several versions changed: each parameter by itself, in the line of the
  /// first of them.
  ///
  /// - Returns: nil where it is not one line in each of the versions that have it.
  /// - Complexity: O(n log n) in the parameters of all versions.
  func mergedParameters(_ unit: MergeUnit, from source: Int) -> UnitDecision? {
    let present = holders[unit]
    let lines = present.map { versions[$0].lines[unit] ?? [] }
    guard lines.allSatisfy({ $0.count == 1 }), let place = present.firstIndex(of: source) else { return nil }
    // A parameter with the default value counts as missing, and words are compared in upper case.
    let before = Self.words(base?.lines[unit]?.first)
    let after = lines.map { Self.words($0.first) }
    let named = Holders(after.map { Array($0.keys) })
    var decision = UnitDecision(source: source, rule: .union)
    var losers = VersionTally(of: present.count)
    // By name, the version whose parameter it is.
    var settled: [String: Int] = [:]
    for name in Set(named.keys).union(before.keys).sorted() {
      let holding = named[name].filter { after[$0][name] != before[name] }
      // Who lacks it took it away, if it was there.
      let lacking = before[name] == nil ? nil : named.firstLacking(name)
      let isOwn = after[place][name] != before[name]
      guard let chosen = isOwn ? place : [holding.first, lacking].compactMap({ $0 }).min() else { continue }
      let wanted = after[chosen][name]
      settled[name] = chosen
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
    let wanted = { (name: String, chosen: Int) in
      lines[chosen][0].property.parameters.first { $0.name == name }
    }
    var kept: Set<String> = []
    var result = parameters.compactMap { parameter -> Parameter? in
      let isFirst = kept.insert(parameter.name).inserted
      guard let chosen = settled[parameter.name],
        after[chosen][parameter.name] != after[place][parameter.name]
      else { return parameter }
      return isFirst ? wanted(parameter.name, chosen) : nil
    }
    for (name, chosen) in settled.sorted(by: { $0.key < $1.key }) where !kept.contains(name) {
      if let parameter = wanted(name, chosen) { result.append(parameter) }
    }
    guard result != parameters else { return decision }
    decision.line = ContentLineText.line(
      property.name, parameters: result, value: property.value, lineEnd: versions[0].component.lineEnd)
    return decision
  }

  /// By the names of its parameters what they say, without those that say the default; of two with one name
  /// the first counts.
  private static func words(_ line: ComponentUnits.Line?) -> [String: [[UInt8]]] {
    guard let property = line?.property else { return [:] }
    let words = property.parameters.compactMap { parameter -> (String, [[UInt8]])? in
      let word = ParameterDefaults.word(parameter, of: property.id)
      return word.isDefault ? nil : (parameter.name, word.values)
    }
    return Dictionary(words) { first, _ in first }
  }
}
