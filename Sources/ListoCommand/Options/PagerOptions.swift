internal import ArgumentParser

/// Whether long output goes through a pager.
struct PagerOptions: ParsableArguments {
  @Flag(
    help:
      "Print output that is longer than the screen directly, instead of through a pager."
  )
  var noPager = false

  /// nil where output is printed directly.
  ///
  /// - Parameter isForPeople: the output is a view, not JSON or another format.
  func pager(isForPeople: Bool = true) -> Pager? { noPager || !isForPeople ? nil : Pager() }
}
