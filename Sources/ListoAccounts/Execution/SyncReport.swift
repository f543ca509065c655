/// The result of a sync.
public struct SyncReport: Sendable {
  /// A sentence about one item or list.
  public struct Line: Sendable, Hashable {
    /// The title of the list.
    public var list: String
    /// The title of the item; empty if the line is about the list.
    public var title: String
    /// The action or the problem: a sentence without its full stop.
    public var text: String
    /// The remedies, one a line.
    public var repairs: [String] = []
  }

  /// The number of items by action.
  public var counts: [SyncStep.Kind: Int] = [:]
  /// The number of lists by action.
  public var lists: [ListStep.Kind: Int] = [:]
  /// The decisions between conflicting versions.
  public var conflicts: [Line] = []
  /// Items that wait, with the reason: files that are not items, and items that the server refused.
  public var waiting: [Line] = []
  /// Lists in which nothing was done, and why.
  public var stopped: [Line] = []
  /// Items that are in two lists, or under two paths.
  public var notes: [Line] = []
  /// Whether something kept changing during the sync, so that another sync is needed.
  public var isUnsettled = false

  /// Whether nothing was changed on either side.
  public var isEmpty: Bool { counts.allSatisfy { $0.key == .adopt } && lists.allSatisfy { $0.key == .pair } }

  /// The report of a sync that has done nothing yet.
  package init() {}

  mutating func count(_ kind: SyncStep.Kind) { counts[kind, default: 0] += 1 }
}

extension AccountSync {
  func tellConflict(_ step: SyncStep, _ sides: SyncSides) {
    let line = SyncReport.Line(
      list: sides.title(step.list), title: name(step), text: step.conflicts.joined(separator: "; "))
    if !report.conflicts.contains(line) { report.conflicts.append(line) }
  }

  /// Reports the items that wait and the lists that stop, as of the last round.
  func tell(_ plan: SyncPlan, _ sides: SyncSides) {
    let told = SyncReport(plan, sides.state)
    for line in told.waiting where said.waiting.insert(line).inserted { report.waiting.append(line) }
    for line in told.stopped where !report.stopped.contains(line) { report.stopped.append(line) }
    let notes = sides.notes.map { SyncReport.Line(list: sides.title($0.list), title: "", text: $0.text) }
    for line in notes + leftOut(sides) where said.notes.insert(line).inserted { report.notes.append(line) }
    for step in plan.steps where step.kind == .adopt { report.count(.adopt) }
  }
}

extension AccountSync {
  /// Resources that a sync leaves where they are, since they are no reminder that could be synced: each sync
  /// tells of them.
  private func leftOut(_ sides: SyncSides) -> [SyncReport.Line] {
    let folders = sides.state.lists.map(\.folder).filter { context.options.lists?.contains($0) ?? true }
    var lines: [SyncReport.Line] = []
    for folder in folders {
      var others = log.others[folder] ?? [:]
      for (href, other) in sides.others[folder] ?? [:] { others[href] = other }
      for (href, other) in others.sorted(by: { $0.key < $1.key }) {
        guard let reason = other.reason else { continue }
        lines.append(.init(list: sides.title(folder), title: "", text: "\(href.name) is left out: \(reason)"))
      }
    }
    return lines
  }
}

extension SyncReport {
  /// Creates the report of a plan of which nothing is done yet.
  package init(_ plan: SyncPlan, _ state: SyncState) {
    let title = { (folder: String) in state.lists.first { $0.folder == folder }?.title ?? folder }
    for step in plan.steps {
      let name = step.title.isEmpty ? step.uid : step.title
      if let reason = step.reason {
        waiting.append(Line(list: title(step.list), title: name, text: reason, repairs: step.repairs))
      }
    }
    // A file of a reminder that is known was told with its title.
    let reasons = Set(plan.steps.compactMap(\.reason))
    for file in plan.unfit where !reasons.contains("\(file.file): \(file.reason)") {
      waiting.append(Line(list: title(file.list), title: file.file, text: file.reason))
    }
    for step in plan.lists where step.kind == .stop {
      stopped.append(Line(list: step.title, title: "", text: step.reason ?? "", repairs: step.repairs))
    }
  }
}
