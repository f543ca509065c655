internal import ICalendar

/// The components inside of several versions, merged one by one: alarms by their key, others by UID or content.
struct ChildMerge {
  private(set) var edits: [Component.Edit] = []
  private(set) var decisions: [FieldDecision] = []
  /// Indices of versions that lost a conflict.
  private(set) var losers: [Int] = []

  private let base: [ChildKey: Component]
  private let versions: [MergeVersion]
  private let children: [[ChildKey: Component]]
  private let mode: ComponentMerge.Mode
  private let options: ThreeWayOptions

  /// What becomes of one of them.
  private struct Choice {
    var component: Component?
    var decisions: [FieldDecision] = []
    var losers: [Int] = []
  }

  init(base: Component?, versions: [MergeVersion], mode: ComponentMerge.Mode, options: ThreeWayOptions) {
    (self.versions, self.mode, self.options) = (versions, mode, options)
    let keyed = versions.map { ChildKey.all(in: $0.component) }
    let before = base.map(ChildKey.all) ?? []
    self.base = Dictionary(before.map { ($0.key, $0.child) }) { first, _ in first }
    children = keyed.map { Dictionary($0.map { ($0.key, $0.child) }) { first, _ in first } }
    var order: [ChildKey] = []
    var seen: Set<ChildKey> = []
    for (key, _) in keyed.joined() where seen.insert(key).inserted { order.append(key) }
    guard !order.isEmpty else { return }
    var choices: [ChildKey: Choice] = [:]
    for key in order { choices[key] = choice(key) }
    keepSnoozed(order, &choices)
    for key in order { if let choice = choices[key] { apply(choice, key) } }
  }

  private mutating func apply(_ choice: Choice, _ key: ChildKey) {
    decisions += choice.decisions
    losers += choice.losers
    let winner = children[0][key]
    switch (winner, choice.component) {
    case (let winner?, nil): edits.append(.removeChild(winner))
    case (let winner?, let chosen?) where winner.bytes != chosen.bytes:
      edits.append(.replaceChild(winner, written(chosen)))
    case (nil, let chosen?): edits.append(.appendChild(written(chosen)))
    default: break
    }
  }

  /// With the line ends of the component that it will stand in.
  private func written(_ child: Component) -> [UInt8] {
    let (own, wanted) = (child.lineEnd, versions[0].component.lineEnd)
    guard own != wanted else { return Array(child.bytes) }
    var result: [UInt8] = []
    for byte in child.bytes {
      if byte == 0x0A {
        if own.count == 2, result.last == 0x0D { result.removeLast() }
        result += wanted
      } else {
        result.append(byte)
      }
    }
    return result
  }

  // MARK: One of them

  private func choice(_ key: ChildKey) -> Choice {
    let found = versions.indices.map { children[$0][key] }
    let before = base[key]
    let changed =
      mode == .uniting
      ? found.indices.filter { found[$0] != nil } : found.indices.filter { !isSame(found[$0], before) }
    guard let first = changed.first else { return Choice(component: found[0]) }
    guard changed.contains(where: { !isSame(found[$0], found[first]) }) else {
      return taken(first, found, rule: mode == .uniting ? .union : .changed)
    }
    if versions[first].isPreferred, found[first] == nil {
      return taken(first, found, rule: .preferred, losers: changed.filter { found[$0] != nil })
    }
    let present = changed.filter { found[$0] != nil }
    var result = merged(present, found, before)
    if present.count < changed.count {
      result.decisions.append(
        FieldDecision(
          path: [key.name], field: "", rule: .editKept, isConflict: true,
          chosen: present.map { versions[$0].number }, losers: [], instead: []))
    }
    return result
  }

  private func isSame(_ left: Component?, _ right: Component?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.bytes == right.bytes
      || CanonicalContent(nested: left).digest == CanonicalContent(nested: right).digest
  }

  /// One version's, whole.
  private func taken(_ source: Int, _ found: [Component?], rule: MergeRule, losers: [Int] = []) -> Choice {
    let chosen = found[source]
    var lines: [FieldDecision.Loser] = []
    var instead: [MergeDecision.Line] = []
    for index in found.indices {
      guard let other = found[index] else {
        if let chosen { instead = LineDifference.lines(of: chosen) }
        continue
      }
      guard let chosen else {
        lines.append(loser(index, LineDifference.lines(of: other)))
        continue
      }
      let difference = LineDifference.between(other, chosen)
      guard !difference.left.isEmpty || !difference.right.isEmpty else { continue }
      lines.append(loser(index, difference.left))
      if instead.isEmpty { instead = difference.right }
    }
    guard !lines.isEmpty || !instead.isEmpty else { return Choice(component: chosen) }
    let name = (chosen ?? found.compactMap { $0 }.first)?.name ?? ""
    let path = [name]
    let decision = FieldDecision(
      path: path, field: "", rule: rule, isConflict: !losers.isEmpty, chosen: [versions[source].number],
      losers: lines.map {
        FieldDecision.Loser(version: $0.version, lines: $0.lines.map { $0.inside(path) })
      },
      instead: instead.map { $0.inside(path) })
    return Choice(component: chosen, decisions: [decision], losers: losers)
  }

  private func loser(_ index: Int, _ lines: [MergeDecision.Line]) -> FieldDecision.Loser {
    FieldDecision.Loser(version: versions[index].number, lines: lines)
  }

  /// Several that differ, unit by unit.
  private func merged(_ present: [Int], _ found: [Component?], _ before: Component?) -> Choice {
    let inside = present.compactMap { index in
      found[index].map { versions[index].with($0.standingAlone()) }
    }
    guard let first = inside.first else { return Choice() }
    if inside.count == 1 { return Choice(component: first.component) }
    let merge = ComponentMerge(base: before, versions: inside, mode: mode, options: options)
    let path = [first.component.name]
    return Choice(
      component: merge.component, decisions: merge.decisions.map { $0.inside(path) },
      losers: merge.losers.map { present[$0] })
  }

  // MARK: Snoozes

  /// A snooze keeps the alarm that it points to (RFC 9074 §7): making one is a change of that alarm.
  private func keepSnoozed(_ order: [ChildKey], _ choices: inout [ChildKey: Choice]) {
    for key in order {
      guard let snooze = choices[key]?.component, !isSame(snooze, base[key]) else { continue }
      let relations = snooze.all(.relatedTo)
      for relation in relations where relation.parameter("RELTYPE")?.value.uppercased() == "SNOOZE" {
        let target = ChildKey(name: snooze.name, value: Array(relation.value), ordinal: 0)
        guard let choice = choices[target], choice.component == nil else { continue }
        // The version that has the snooze has its alarm too.
        let index = versions.indices.first { children[$0][key] != nil && children[$0][target] != nil }
        guard let index else { continue }
        let kept = FieldDecision(
          path: [key.name], field: "", rule: .editKept, isConflict: true, chosen: [versions[index].number],
          losers: [], instead: [])
        choices[target] = Choice(component: children[index][target], decisions: [kept])
      }
    }
  }
}
