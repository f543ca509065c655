internal import ICalendar
internal import Synchronization

/// The breaches of a METHOD's restrictions by components (RFC 5546). libical is asked once for all components
/// that are alike to the restrictions: it takes 200 µs each time.
final class RestrictionCache: Sendable {
  /// How many kinds of components libical is asked about: hostile ones would take a second for every 0.3 MB.
  private static let limit = 8192
  /// From so many kinds on it is asked what makes a difference: that takes as long as a dozen of them.
  fileprivate static let fewKinds = 16

  /// For so many METHODs: RFC 5546 has eight, and a hostile input as many as it likes.
  private static let methodLimit = 16

  private struct Key: Hashable {
    let method: String
    let signature: RestrictionSignature
  }

  private struct Known {
    var answers: [Key: String?] = [:]
    var reaches: [String: Reaches] = [:]
  }

  /// For a METHOD, by the raw values of the kinds of a component and of that around it.
  fileprivate struct Reaches {
    private var reaches: [RestrictionReach?] = Array(repeating: nil, count: 256)

    subscript(kind: ComponentKind, outer: ComponentKind?) -> RestrictionReach? {
      get { reaches[Self.index(kind, outer)] }
      set { reaches[Self.index(kind, outer)] = newValue }
    }

    private static func index(_ kind: ComponentKind, _ outer: ComponentKind?) -> Int {
      Int(kind.rawValue) * 16 + Int((outer ?? .vcalendar).rawValue)
    }
  }
  private let known = Mutex(Known())
  /// Held while libical is asked, one question at a time: two threads come upon the same kinds of components
  /// at the same time, and who waited for the other finds its answer.
  private let asking = Mutex(())

  /// The answers for the components of one batch, on one thread: most are like one before, and for those
  /// nobody waits for another thread. (On two cores an eighth of a check's time was spent in waiting.)
  struct Asked {
    fileprivate var method: String?
    fileprivate var answers: [RestrictionSignature: String?] = [:]
    fileprivate var count = 0
    fileprivate var reaches: Reaches?
    /// Components that libical could not be asked about yet.
    fileprivate var later: [(lines: ComponentLines, method: String)] = []

    /// By what is known of the METHOD's reach.
    fileprivate func signature(of lines: ComponentLines) -> RestrictionSignature {
      RestrictionSignature(lines) { kind, outer in
        count >= RestrictionCache.fewKinds ? reaches?[kind, outer] ?? .everything : .everything
      }
    }
  }

  /// The breaches of a component in one sentence, `nil` where there are none.
  ///
  /// - Parameter asked: of the components before it.
  /// - Throws: ``ValueError`` for a component that libical is not asked about.
  func breach(_ lines: ComponentLines, _ method: String, _ asked: inout Asked) throws(ValueError) -> String? {
    if let answer = answer(lines, method, &asked) { return answer }
    return try asking.withLock { _ throws(ValueError) in try ask(lines, method, &asked) }
  }

  /// The same, but where libical would have to be asked, and another thread does so just now, the component
  /// is put off: the first thousands of components of a large input are mostly of kinds that are met on all
  /// threads, and all but one would wait.
  ///
  /// - Returns: an outer nil for one that is among ``putOff(_:)`` now.
  func breachUnlessAsking(
    _ lines: ComponentLines, _ method: String, _ asked: inout Asked
  ) throws(ValueError) -> String?? {
    if let answer = answer(lines, method, &asked) { return answer }
    let answer = try asking.withLockIfAvailable { _ throws(ValueError) in try ask(lines, method, &asked) }
    if answer == nil { asked.later.append((lines, method)) }
    return answer
  }

  /// The components that were put off, with the METHOD of each; then there are none.
  func putOff(_ asked: inout Asked) -> [(lines: ComponentLines, method: String)] {
    defer { asked.later.removeAll() }
    return asked.later
  }

  /// The answer that any thread knows; nil where libical must be asked.
  private func answer(_ lines: ComponentLines, _ method: String, _ asked: inout Asked) -> String?? {
    if asked.method != method {
      (asked.method, asked.answers, asked.count, asked.reaches) = (method, [:], 0, nil)
    }
    let signature = asked.signature(of: lines)
    if let answer = asked.answers[signature] { return answer }
    (asked.count, asked.reaches) = known.withLock { ($0.answers.count, $0.reaches[method]) }
    let key = Key(method: method, signature: asked.signature(of: lines))
    guard let answer = known.withLock({ $0.answers[key] }) else { return nil }
    let own = answer?.copied
    asked.answers[key.signature] = .some(own)
    return own
  }

  /// The answer that another thread has come to know, or else that of libical. Only while ``asking`` is held.
  private func ask(
    _ lines: ComponentLines, _ method: String, _ asked: inout Asked
  ) throws(ValueError) -> String? {
    let (count, reaches) = known.withLock { ($0.answers.count, $0.reaches[method]) }
    (asked.count, asked.reaches) = (count, reaches)
    let signature = RestrictionSignature(lines) { kind, outer in
      guard count >= Self.fewKinds else { return .everything }
      return reaches?[kind, outer] ?? reach(kind, in: outer, method)
    }
    let answer = try answer(lines, method, signature, count: count)?.copied
    asked.answers[signature] = .some(answer)
    return answer
  }

  /// - Parameter count: how many answers there are.
  private func answer(
    _ lines: ComponentLines, _ method: String, _ signature: RestrictionSignature, count: Int
  ) throws(ValueError) -> String? {
    let key = Key(method: method, signature: signature)
    if let answer = known.withLock({ $0.answers[key] }) { return answer }
    guard count < Self.limit else {
      throw ValueError(
        .limit,
        "more than \(Self.limit) kinds of components to compare with METHOD:\(ShortenedValue.shown(method))")
    }
    let breaches = try lines.component.restrictionBreaches(method: method) ?? []
    let answer = Self.words(breaches.compactMap(RestrictionBreach.init), lines.component, method)
    known.withLock { $0.answers[key] = .some(answer) }
    return answer
  }

  private func reach(_ kind: ComponentKind, in outer: ComponentKind?, _ method: String) -> RestrictionReach {
    // Deeper components are rare.
    guard kind != .other, outer == nil || kind == .valarm, hasRoom(for: method) else { return .everything }
    if let reach = known.withLock({ $0.reaches[method]?[kind, outer] }) { return reach }
    let reach = RestrictionReach(RestrictionReach.Place(method: method, kind: kind, outer: outer))
    known.withLock { $0.reaches[method, default: Reaches()][kind, outer] = reach }
    return reach
  }

  private func hasRoom(for method: String) -> Bool {
    known.withLock { $0.reaches.count < Self.methodLimit || $0.reaches[method] != nil }
  }

  /// Of how many METHODs it is known what makes a difference.
  var methodCount: Int { known.withLock { $0.reaches.count } }

  private static func words(_ breaches: [RestrictionBreach], _ component: Component, _ method: String)
    -> String?
  {
    // An export with METHOD:PUBLISH is no message to anybody, and lacks nothing without ORGANIZER.
    let missing = method == "PUBLISH" ? [] : breaches.filter { $0.kind == .missing }.map(\.property)
    let others = breaches.compactMap { breach -> String? in
      switch breach.kind {
      case .missing: nil
      case .unwanted: "has no place for \(breach.property)"
      case .several: "allows one \(breach.property)"
      }
    }
    let parts = (missing.isEmpty ? [] : ["asks for \(missing.joined(separator: ", "))"]) + others
    guard !parts.isEmpty else { return nil }
    let place = "in a \(component.name) (RFC 5546, as libical has it)"
    return "METHOD:\(ShortenedValue.shown(method)) \(parts.joined(separator: ", ")) \(place)"
  }
}

/// All that a METHOD's restrictions look at in a component: which components and properties are there, none,
/// once or more often, and the values of STATUS and ACTION.
struct RestrictionSignature: Hashable, Sendable {
  private var parts: [Part] = []

  /// A component of the tree, in the order of their lines.
  private struct Part: Hashable {
    let kind: ComponentKind
    let depth: Int
    let some: PropertySet
    let several: PropertySet
    /// The first value of STATUS or ACTION, where it is one as everyone writes it.
    let word: ShortWord?
    /// The others, as far as any that is known goes.
    let others: [UInt8]
  }

  /// - Parameter reach: what makes a difference in a component of a kind, in another or in none.
  init(_ lines: ComponentLines, reach: (ComponentKind, _ outer: ComponentKind?) -> RestrictionReach) {
    add(lines, in: nil, depth: 0, reach)
  }

  private mutating func add(
    _ lines: ComponentLines, in outer: ComponentKind?, depth: Int,
    _ reach: (ComponentKind, ComponentKind?) -> RestrictionReach
  ) {
    var (some, several) = (PropertySet(), PropertySet())
    var (word, others): (ShortWord?, [UInt8]) = (nil, [])
    for place in lines.places {
      let id = place.id
      // Properties without an id are none that a restriction names, but for VCALENDAR's.
      guard id != .other else { continue }
      if some.contains(id) { several.insert(id) } else { some.insert(id) }
      guard id == .status || id == .action else { continue }
      if let value = place.plainValue {
        if word == nil, others.isEmpty, let short = ShortWord(lines.bytes.span, value) {
          word = short
        } else {
          others += lines.bytes[value].prefix(32) + [0]
        }
      } else {
        others += lines.all(id).flatMap { $0.value.prefix(32) + [0] }
      }
    }
    (some, several) = reach(lines.kind, outer).relevant(some: some, several: several)
    parts.append(
      Part(kind: lines.kind, depth: depth, some: some, several: several, word: word, others: others))
    for child in lines.children { add(child, in: lines.kind, depth: depth + 1, reach) }
  }
}
