public import ListoModel

/// Which of what can be started now is the next one, and what decided between it and the one that would be next without it.
public struct NextChoice: Sendable, Hashable {
  /// Why it stands before the other.
  public enum Reason: Sendable, Hashable {
    /// There is no other.
    case alone
    /// It was picked for today, and the other was not.
    case picked
    /// Both were picked for today, it before the other.
    case pickedBefore
    /// A part of the order tells them apart.
    case order(SortOrder.Part)
    /// Nothing does: it was read first.
    case place
  }

  /// The next one.
  public let path: Catalog.IndexPath
  /// The one that would be next.
  public let other: Catalog.IndexPath?
  /// What decided.
  public let reason: Reason

  /// Nil where nothing can be done.
  ///
  /// - Parameters:
  ///   - candidates: what can be started now, as it is to be done: what was picked for today, then the others in their order.
  ///   - picked: what was picked for today.
  ///   - order: that of the others.
  ///   - catalog: the one that all of them stand in.
  ///   - context: the clock and the zone by which they stand in it.
  public init?(
    _ candidates: [Catalog.IndexPath], picked: [Catalog.IndexPath] = [], by order: SortOrder,
    of catalog: Catalog, _ context: ViewContext
  ) {
    guard let first = candidates.first else { return nil }
    let second = candidates.dropFirst().first
    (path, other) = (first, second)
    guard let second else {
      reason = .alone
      return
    }
    if picked.contains(first) {
      reason = picked.contains(second) ? .pickedBefore : .picked
      return
    }
    switch order.decidingPart(between: first, and: second, of: catalog, context) {
    case let part? where part.key != .file: reason = .order(part)
    default: reason = .place
    }
  }
}
