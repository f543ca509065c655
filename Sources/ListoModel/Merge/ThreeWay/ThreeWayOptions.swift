package import ICalendar

/// The options of a three-way merge of one component.
package struct ThreeWayOptions: Sendable {
  /// The side that wins if both sides changed a field.
  public var preference: MergePreference
  /// The versions that win conflicts about single fields: by the names of properties, `VALARM/TRIGGER` in a
  /// component inside, and empty for all of the component.
  var fieldSides: [String: Int] = [:]
  /// Resolves a TZID, so that EXDATEs are compared as instants.
  public var zone: @Sendable (String) -> Zone?
  /// A component as it is compared where stamps tie: see ``MergedZones/identified(_:ofList:)``.
  var identified: @Sendable (Component) -> Component = { $0 }
  /// Decisions tell which lines they are about. Without it they say by which rule, and whether it is a
  /// conflict, and tell lines only where a parent may be among them.
  var tellsLines = true

  /// Options of a three-way merge.
  ///
  /// - Parameter zone: resolves a TZID, so that two notations of one time are equal.
  public init(
    preference: MergePreference = .newest,
    zone: @escaping @Sendable (String) -> Zone? = { Zone.resolve(tzid: $0)?.zone }
  ) {
    (self.preference, self.zone) = (preference, zone)
  }
}

extension ThreeWayOptions {
  /// Sets the versions that win single fields. Of a field with several properties each is set.
  ///
  /// - Parameter count: of the versions; the last are theirs.
  mutating func apply(_ fields: [String: MergePreference], versions count: Int) {
    for (name, preference) in fields {
      guard let side = preference.side(of: count) else { continue }
      let field = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
      let path = name.dropLast(field.count)
      for property in field.split(separator: ", ", omittingEmptySubsequences: false) {
        fieldSides[String(path) + property] = side
      }
    }
  }

  /// The same for a component inside.
  func inside(_ name: String) -> ThreeWayOptions {
    guard !fieldSides.isEmpty else { return self }
    var result = self
    result.fieldSides = [:]
    for (field, side) in fieldSides where field.hasPrefix(name + "/") {
      result.fieldSides[String(field.dropFirst(name.count + 1))] = side
    }
    return result
  }

  /// Lines of these properties, of a component itself, are told: without `tellsLines` those that may name a
  /// parent, which `MergeRecipe.note` looks for.
  func tells(_ properties: PropertySet) -> Bool { tellsLines || properties.contains(.relatedTo) }

  /// The lines that only one of two versions has, where they are told.
  func difference(
    _ left: Component, _ right: Component
  ) -> (left: [MergeDecision.Line], right: [MergeDecision.Line]) {
    guard tellsLines || tells(PropertySet(differingIn: [left, right])) else { return ([], []) }
    return LineDifference.between(left, right)
  }
}

/// The version that wins if the sides changed the same thing differently.
public enum MergePreference: String, Sendable, Hashable, CaseIterable {
  /// The newest version (`VersionOrder`).
  case newest
  /// The first version that was given.
  case ours
  /// The last one.
  case theirs
  /// The newest wins, and each version that lost is kept beside it as a separate reminder.
  case both

  /// The version that was asked for; nil if none was.
  func side(of count: Int) -> Int? {
    switch self {
    case .newest, .both: nil
    case .ours: 0
    case .theirs: count - 1
    }
  }
}

/// An answer to a question about a conflict.
public enum MergeRuling: Sendable, Hashable {
  /// It stays as the rules have it.
  case skip
  /// One preference for all fields.
  case settle(MergePreference)
  /// A preference for each field, by ``FieldDecision/name``. A field that is not named, or is to be `newest`
  /// or `both`, is decided by the rules.
  case fields([String: MergePreference])
  /// Nothing is to be merged.
  case stop

  /// The version of the first side wins.
  public static let ours = settle(.ours)
  /// The version of the last side wins.
  public static let theirs = settle(.theirs)
  /// The newest version wins.
  public static let newest = settle(.newest)

  /// Each field in conflict is decided by itself, for example the title by one side and the due date by the
  /// other:
  ///
  ///     let plan = try Merge.plan(base: base, ours: ours, theirs: theirs) { conflict in
  ///       .fields(of: conflict) { $0.field == "SUMMARY" ? .ours : .theirs }
  ///     }
  ///
  /// - Parameter choose: called once for each field in conflict. ``FieldDecision/ours`` and
  ///   ``FieldDecision/theirs`` are the lines of both sides.
  public static func fields(
    of conflict: MergeDecision, _ choose: (FieldDecision) -> MergePreference
  ) -> MergeRuling {
    let chosen = conflict.fields.filter(\.isConflict).map { ($0.name, choose($0)) }
    return .fields(Dictionary(chosen) { first, _ in first })
  }
}
