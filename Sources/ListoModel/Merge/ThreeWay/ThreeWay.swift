package import ICalendar

/// The three-way merge of one component: the changes of each version against the base, by property, set and
/// group.
///
/// A property that one side changed is taken from that side. If several changed it differently, that is a
/// conflict. The newest version wins it (or ``ThreeWayOptions/preference``), and a ``FieldDecision`` reports
/// it. Sets (CATEGORIES, RELATED-TO, ATTENDEE, EXDATE, ATTACH, COMMENT, CONTACT, VALARM, …) are merged
/// element by element: elements that a side added are kept, elements that a side removed are dropped. STATUS,
/// COMPLETED and PERCENT-COMPLETE are one group, as are the dates and their rule, the descriptions, and the
/// places. If all sides that changed the dates moved them along one rule, as completing an occurrence does,
/// the latest wins. DTSTAMP, LAST-MODIFIED and SEQUENCE become the greatest, CREATED the least, of the
/// versions that differ from the base; no clock is read.
///
/// The result has the winner's bytes with only the differing lines changed: m(b,x,x) = m(b,b,x) = x to the
/// byte. The order of the versions matters only for *ours* and *theirs*.
package enum ThreeWay {
  /// Merges two versions of a component.
  ///
  /// - Parameters:
  ///   - base: the common earlier version; nil if there was none.
  ///   - ours: the first version; nil if it is deleted, or never existed.
  ///   - theirs: the second version, likewise.
  /// - Returns: the merged component and the decisions, which count `ours` as 0 and `theirs` as 1.
  /// - Complexity: O(n log n) in the lines; if the dates moved along a rule, linear in the occurrences
  ///   between them.
  public static func merge(
    base: Component?, ours: Component?, theirs: Component?, options: ThreeWayOptions = ThreeWayOptions()
  ) -> ThreeWayResult {
    merge(base: base, versions: [ours, theirs], options: options)
  }

  /// Merges any number of versions: the changes of each against the base.
  ///
  /// A component of the base is deleted if it is missing from a version and no version changed it
  /// (``EqualityLevel/forKeeping``). If one did, the change is kept, and that is a conflict. A component that
  /// is not in the base is taken whole from the newest version, because an addition cannot be told from a
  /// removal.
  public static func merge(
    base: Component?, versions: [Component?], options: ThreeWayOptions = ThreeWayOptions()
  ) -> ThreeWayResult {
    merge(base: base, versions: versions, options: options, keepsDeleted: false)
  }

  /// - Parameter keepsDeleted: what is deleted stays: something that belongs to it was changed.
  static func merge(
    base: Component?, versions: [Component?], options: ThreeWayOptions, keepsDeleted: Bool
  ) -> ThreeWayResult {
    let present = MergeVersion.sorted(versions, options)
    guard let base else { return added(present, options) }
    guard !present.isEmpty else { return ThreeWayResult() }
    let edited = present.filter { !$0.component.isEqual(to: base, .forPeople, zone: options.zone) }
    var decisions: [FieldDecision] = []
    if present.count < versions.count {
      let deleting = versions.indices.filter { versions[$0] == nil }
      let keeping = edited.filter { !$0.component.isEqual(to: base, .forKeeping, zone: options.zone) }
      let winner = options.fieldSides[""] ?? options.preference.side(of: versions.count)
      let isDeleted = keeping.isEmpty || winner.map(deleting.contains) ?? false
      if isDeleted && !keepsDeleted {
        return deleted(present, isConflict: !keeping.isEmpty, tellsLines: options.tellsLines)
      }
      decisions.append(
        FieldDecision(
          path: [], field: "", rule: keeping.isEmpty ? .neededKept : .editKept, isConflict: true,
          chosen: (keeping.isEmpty ? present : keeping).map(\.number).sorted(), losers: [], instead: []))
    }
    // Those that changed nothing come last: theirs are not the bytes to begin with. What says just what the
    // base says comes behind what differs in what is insignificant.
    let changed = Set(edited.map(\.number))
    let others = present.filter { !changed.contains($0.number) }
    let isDifferent = others.map { !$0.component.isEqual(to: base, .canonical, zone: options.zone) }
    let sorted =
      edited + zip(others, isDifferent).filter(\.1).map(\.0)
      + zip(others, isDifferent).filter { !$0.1 }.map(\.0)
    // Where nobody changed anything that counts, an insignificant change wins over another spelling of the
    // base, and that over the base.
    let winner = sorted.first { $0.component.bytes != base.bytes } ?? present[0]
    if edited.allSatisfy({ $0.component.isEqual(to: winner.component, .forPeople, zone: options.zone) }) {
      return whole(winner, of: sorted, base, .threeWay, options, decisions)
    }
    let merge = ComponentMerge(
      base: base, versions: sorted, firstUnchanged: sorted.count - isDifferent.count { !$0 }, mode: .threeWay,
      options: options)
    let siblings = options.preference == .both ? merge.losers.map { sorted[$0] } : []
    return ThreeWayResult(
      component: merge.component, siblings: siblings.map { $0.component.sibling(of: merge.component) },
      taken: nil, decisions: decisions + merge.decisions, rejected: merge.losers.map { sorted[$0].number })
  }

  /// Merges versions that were edited independently, without a base: properties come from the newest version,
  /// sets are united.
  ///
  /// A value that only some versions have counts as added, so nothing is removed from a set. CREATED becomes
  /// the least, DTSTAMP, LAST-MODIFIED and SEQUENCE the greatest.
  public static func unite(
    _ versions: [Component], options: ThreeWayOptions = ThreeWayOptions()
  ) -> ThreeWayResult {
    let present = MergeVersion.sorted(versions, options, byScalars: true)
    guard let winner = present.first else { return ThreeWayResult() }
    if present.allSatisfy({ $0.component.isEqual(to: winner.component, .forPeople, zone: options.zone) }) {
      return whole(winner, of: present, nil, .uniting, options, [])
    }
    let merge = ComponentMerge(base: nil, versions: present, mode: .uniting, options: options)
    return ThreeWayResult(
      component: merge.component, siblings: [], taken: nil, decisions: merge.decisions,
      rejected: merge.losers.map { present[$0].number })
  }

  /// Merges reminders with different UIDs that are one: the newest, with what it lacks from the newest that
  /// has it, and all elements of their sets. Alarms are those of the newest that has any. Older versions of
  /// one UID say nothing more.
  ///
  /// - Parameter eachCounts: there are no older versions: those of one UID are reminders in several lists.
  static func fill(
    _ versions: [Component], eachCounts: Bool = false, options: ThreeWayOptions
  ) -> ThreeWayResult {
    fill(MergeVersion.sorted(versions, options), eachCounts: eachCounts, options)
  }

  private static func fill(
    _ present: [MergeVersion], eachCounts: Bool = false, _ options: ThreeWayOptions
  ) -> ThreeWayResult {
    var uids: Set<[UInt8]> = []
    var (newest, older): ([MergeVersion], [MergeVersion]) = ([], [])
    for version in present {
      if uids.insert(Array(version.component.first(.uid)?.value ?? [])).inserted || eachCounts {
        newest.append(version)
      } else {
        older.append(version)
      }
    }
    guard let winner = newest.first else { return ThreeWayResult() }
    newest.removeAll {
      $0.number != winner.number && $0.component.isEqual(to: winner.component, .forPeople, zone: options.zone)
    }
    older.removeAll { $0.component.isEqual(to: winner.component, .forPeople, zone: options.zone) }
    if newest.count == 1, older.isEmpty {
      return ThreeWayResult(component: winner.component, taken: winner.number)
    }
    let ringing = newest.firstIndex { $0.component.children.contains { $0.kind == .valarm } }
    let merged = newest.enumerated().map { index, version in
      index == ringing ? version : version.with(version.component.withoutAlarms)
    }
    let merge = ComponentMerge(base: nil, versions: merged, mode: .filling, options: options)
    let decisions = older.map { conflict(of: $0, with: winner, in: winner.component, options) }
    return ThreeWayResult(
      component: merge.component, siblings: [], taken: nil, decisions: merge.decisions + decisions,
      rejected: newest.dropFirst().map(\.number) + older.map(\.number))
  }

  // MARK: Whole components

  private static func added(_ present: [MergeVersion], _ options: ThreeWayOptions) -> ThreeWayResult {
    guard let greatest = present.first else { return ThreeWayResult() }
    // The same completion on several sides counts once, as the first of them.
    let same = present.filter { $0.component.isSameCompletion(as: greatest.component, zone: options.zone) }
    let winner = SameCompletion.earliest(same.map(\.component)).map { same[$0] } ?? greatest
    let numbers = Set(same.map(\.number))
    let different = present.filter {
      !$0.component.isEqual(to: winner.component, .forPeople, zone: options.zone)
    }
    let others = different.filter { !numbers.contains($0.number) }
    let told = different.filter { numbers.contains($0.number) }.map { other in
      let difference = options.difference(other.component, winner.component)
      return FieldDecision(
        path: [], field: PropertyID.completed.name, rule: .least, isConflict: false, chosen: [winner.number],
        losers: [FieldDecision.Loser(version: other.number, lines: difference.left)],
        instead: difference.right)
    }
    if !others.isEmpty, Set(present.map { Array($0.component.first(.uid)?.value ?? []) }).count > 1 {
      return similar(winner, others, options, told)
    }
    let decisions = told + others.map { conflict(of: $0, with: winner, in: winner.component, options) }
    let siblings = options.preference == .both ? others : []
    return ThreeWayResult(
      component: winner.component, siblings: siblings.map { $0.component.sibling(of: winner.component) },
      taken: winner.number, decisions: decisions, rejected: others.map(\.number))
  }

  /// Reminders with different UIDs that are one, unless both are to be kept. Each loser is a conflict, so
  /// that it is asked about even if the result has all of it.
  ///
  /// - Parameter told: the decisions about versions that are the same completion.
  private static func similar(
    _ winner: MergeVersion, _ others: [MergeVersion], _ options: ThreeWayOptions, _ told: [FieldDecision]
  ) -> ThreeWayResult {
    if options.preference == .both {
      var uids: Set<[UInt8]> = [Array(winner.component.first(.uid)?.value ?? [])]
      let siblings = others.map { other in
        uids.insert(Array(other.component.first(.uid)?.value ?? [])).inserted
          ? other.component : other.component.sibling(of: winner.component)
      }
      return ThreeWayResult(
        component: winner.component, siblings: siblings, taken: winner.number,
        decisions: told + others.map { conflict(of: $0, with: winner, in: winner.component, options) },
        rejected: others.map(\.number))
    }
    let filled = fill([winner] + others, options)
    let result = filled.component ?? winner.component
    return ThreeWayResult(
      component: filled.component, taken: filled.taken,
      decisions: told + others.map { conflict(of: $0, with: winner, in: result, options) },
      rejected: filled.rejected)
  }

  /// The decision that a whole version lost.
  ///
  /// - Parameter result: the component that is kept, whose lines stand in place of the loser's.
  private static func conflict(
    of loser: MergeVersion, with winner: MergeVersion, in result: Component, _ options: ThreeWayOptions
  ) -> FieldDecision {
    let difference = options.difference(loser.component, result)
    return FieldDecision(
      path: [], field: "", rule: winner.rule(over: loser), isConflict: true, chosen: [winner.number],
      losers: [FieldDecision.Loser(version: loser.number, lines: difference.left)],
      instead: difference.right)
  }

  private static func deleted(
    _ present: [MergeVersion], isConflict: Bool, tellsLines: Bool
  ) -> ThreeWayResult {
    let sorted = present.sorted { $0.number < $1.number }
    let decision = FieldDecision(
      path: [], field: "", rule: isConflict ? .preferred : .deleted, isConflict: isConflict, chosen: [],
      losers: sorted.map {
        FieldDecision.Loser(
          version: $0.number, lines: tellsLines ? LineDifference.lines(of: $0.component) : [])
      }, instead: [])
    return ThreeWayResult(decisions: [decision], rejected: sorted.map(\.number))
  }

  /// The winner, but for its stamps: what the others have was changed by it, or is the same.
  private static func whole(
    _ winner: MergeVersion, of present: [MergeVersion], _ base: Component?, _ mode: ComponentMerge.Mode,
    _ options: ThreeWayOptions, _ decisions: [FieldDecision]
  ) -> ThreeWayResult {
    let others = present.filter { $0.number != winner.number }
    let stamped = ComponentMerge.stamped(
      base: base, versions: [winner.component] + others.map(\.component), mode: mode, options: options)
    var decisions = decisions
    for other in others {
      let isSame = other.component.isEqual(to: winner.component, .forPeople, zone: options.zone)
      guard !isSame else { continue }
      let difference = options.difference(other.component, stamped)
      decisions.append(
        FieldDecision(
          path: [], field: "", rule: .changed, isConflict: false, chosen: [winner.number],
          losers: [FieldDecision.Loser(version: other.number, lines: difference.left)],
          instead: difference.right))
    }
    let isTaken = stamped.bytes == winner.component.bytes
    return ThreeWayResult(component: stamped, taken: isTaken ? winner.number : nil, decisions: decisions)
  }
}

extension ThreeWayResult {
  init(
    component: Component? = nil, taken: Int? = nil, decisions: [FieldDecision] = [], rejected: [Int] = []
  ) {
    self.init(
      component: component, siblings: [], taken: taken, decisions: decisions, rejected: rejected)
  }
}

extension Component {
  /// This version as a reminder of its own, beside the one that was merged: with a UID made from its content,
  /// so that the same merge makes the same again, and without RECURRENCE-ID, since its series is elsewhere.
  func sibling(of merged: Component) -> Component {
    let uid = Array(merged.first(.uid)?.value ?? [])
    let name = UUIDv5.string(name: ContentName(self).bytes + uid)
    var copy = self
    copy.set(.uid, value: Array(name.utf8))
    copy.write(.recurrenceID, nil)
    let line = ContentLineText.line(
      "RELATED-TO", parameters: [Parameter(name: "RELTYPE", values: ["SIBLING"])], value: uid,
      lineEnd: copy.lineEnd)
    return copy.edited([.append(line)])
  }
}

extension Component {
  fileprivate var withoutAlarms: Component {
    edited(children.filter { $0.kind == .valarm }.map { .removeChild($0) })
  }
}
