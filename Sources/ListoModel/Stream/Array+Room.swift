extension Array {
  /// The same elements in memory for no more, where they are held for long: what grew has room for up to as
  /// many again.
  ///
  /// - Complexity: linear.
  package func withoutRoom() -> [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy += self
    return copy
  }
}
