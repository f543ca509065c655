internal import Platform

extension AccountSync {
  /// The changes to the folders of lists. Before a folder is removed, its files are kept in the trash.
  func folderChanges(_ plan: SyncPlan) throws -> [[SyncFolderChange]] {
    var made: [[SyncFolderChange]] = []
    for step in plan.lists {
      switch step.kind {
      case .makeHere, .changeHere: made.append([.properties(list: step.list, step.properties)])
      case .removeHere:
        guard let list = try folder.lists().first(where: { $0.folder == step.list }) else { continue }
        var group: [SyncFolderChange] = []
        for file in list.files {
          guard let bytes = try folder.read(file, in: step.list) else { continue }
          try log.discard(bytes, day: context.day)
          group.append(.remove(list: step.list, file: file, old: bytes))
        }
        made.append(group + [.removeList(step.list)])
      default: break
      }
    }
    return made
  }

  /// Makes, renames and removes lists there, and remembers what was done here.
  ///
  /// - Returns: something was written there.
  func changeLists(_ plan: SyncPlan, _ remotes: inout [String: RemoteList]) throws -> Bool {
    var isWritten = false
    for step in plan.lists {
      switch step.kind {
      case .makeHere, .changeHere, .pair:
        guard let href = step.href else { continue }
        try pair(step.list, href, step.properties)
      case .removeHere: try log.forget(list: step.list)
      case .makeThere: isWritten = try makeThere(step, &remotes) || isWritten
      case .changeThere: isWritten = try changeThere(step, remotes[step.list]) || isWritten
      case .removeThere:
        guard let remote = remotes[step.list] else { continue }
        let outcome = try session.deleteList(remote.href)
        switch outcome {
        case .done, .missing:
          try log.forget(list: step.list)
          remotes[step.list] = nil
        default: report.stopped.append(line(step, "the server did not remove it: \(Self.words(outcome))"))
        }
      case .stop: continue
      }
      report.lists[step.kind, default: 0] += 1
    }
    return isWritten
  }

  /// Remembers that a folder and a collection are one list.
  private func pair(_ folder: String, _ href: Href, _ properties: SyncState.Properties) throws {
    var list = log.lists[folder] ?? .init(folder: folder, href: href, properties: properties)
    if list.href != href { (list.token, list.ctag) = (nil, nil) }
    (list.href, list.properties) = (href, properties)
    try log.set(list)
  }

  private func makeThere(_ step: ListStep, _ remotes: inout [String: RemoteList]) throws -> Bool {
    guard let href = newCollection(step, Set(remotes.values.map(\.href))) else { return false }
    // One that is made again has other items than those that were known.
    if log.lists[step.list] != nil { try log.forget(list: step.list) }
    let wanted = step.properties
    let outcome = try session.makeList(
      href, ListProperties(displayName: wanted.title, color: wanted.color, order: wanted.order))
    switch outcome {
    case .done:
      remotes[step.list] = RemoteList(href)
      // The next round shows the properties as the server stored them.
      try pair(step.list, href, wanted)
      return true
    case .unknown, .changed: return true
    case .missing, .refused:
      // A server that does not take a property may take the list.
      let again = try session.makeList(href, ListProperties(displayName: wanted.title))
      if case .done = again {
        remotes[step.list] = RemoteList(href)
        try pair(step.list, href, wanted)
        return true
      }
      report.stopped.append(line(step, "the server did not create it: \(Self.words(outcome))"))
      return false
    }
  }

  /// Where a new list goes: another name where one is that of a list which belongs to another folder by now.
  private func newCollection(_ step: ListStep, _ taken: Set<Href>) -> Href? {
    guard let home = Href(path: session.home.path) else { return nil }
    for attempt in 0...taken.count {
      let href = home.member(SyncNames.collection(step.list, attempt: attempt))?.asCollection
      if let href, !taken.contains(href) { return href }
    }
    return nil
  }

  private func changeThere(_ step: ListStep, _ remote: RemoteList?) throws -> Bool {
    guard let remote else { return false }
    let (wanted, old) = (step.properties, remote.syncProperties)
    let changes = ListProperties(
      displayName: wanted.title == old.title ? nil : wanted.title,
      color: wanted.color == old.color ? nil : wanted.color,
      order: wanted.order == old.order ? nil : wanted.order)
    guard !changes.isEmpty else { return false }
    let outcome = try session.set(changes, of: remote.href)
    switch outcome {
    case .done: break
    default:
      report.notes.append(line(step, "the server did not change it: \(Self.words(outcome))"))
    }
    // It is not tried again as long as it is the same here: a server that keeps no colour would be asked each
    // time.
    try pair(step.list, remote.href, wanted)
    return false
  }

  func line(_ step: ListStep, _ text: String) -> SyncReport.Line {
    .init(list: step.title, title: "", text: text, repairs: step.repairs)
  }

  static func words(_ outcome: WriteOutcome) -> String {
    switch outcome {
    case .done: "done"
    case .changed: "the server answered 412 without a reason"
    case .missing: "the server answered that it does not exist"
    case .refused(let refusal): refusal.words
    case .unknown(let failure): failure.reason
    }
  }
}
