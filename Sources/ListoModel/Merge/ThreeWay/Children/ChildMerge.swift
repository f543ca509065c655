internal import ICalendar

/// The components inside of several versions, merged one by one: alarms by their key, others by UID or
/// content.
struct ChildMerge {
  private(set) var edits: [Component.Edit] = []
  private(set) var decisions: [FieldDecision] = []
  /// Indices of versions that lost a conflict.
  private(set) var losers: [Int] = []

  private let base: [ChildKey: Component]
  private let versions: [MergeVersion]
  private let children: [[ChildKey: Component]]
  /// Which versions have which of them.
  private let holders: Holders<ChildKey>
  private let keyed: KeyedChildren
  private let mode: ComponentMerge.Mode
  private let options: ThreeWayOptions

  /// The outcome for one of the components.
  private struct Choice {
    var component: Component?
    var decisions: [FieldDecision] = []
    var losers: [Int] = []
  }

  init(base: Component?, versions: [MergeVersion], mode: ComponentMerge.Mode, options: ThreeWayOptions) {
    (self.versions, self.mode, self.options) = (versions, mode, options)
    guard Self.differ(versions.map(\.component) + [base].compactMap(\.self)) else {
      (self.base, children, holders, keyed) = ([:], [], Holders([]), KeyedChildren([]))
      return
    }
    let all = versions.map(\.component.children) + [base?.children ?? []]
    keyed = KeyedChildren(all)
    let found = zip(keyed.keys, all).map { keys, children in
      Dictionary(zip(keys, children)) { first, _ in first }
    }
    (self.base, children) = (found[versions.count], Array(found.dropLast()))
    holders = Holders(keyed.keys.dropLast())
    let order = holders.keys
    guard !order.isEmpty else { return }
    var choices: [ChildKey: Choice] = [:]
    for key in order { choices[key] = choice(key) }
    keepSnoozed(order, &choices)
    for key in order { if let choice = choices[key] { apply(choice, key) } }
  }

  /// Some have other components inside than the first; else there is nothing to decide, and none of them need
  /// be hashed for its key.
  private static func differ(_ components: [Component]) -> Bool {
    guard components.contains(where: \.hasChildren) else { return false }
    let first = components[0].children
    return components.dropFirst().contains { other in
      !first.elementsEqual(other.children) { $0.bytes == $1.bytes }
    }
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
    let before = base[key]
    // Of those that lack it, which all have removed it where the base has it, the first. Then it takes more
    // to have changed it.
    let removing = before == nil ? nil : holders.firstLacking(key)
    var unchanged = before.map { Likeness($0, removing == nil ? .canonical : .forKeeping) }
    // Those that have it and changed it.
    let present = holders[key].filter { !(unchanged?.includes(children[$0][key]) ?? false) }
    guard let first = [present.first, removing].compactMap({ $0 }).min() else {
      return Choice(component: children[0][key])
    }
    var same = children[first][key].map { Likeness($0, .canonical) }
    let isApart =
      same == nil
      ? !present.isEmpty
      : removing != nil || present.contains { !(same?.includes(children[$0][key]) ?? false) }
    guard isApart else {
      if let before, holdsAll(key, as: before) { return Choice(component: children[first][key]) }
      return taken(first, key, rule: mode == .threeWay ? .changed : .union)
    }
    let asked = options.fieldSides[key.name + "/"].flatMap { side in
      versions.firstIndex { $0.number == side }
    }
    if let preferred = asked ?? (versions[first].isPreferred ? first : nil), removing != nil,
      children[preferred][key] == nil
    {
      return taken(preferred, key, rule: .preferred, losers: present)
    }
    var result = merged(present, key)
    if removing != nil {
      result.decisions.append(
        FieldDecision(
          path: [key.name], field: "", rule: .editKept, isConflict: true,
          chosen: present.map { versions[$0].number }, losers: [], instead: []))
    }
    return result
  }

  /// All versions have it, and say the same to people as one.
  private func holdsAll(_ key: ChildKey, as one: Component) -> Bool {
    var same = Likeness(one, .forPeople)
    return holders.firstLacking(key) == nil && holders[key].allSatisfy { same.includes(children[$0][key]) }
  }

  /// Those that say the same as one, whose content is hashed once.
  private struct Likeness {
    let component: Component
    let level: EqualityLevel
    private lazy var digest = CanonicalContent(nested: component, level).digest

    init(_ component: Component, _ level: EqualityLevel) { (self.component, self.level) = (component, level) }

    mutating func includes(_ other: Component?) -> Bool {
      guard let other else { return false }
      return other.bytes == component.bytes || CanonicalContent(nested: other, level).digest == digest
    }
  }

  /// One version's, whole.
  private func taken(_ source: Int, _ key: ChildKey, rule: MergeRule, losers: [Int] = []) -> Choice {
    let chosen = children[source][key]
    var lines: [FieldDecision.Loser] = []
    var instead: [MergeDecision.Line] = []
    if let chosen, holders.firstLacking(key) != nil { instead = LineDifference.lines(of: chosen) }
    for index in holders[key] {
      guard let other = children[index][key] else { continue }
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
    let path = [key.name]
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
  private func merged(_ present: [Int], _ key: ChildKey) -> Choice {
    let inside = present.compactMap { index in
      children[index][key].map { versions[index].with($0.standingAlone()) }
    }
    guard let first = inside.first else { return Choice() }
    if inside.count == 1 { return Choice(component: first.component) }
    let merge = ComponentMerge(
      base: base[key], versions: inside, mode: mode, options: options.inside(key.name))
    let path = [first.component.name]
    return Choice(
      component: merge.component, decisions: merge.decisions.map { $0.inside(path) },
      losers: merge.losers.map { present[$0] })
  }

  // MARK: Snoozes

  /// A snooze keeps the alarm that it points to (RFC 9074 §7): making one is a change of that alarm.
  private func keepSnoozed(_ order: [ChildKey], _ choices: inout [ChildKey: Choice]) {
    for key in order {
      guard let snooze = choices[key]?.component else { continue }
      var unchanged = base[key].map { Likeness($0, .forPeople) }
      guard !(unchanged?.includes(snooze) ?? false) else { continue }
      let relations = snooze.all(.relatedTo)
      for relation in relations where relation.relationType == "SNOOZE" {
        guard let target = keyed.key(snooze.name, uid: Array(relation.value)), let choice = choices[target],
          choice.component == nil
        else { continue }
        // The version that has the snooze has its alarm too.
        let index = holders[key].first { children[$0][target] != nil }
        guard let index else { continue }
        let kept = FieldDecision(
          path: [key.name], field: "", rule: .neededKept, isConflict: true, chosen: [versions[index].number],
          losers: [], instead: [])
        choices[target] = Choice(component: children[index][target], decisions: [kept])
      }
    }
  }
}
