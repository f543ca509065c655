internal import ICalendar

extension UnitDecider {
  /// An ATTENDEE whose parameters several versions changed: each parameter by itself, in the line of the first of them.
  ///
  /// - Returns: nil where it is not one line in each of the versions that have it.
  func mergedParameters(_ unit: MergeUnit, _ changed: [Int]) -> UnitDecision? {
    let lines = versions.map { $0.lines[unit] ?? [] }
    let present = lines.indices.filter { !lines[$0].isEmpty }
    guard let source = changed.first, present.allSatisfy({ lines[$0].count == 1 }) else { return nil }
    let before = base?.lines[unit]?.first?.property.parameters ?? []
    let after = present.map { lines[$0][0].property.parameters }
    guard let place = present.firstIndex(of: source) else { return nil }
    var result = after[place]
    var decision = UnitDecision(source: source, rule: .union)
    for name in Set((after.joined() + before).map(\.name)).sorted() {
      let values = { (parameters: [Parameter]) in parameters.first { $0.name == name }?.values }
      let candidates = after.indices.filter { values(after[$0]) != values(before) }
      guard let chosen = candidates.contains(place) ? place : candidates.first else { continue }
      let others = candidates.filter { values(after[$0]) != values(after[chosen]) }
      if let other = others.first {
        decision.isConflict = true
        decision.losers += others.map { present[$0] }
        decision.rule = rule(present[chosen], present[other])
      }
      result.removeAll { $0.name == name && $0.values != values(after[chosen]) }
      if let wanted = values(after[chosen]), !result.contains(where: { $0.name == name }) {
        result.append(Parameter(name: name, values: wanted))
      }
    }
    decision.losers = Set(decision.losers).sorted()
    guard result != after[place] else { return decision }
    let property = lines[source][0].property
    decision.line = ContentLineText.line(
      property.name, parameters: result, value: property.value, lineEnd: versions[0].component.lineEnd)
    return decision
  }
}
