extension SyncPlan {
  /// The error of a plan that is no longer the one that was shown.
  package struct Changed: Error, Sendable {}

  /// A short name of the plan. It is the same for the same steps on the same versions, and changes if either
  /// side has changed.
  ///
  /// - Complexity: linear in the bytes that would be written.
  public var identifier: String {
    var text = ""
    for list in lists where list.kind != .pair {
      let properties = list.properties
      text += "list \(list.kind.rawValue) \(list.list) \(properties.title ?? "") \(properties.color ?? "")"
      text += " \(properties.order.map { "\($0)" } ?? "")\n"
    }
    for step in steps where step.isNews {
      text +=
        "item \(step.kind.rawValue) \(step.list) \(step.uid)\(step.here?.words ?? "")\(step.there?.words ?? "")\n"
    }
    return String(SyncItem.digest(of: Array(text.utf8)).prefix(12))
  }
}

extension SyncStep.Here {
  fileprivate var words: String {
    switch self {
    case .write(let item, let file): " write \(file ?? "") \(item.digest)"
    case .remove(let file): " remove \(file)"
    case .move(let item, let list, let file): " move \(list) \(file) \(item.digest)"
    }
  }
}

extension SyncStep.There {
  fileprivate var words: String {
    switch self {
    case .create(let item): " create \(item.digest)"
    case .update(let item, let href, let etag): " update \(href.path) \(etag?.quoted ?? "") \(item.digest)"
    case .delete(let href, let etag): " delete \(href.path) \(etag?.quoted ?? "")"
    case .move(let item, let becoming, let list, let href, let etag):
      " move \(list) \(href.path) \(etag?.quoted ?? "") \((becoming ?? item).digest)"
    }
  }
}
