package import ListoModel

/// The options of a sync, and its connections to the server, the files and the user.
package struct SyncContext {
  /// Direction, preference and guards.
  package var options = SyncOptions()
  /// In seconds since 1970, for what is kept.
  package var time: Int64
  /// Today, such as `2026-11-23`: the name of the trash.
  package var day: String
  /// The label in the history for changes that come from the server.
  package var label: String
  /// A new identifier for the state.
  package var identifier: () -> String
  /// Returns the remedies for an item that the server refuses, one a line.
  package var repairs: (SyncItem, Refusal) -> [String] = { _, _ in [] }
  /// Trash of days before this one is removed, such as `2026-10-24`; nil to keep all of it.
  package var trashStart: String?
  /// The plans that were shown before (``SyncPlan/identifier``): only these are executed. Empty to execute
  /// any plan.
  public var agreed: Set<String> = []
  /// Asks about each conflict; nil to let the preference decide.
  public var ask: ((MergeDecision) -> MergeRuling)?
  /// Called with the plan before anything is done.
  public var show: (SyncPlan) throws -> Void = { _ in }
  /// Receives the progress.
  public var observe: (SyncProgress) -> Void = { _ in }

  /// A sync at this time; the rest has the values above.
  package init(time: Int64, day: String, label: String, identifier: @escaping () -> String) {
    (self.time, self.day, self.label, self.identifier) = (time, day, label, identifier)
  }
}
