internal import Listo

/// The world around a screen, which carries out its effects.
protocol ScreenWorld: AnyObject {
  /// The clock now, and the viewer's zone.
  var context: ViewContext { get }

  /// Does it, and says what became of it.
  ///
  /// - Returns: the outcome, and the lists in which something may differ; nil for all.
  func perform(_ effect: Effect) -> (outcome: Outcome, changed: Set<ModelIdentifier>?)

  /// The outcomes of changes that were written meanwhile, and the changes by others: each is told once.
  func news() -> [(outcome: Outcome, changed: Set<ModelIdentifier>?)]

  /// Waits until all is written.
  func finish()

  /// Stores the place that is shown, if this world remembers places; called after each key.
  func visit(_ place: @autoclosure () -> BrowsePlace)
}

extension ScreenWorld {
  /// Where each effect is carried out before ``perform(_:)`` returns.
  func news() -> [(outcome: Outcome, changed: Set<ModelIdentifier>?)] { [] }
  func finish() {}
  func visit(_ place: @autoclosure () -> BrowsePlace) {}
}

extension Screen {
  /// Has effects carried out, and those that follow from them.
  ///
  /// - Returns: what only the terminal can do.
  mutating func perform(_ effects: [Effect], in world: any ScreenWorld) -> [Effect] {
    var rest = effects[...]
    var others: [Effect] = []
    while let effect = rest.popFirst() {
      switch effect {
      case .suspend, .redraw, .quit: others.append(effect)
      case .edit:
        // The editor needs the terminal.
        others.append(effect)
      default:
        let (outcome, changed) = world.perform(effect)
        rest += take(outcome, world.context, changed: changed)[...]
      }
    }
    world.visit(place)
    return others
  }

  /// Takes what is new, and has done what follows from it.
  mutating func catchUp(with world: any ScreenWorld) {
    for (outcome, changed) in world.news() {
      _ = perform(take(outcome, world.context, changed: changed), in: world)
    }
  }
}
