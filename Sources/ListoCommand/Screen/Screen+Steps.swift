internal import Listo

/// The steps of `listo morning`, of which one is shown at a time.
struct Steps: Sendable {
  enum Step: String, Sendable, CaseIterable {
    case review = "Review"
    case focus = "Focus"
    case next = "Next"
  }

  /// The reminders that can be started.
  let startable: NamedQuery
  fileprivate(set) var step = Step.review
  /// A line for each step that is over.
  fileprivate(set) var reports: [String] = []

  init(_ startable: NamedQuery) { self.startable = startable }

  /// The number of the step, from 1 on, and the step behind it.
  var number: Int { reports.count + 1 }
  var following: Step? { Step.allCases.dropFirst(number).first }
}

extension Screen {
  /// Ends the current step and shows the next one.
  mutating func endStep() {
    guard var steps, let following = steps.following else {
      return say(steps == nil ? "only listo morning has steps" : "this is the last step")
    }
    steps.reports.append(report(on: steps.step))
    steps.step = following
    self.steps = steps
    switch following {
    case .review: break
    case .focus: openPicking(steps.startable)
    case .next: openNext(steps.startable)
    }
  }

  /// Goes on if nothing is left to do in the current step. The last one stays, so that undo is at hand.
  mutating func endFinishedStep() {
    guard steps?.following != nil, case .queue(let queue) = page, queue.current == nil, queue.pending == nil
    else { return }
    endStep()
  }

  /// A line for each step that was shown.
  var stepReports: [String] { steps.map { $0.reports + [report(on: $0.step)] } ?? [] }

  private func report(on step: Steps.Step) -> String {
    guard step != .focus, case .queue(let queue) = pages[0] else {
      return "\(step.rawValue): \(focus.count) picked for today"
    }
    let decided = queue.items.count - queue.openCount
    return "\(step.rawValue): \(decided) of \(RelativeDate.count(queue.items.count, "reminder")) decided"
  }

  /// Shows reminders to pick for today.
  mutating func openPicking(_ candidates: NamedQuery) {
    var query = NamedQuery("focus", candidates.text)
    query.grouping = .day
    pages = []
    open(.query(title: "Focus", query), order: .natural, picking: true)
  }

  /// Shows reminders one at a time, those picked for today first.
  private mutating func openNext(_ candidates: NamedQuery) {
    guard let expression = try? candidates.expression() else { return }
    let (catalog, context) = (data.catalog, data.context)
    let paths = catalog.found(by: expression.query(in: context), in: context).paths.sorted()
    let picks = focus.compactMap { data.listPath($0) ?? data.path(of: $0) }
    let sorted = catalog.sorted(paths, after: picks, by: candidates.order, in: context)
    openNext(sorted.compactMap(catalog.modelIdentifier))
  }

  /// Shows reminders one at a time, in this order.
  mutating func openNext(_ candidates: [ModelIdentifier]) {
    pages = [.queue(QueuePage(.next, candidates))]
    refreshPage()
  }
}
