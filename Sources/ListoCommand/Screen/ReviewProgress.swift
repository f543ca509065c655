internal import Listo

/// How far a review is: what was decided in it, by identifier, and where it was left.
struct ReviewProgress: Sendable, Hashable {
  var decided: [ModelIdentifier] = []
  var current: ModelIdentifier?
}
