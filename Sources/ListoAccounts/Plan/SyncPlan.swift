internal import ICalendar
package import ListoModel

/// The plan of a sync: a function of the state after the last sync and of both sides.
///
/// It depends on nothing else, so the plan that was shown is the plan that is executed. The execution stops
/// if a side has changed since.
public struct SyncPlan: Sendable {
  /// Lists before their items; in the order of the state.
  public private(set) var lists: [ListStep] = []
  /// The steps in the order of the lists, then of the UIDs.
  public private(set) var steps: [SyncStep] = []
  /// Files that are no items: the list's folder, the file and why.
  public private(set) var unfit: [(list: String, file: String, reason: String)] = []

  /// Who was asked about a conflict wants no sync.
  package struct Stopped: Error, Sendable {}

  /// - Parameter ask: is asked about each conflict; nil where the preference settles it.
  /// - Complexity: linear in the bytes that differ, O(n log n) in the items.
  package init(
    _ state: SyncState, _ options: SyncOptions = SyncOptions(),
    asking ask: ((MergeDecision) -> MergeRuling)? = nil
  ) throws(Stopped) {
    var stopped: Set<String> = []
    var forgotten: Set<String> = []
    for list in state.lists {
      let step = Self.step(list, options)
      for step in step.steps { lists.append(step) }
      if step.stops { stopped.insert(list.folder) }
      if step.forgets { forgotten.insert(list.folder) }
      for (file, reason) in list.unfit.sorted(by: { $0.key < $1.key }) {
        unfit.append((list.folder, file, reason))
      }
    }
    do throws(SyncMerge.Stopped) {
      steps = try Self.steps(state, stopped, forgotten, options, ask)
    } catch {
      throw Stopped()
    }
    watch(state, options)
    if let meant = options.lists { narrow(to: meant) }
  }

  /// Leaves what is about other lists alone. All lists were looked at all the same, so that a move from one
  /// that is meant to one that is not is a move and no deletion.
  private mutating func narrow(to meant: Set<String>) {
    lists.removeAll { !meant.contains($0.list) }
    steps.removeAll { !meant.contains($0.list) && !($0.leaves.map(meant.contains) ?? false) }
    unfit.removeAll { !meant.contains($0.list) }
  }

  /// Leaves alone what came up since a plan was agreed upon, beside what that one was about.
  ///
  /// - Returns: the folders of the lists of which something is left alone.
  mutating func narrow(toItems uids: Set<UID>, lists meant: Set<String>) -> Set<String> {
    var left: Set<String> = []
    for step in steps where !uids.contains(step.key) {
      left.insert(step.list)
      if let other = step.leaves { left.insert(other) }
    }
    steps.removeAll { !uids.contains($0.key) }
    for step in lists where step.kind != .stop && !meant.contains(step.list) { left.insert(step.list) }
    lists.removeAll { $0.kind != .stop && !meant.contains($0.list) }
    return left
  }

  /// Whether there is nothing to do on either side.
  public var isEmpty: Bool {
    steps.allSatisfy { $0.here == nil && $0.there == nil }
      && lists.allSatisfy { $0.kind == .pair || $0.kind == .stop }
  }

  /// The steps that resolved a conflict between versions.
  public var conflicts: [SyncStep] { steps.filter { !$0.conflicts.isEmpty } }

  /// Takes out of steps what they would do there.
  ///
  /// - Parameter reason: nil to leave a step as it is.
  mutating func hold(_ reason: (SyncStep) -> String?) {
    for index in steps.indices where steps[index].there != nil {
      if reason(steps[index]) != nil { steps[index].there = nil }
    }
  }

  // MARK: Lists

  private static func step(
    _ list: SyncState.List, _ options: SyncOptions
  ) -> (steps: [ListStep], stops: Bool, forgets: Bool) {
    switch (list.base, list.here, list.there) {
    case (_, nil, nil): return ([], true, false)
    case (nil, let here?, nil):
      return ([ListStep(list, .makeThere, here)], options.direction == .pull, false)
    case (nil, nil, let there?):
      return ([ListStep(list, .makeHere, there)], options.direction == .push, false)
    case (let base?, nil, let there?):
      switch options.missingLists {
      case .remove:
        if let stop = Self.unseen(list, base, options, isHere: true) { return ([stop], true, false) }
        return ([ListStep(list, .removeThere)], true, false)
      case .restore: return ([ListStep(list, .makeHere, there)], false, true)
      case .tell:
        let reason = "its folder is gone here; Listo deletes nothing on the server"
        return ([ListStep(list, .stop, base, reason: reason, repairs: missing(here: true))], true, false)
      }
    case (let base?, let here?, nil):
      switch options.missingLists {
      case .remove:
        if let stop = Self.unseen(list, base, options, isHere: false) { return ([stop], true, false) }
        return ([ListStep(list, .removeHere, here)], true, false)
      case .restore: return ([ListStep(list, .makeThere, here)], false, true)
      case .tell:
        let reason = "it is gone on the server; Listo deletes nothing here"
        return ([ListStep(list, .stop, base, reason: reason, repairs: missing(here: false))], true, false)
      }
    case (let base, let here?, let there?):
      let wanted = PropertiesDecision(
        base: base, here: here, there: there, prefersHere: options.preference == .ours
      ).result
      var steps: [ListStep] = []
      if wanted != here, options.direction != .push { steps.append(ListStep(list, .changeHere, wanted)) }
      if wanted.isNews(to: there, since: base), options.direction != .pull {
        steps.append(ListStep(list, .changeThere, wanted))
      }
      if base != wanted || list.base == nil { steps.append(ListStep(list, .pair, wanted)) }
      return (steps, false, false)
    }
  }

  /// Who removed a list has not seen what changed in it on the other side since: it is not removed unasked.
  ///
  /// - Parameter isHere: it was removed here.
  private static func unseen(
    _ list: SyncState.List, _ base: SyncState.Properties, _ options: SyncOptions, isHere: Bool
  ) -> ListStep? {
    guard !options.allowsDeletions else { return nil }
    let count =
      list.items.values.count { isHere ? $0.isNewsThere : $0.isNewsHere } + (isHere ? 0 : list.unfit.count)
    guard count > 0 else { return nil }
    let (gone, other) = isHere ? ("here", "on the server") : ("on the server", "here")
    return ListStep(
      list, .stop, base,
      reason: "it is gone \(gone), and \(count) of its reminders were changed \(other) since the last sync",
      repairs: [
        "--missing-lists restore: create it again \(gone)",
        "--missing-lists remove --allow-deletions: remove it \(other) with its changes",
      ])
  }

  private static func missing(here: Bool) -> [String] {
    [
      "--missing-lists remove: remove it \(here ? "on the server" : "here") too",
      "--missing-lists restore: create it again \(here ? "here" : "on the server")",
    ]
  }

  // MARK: Items

  private static func steps(
    _ state: SyncState, _ stopped: Set<String>, _ forgotten: Set<String>, _ options: SyncOptions,
    _ ask: ((MergeDecision) -> MergeRuling)?
  ) throws(SyncMerge.Stopped) -> [SyncStep] {
    // Numbers of lists: the items themselves are large, and most stand in one list.
    var places: [UID: [Int]] = [:]
    var order: [UID] = []
    var news = 0
    for (number, list) in state.lists.enumerated() where !stopped.contains(list.folder) {
      news += list.items.values.count { !$0.isUnchanged }
      for uid in list.items.keys.sorted() {
        if places[uid] == nil { order.append(uid) }
        places[uid, default: []].append(number)
      }
    }
    var steps: [SyncStep] = []
    steps.reserveCapacity(news)
    for uid in order {
      let copies = (places[uid] ?? []).compactMap { number -> (list: Int, item: SyncState.Item)? in
        let list = state.lists[number]
        guard let item = list.items[uid] else { return nil }
        return (number, forgotten.contains(list.folder) ? withoutBase(item) : item)
      }
      let decision = ItemDecision(uid: uid, preference: options.preference, ask: ask)
      if isOne(copies.map(\.item)) {
        steps += try one(uid, copies, state, decision, options)
      } else {
        // In several lists on one side: each by itself.
        for copy in copies { steps += try one(uid, [copy], state, decision, options) }
      }
    }
    return steps
  }

  /// As if the last sync had not known it.
  private static func withoutBase(_ item: SyncState.Item) -> SyncState.Item {
    var item = item
    if let base = item.baseItem {
      if item.here?.item == nil { item.here?.item = base }
      if item.there?.item == nil { item.there?.item = base }
    }
    (item.base, item.baseItem) = (nil, nil)
    return item
  }

  /// Each side has at most one copy.
  private static func isOne(_ items: [SyncState.Item]) -> Bool {
    items.count { $0.base != nil } <= 1 && items.count { $0.here != nil } <= 1
      && items.count { $0.there != nil } <= 1
  }

  private static func one(
    _ uid: UID, _ copies: [(list: Int, item: SyncState.Item)], _ state: SyncState,
    _ decision: ItemDecision, _ options: SyncOptions
  ) throws(SyncMerge.Stopped) -> [SyncStep] {
    let folder = { (number: Int) in state.lists[number].folder }
    if let waiting = copies.first(where: { $0.item.waits != nil }) {
      var step = SyncStep(
        uid, title(waiting.item), list: folder(waiting.list), .wait)
      step.reason = waiting.item.waits
      step.isOpen = copies.contains(where: \.item.hasChangedThere)
      return [step]
    }
    let base = copies.first { $0.item.base != nil }
    let here = copies.first { $0.item.here != nil }
    let there = copies.first { $0.item.there != nil }
    let step = try decision.step(
      base: base.flatMap { copy in copy.item.base.map { .init(list: folder(copy.list), content: $0) } },
      baseItem: base?.item.baseItem,
      here: here.flatMap { copy in copy.item.here.map { .init(list: folder(copy.list), content: $0) } },
      there: there.flatMap { copy in copy.item.there.map { .init(list: folder(copy.list), content: $0) } })
    guard var step else { return [] }
    let refusal = copies.compactMap(\.item.refused).first
    hold(&step, refusal, options)
    return direct(step, options.direction)
  }

  private static func title(_ item: SyncState.Item) -> String {
    item.here?.item?.title ?? item.baseItem?.title ?? item.there?.item?.title ?? ""
  }

  /// Lets a reminder wait that the server refused, as long as the reminder, the server and the rules are the
  /// same. Errors of the server (``SyncState/Refusal/isPassing``) and ``SyncOptions/retriesRefused`` are
  /// exceptions.
  private static func hold(_ step: inout SyncStep, _ refusal: SyncState.Refusal?, _ options: SyncOptions) {
    guard let refusal, refusal.server == options.server, !refusal.isPassing, !options.retriesRefused else {
      return
    }
    let item: SyncItem
    switch step.there {
    case .create(let content), .update(let content, _, _): item = content
    case .move(_, becoming: let content?, _, _, _): item = content
    default: return
    }
    guard item.digest == refusal.digest else { return }
    step.there = nil
    if step.here == nil {
      let base = step.base
      step = SyncStep(step.key, step.title, list: step.list, .wait)
      step.base = base
    }
    (step.reason, step.repairs) = ("the server refused it: " + refusal.words, refusal.allRepairs)
  }

  /// The half of a step that is asked for.
  private static func direct(_ step: SyncStep, _ direction: SyncOptions.Direction) -> [SyncStep] {
    var step = step
    switch direction {
    case .both: break
    case .pull:
      let isPush = step.here == nil && step.there != nil && step.base == nil
      if isPush { return [] }
      step.there = nil
    case .push:
      // If the server has a change as well, that change comes here first.
      if step.here != nil { return [] }
    }
    return [step]
  }

  // MARK: Guards

  /// Lists of which too much went on one side stop, before anything of them goes on the other. All that went
  /// counts: what was changed on the other side meanwhile is no reason to believe the rest.
  private mutating func watch(_ state: SyncState, _ options: SyncOptions) {
    guard !options.allowsDeletions else { return }
    var stopped: Set<String> = []
    var (present, presentThere): (Set<UID>, Set<UID>) = ([], [])
    for list in state.lists {
      for (uid, item) in list.items {
        // A file that is empty or was cut off is neither there nor deleted.
        if item.here != nil || item.waits != nil { present.insert(uid) }
        if item.there != nil { presentThere.insert(uid) }
      }
    }
    for list in state.lists {
      let all = list.baseCount
      let confirmed = options.confirmed[list.folder] ?? []
      let gone = list.items.filter {
        $0.value.base != nil && present.contains($0.key) != presentThere.contains($0.key)
      }
      let deletesHere = steps.contains { $0.list == list.folder && $0.deletesHere }
      let deletesThere = steps.contains {
        $0.list == list.folder && $0.deletesThere && !confirmed.contains($0.key)
      }
      let goneThere = deletesHere ? gone.count { !presentThere.contains($0.key) } : 0
      let goneHere =
        deletesThere ? gone.count { !present.contains($0.key) && !confirmed.contains($0.key) } : 0
      for (count, isHere) in [(goneThere, true), (goneHere, false)] {
        guard count > 1, let why = Self.objection(count, of: all, options.deletions) else { continue }
        let (gone, other) = isHere ? ("on the server", "here") : ("here", "on the server")
        let reason =
          "\(count) of its \(all) reminders were deleted \(gone)\(why); Listo deletes none of them \(other)"
        lists.append(
          ListStep(
            list, .stop, reason: reason,
            repairs: ["--allow-deletions: delete them \(other) too, if you meant to delete them"]))
        stopped.insert(list.folder)
        break
      }
    }
    guard !stopped.isEmpty else { return }
    steps.removeAll { step in stopped.contains(step.list) || step.leaves.map(stopped.contains) ?? false }
    lists.removeAll { $0.kind != .stop && stopped.contains($0.list) }
  }

  /// Nil where so many may go.
  private static func objection(_ count: Int, of all: Int, _ bound: SyncOptions.Guard) -> String? {
    if count >= all { return ", which leaves it empty" }
    return count > bound.count && Double(count) > bound.share * Double(all) ? "" : nil
  }
}
