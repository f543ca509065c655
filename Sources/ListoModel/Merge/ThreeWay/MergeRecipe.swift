internal import ICalendar

/// A key of the output that was decided against a base, is made of several versions, or was changed by a
/// message: what goes into it and what came of it. What it makes is made again when it is written, but for
/// the first of them, which are held.
struct MergeRecipe: Sendable {
  enum Kind: Sendable {
    case threeWay
    /// Sets united, without a base.
    case united
    /// Reminders with different UIDs that are one: the newest, filled in from the others.
    case filled
    /// One version, that messages change.
    case single
    /// An occurrence that only a message knows; the one version is its master.
    case occurrence
  }

  var kind: Kind
  /// Entries; -1 where there is none.
  var base: Int32 = -1
  /// By side in a three-way merge.
  var versions: [Int32]
  var preference = MergePreference.newest
  /// The answers about single fields: see ``MergeRuling/fields(_:)``.
  var fields: [String: MergePreference] = [:]
  /// A deleted component stays, since something that belongs to it was changed.
  var keepsDeleted = false
  /// The parent is that of the base: the new one would close a circle.
  var keepsParent = false
  /// Numbers of messages that change it, in their order.
  var messages: [UInt32] = []
  var outcome = Outcome()

  struct Outcome: Sendable, Equatable {
    /// The entry of the output; -1 where there is none.
    var entry: Int32 = -1
    /// The merge makes the written component: no input has it as it stands.
    var isMade = false
    var siblings = 0
    var isDecision = false
    var isConflict = false
    var movesParent = false
    /// Versions that are kept whole as rejects.
    var rejected: [Int32] = []
    /// The bytes of what is made, where they are held.
    var bytes: [UInt8]?
    /// X-APPLE-SORT-ORDER and CREATED of what is held: they say where it stands in the output.
    var sortOrder: Int32?
    var created: Int64?
  }

  /// Takes note of what it makes.
  mutating func note(_ result: ThreeWayResult) {
    outcome = Outcome()
    if let taken = result.taken, result.component != nil { outcome.entry = versions[taken] }
    outcome.isMade = result.component != nil && result.taken == nil
    outcome.siblings = min(result.siblings.count, 255)
    outcome.isDecision = !result.decisions.isEmpty
    outcome.isConflict = result.isConflict
    outcome.movesParent =
      kind == .threeWay && !keepsParent && result.component != nil
      && result.decisions.contains { decision in
        (decision.losers.flatMap(\.lines) + decision.instead).contains { $0.isOwn(.relatedTo) }
      }
    outcome.rejected = result.rejected.map { versions[$0] }
    if outcome.isMade, outcome.siblings == 0, let component = result.component, component.standsAlone {
      outcome.bytes = Array(component.bytes)
      (outcome.sortOrder, outcome.created) = MergeIndex.place(of: component)
    }
  }

  /// Lets go of what is held, where there is no room for it.
  mutating func hold(_ room: inout Int) {
    guard let bytes = outcome.bytes else { return }
    if bytes.count <= room { room -= bytes.count } else { outcome.bytes = nil }
  }

  /// The component that the recipe makes, where it is held.
  var held: Component? { outcome.bytes.flatMap { Component($0, returnsEndLines: false) } }

  /// The data that the index keeps for the held component.
  var heldEntry: MergeIndex.Made? {
    outcome.bytes.map { MergeIndex.Made($0, sortOrder: outcome.sortOrder, created: outcome.created) }
  }

  /// A version of it: they share key, list and calendar.
  var anyVersion: Int { Int(versions.first { $0 >= 0 } ?? base) }
}

extension MergeBytes {
  /// Returns the result of a recipe.
  ///
  /// - Parameter tellsLines: see ``ThreeWayOptions/tellsLines``.
  func result(
    of recipe: MergeRecipe, _ entries: [MergeIndex.Entry], tellsLines: Bool = false
  ) throws(MergeError) -> ThreeWayResult {
    let versions = try components(recipe.versions, entries)
    var options = self.options(of: recipe, entries)
    options.tellsLines = tellsLines
    var result: ThreeWayResult
    switch recipe.kind {
    case .single: result = ThreeWayResult(component: versions.first ?? nil, taken: 0)
    case .occurrence:
      let made = recipe.messages.first.map { messages[Int($0)].occurrence }
      let told = FieldDecision(
        path: [], field: "", rule: .message, isConflict: false, chosen: [], losers: [],
        instead: made.map(LineDifference.lines) ?? [])
      return ThreeWayResult(component: made, decisions: [told])
    case .united: result = ThreeWay.unite(versions.compactMap { $0 }, options: options)
    case .filled: result = ThreeWay.fill(versions.compactMap { $0 }, options: options)
    case .threeWay:
      let base = try components([recipe.base], entries)[0]
      result = ThreeWay.merge(
        base: base, versions: versions, options: options, keepsDeleted: recipe.keepsDeleted)
      if recipe.keepsParent { result = result.withParent(of: base) }
    }
    for message in recipe.messages {
      result = result.applying(messages[Int(message)])
    }
    return result
  }

  /// The options for comparing and preferring the versions of a recipe.
  func options(of recipe: MergeRecipe, _ entries: [MergeIndex.Entry]) -> ThreeWayOptions {
    let list = lists[Int(entries[recipe.anyVersion].calendar)]
    let zones = self.zones
    var options = ThreeWayOptions(preference: recipe.preference) { zones?.zone(list, $0) }
    options.apply(recipe.fields, versions: recipe.versions.count)
    if let zones { options.identified = { zones.identified($0, ofList: list) } }
    return options
  }

  private func components(
    _ numbers: [Int32], _ entries: [MergeIndex.Entry]
  ) throws(MergeError) -> [Component?] {
    var result: [Component?] = []
    for number in numbers { result.append(number < 0 ? nil : try component(entries[Int(number)])) }
    return result
  }

  /// The component written for an entry that is made: the merged component, or one of its siblings.
  func made(_ entry: MergeIndex.Entry) throws(MergeError) -> Component? {
    let recipe = recipes[entry.offset >> 8]
    let part = entry.offset & 0xFF
    if part == 0, let held = recipe.held { return held }
    let result = try result(of: recipe, entries)
    return part == 0 ? result.component : result.siblings.dropFirst(part - 1).first
  }
}

extension ThreeWayResult {
  /// The same with the parent that the base has.
  func withParent(of base: Component?) -> ThreeWayResult {
    guard let component else { return self }
    let kept = base.map(\.parentLines) ?? []
    let own = component.parentLines
    var edits = own.map { Component.Edit.remove($0) }
    edits += kept.map { property in
      .append(ContentLineText.fold(property.unfolded, lineEnd: component.lineEnd))
    }
    let dropped = FieldDecision(
      path: [], field: PropertyID.relatedTo.name, rule: .noCircle, isConflict: true, chosen: [],
      losers: decisions.isEmpty && own.isEmpty
        ? []
        : [
          FieldDecision.Loser(
            version: taken ?? 0,
            lines: own.map { MergeDecision.Line(path: [], octets: Array($0.unfolded)) })
        ],
      instead: kept.map { MergeDecision.Line(path: [], octets: Array($0.unfolded)) })
    return ThreeWayResult(
      component: component.edited(edits), siblings: siblings, taken: nil, decisions: decisions + [dropped],
      rejected: rejected)
  }
}
