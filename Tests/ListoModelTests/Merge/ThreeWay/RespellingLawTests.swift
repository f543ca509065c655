import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// Every way to compare versions tells their content from its spelling.
@Suite struct RespellingLawTests {
  private static let rounds = Rounds.times(120)

  private static let zone: @Sendable (String) -> Zone? = { Zone.resolve(tzid: $0)?.zone }

  private func made(_ component: Component?) throws -> Component { try #require(component) }

  private func text(_ components: [Component?]) -> String {
    components.map { $0.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "–\n" }.joined(separator: "\n")
  }

  @Test func anotherSpellingIsNoDifference() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var changed = 0
    for round in 0..<Self.rounds {
      let draft = generator.draft()
      let plain = try made(generator.component(draft))
      let respelt = try made(generator.respelt(draft))
      if plain.bytes != respelt.bytes { changed += 1 }
      let note = "seed \(seed), round \(round)\n\(text([plain, respelt]))"
      let isEqual = plain.isEqual(to: respelt, .canonical)
      let isOneHash = CanonicalContent(plain).digest == CanonicalContent(respelt).digest
      try #require(isEqual && isOneHash, "\(note)")
      let fields = ComponentDifference(includesInsignificant: true).fields(plain, respelt)
      try #require(fields.isEmpty, "\(fields.map(\.name)): \(note)")
      let lines = LineDifference.between(plain, respelt)
      try #require(lines.left.isEmpty && lines.right.isEmpty, "\(note)")
      // Instants are the same in any zone.
      let elsewhere = try made(generator.respelt(draft, changingZones: true))
      #expect(plain.isEqual(to: elsewhere, .canonical, zone: Self.zone), "\(note)\n\(text([elsewhere]))")
    }
    #expect(changed > Self.rounds / 2)
  }

  /// Comparing line by line, by hashes, and field by field give one answer at each level.
  @Test func allWaysToAskAgree() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var answers: [EqualityLevel: Int] = [:]
    for round in 0..<Self.rounds * 2 {
      let draft = generator.draft()
      let one = try made(generator.respelt(draft, rewriting: generator.chance(30) ? .all : nil))
      let next = generator.chance(30) ? draft : generator.edited(draft)
      let other = try made(generator.respelt(next, rewriting: generator.chance(30) ? .all : nil))
      let note = "seed \(seed), round \(round)\n\(text([one, other]))"
      for level in [EqualityLevel.canonical, .forPeople, .forKeeping] {
        let isEqual = one.isEqual(to: other, level)
        #expect(isEqual == other.isEqual(to: one, level), "\(level): \(note)")
        let isOneHash = CanonicalContent(one, level).digest == CanonicalContent(other, level).digest
        try #require(isEqual == isOneHash, "\(level): \(note)")
        if isEqual { answers[level, default: 0] += 1 }
      }
      for (level, includesInsignificant) in [(EqualityLevel.canonical, true), (.forPeople, false)] {
        let fields = ComponentDifference(includesInsignificant: includesInsignificant).fields(one, other)
        let isEqual = one.isEqual(to: other, level, zone: ZoneTable.empty.zone)
        try #require(fields.isEmpty == isEqual, "\(fields.map(\.name)), \(level): \(note)")
      }
    }
    let counts = [EqualityLevel.canonical, .forPeople, .forKeeping].map { answers[$0, default: 0] }
    #expect(counts[0] > 0 && counts == counts.sorted())
  }

  /// The outcome and the decisions, without the lines; sorted, as decisions come in the order of the lines.
  private func decisions(_ result: ThreeWayResult) -> [String] {
    [result.component == nil ? "deleted" : "kept"]
      + result.decisions.map { "\($0.path) \($0.field) \($0.rule) \($0.isConflict) \($0.chosen)" }.sorted()
  }

  @Test func respellingAnySideChangesNoDecision() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds * 2 {
      let draft = generator.draft()
      let drafts = [draft, generator.edited(draft), generator.chance(15) ? nil : generator.edited(draft)]
      let plain = drafts.map { $0.flatMap { generator.component($0) } }
      // The base has no say in what only a hash decides, so that its zones may change as well.
      let respelt = drafts.enumerated().map { place, draft in
        draft.flatMap { generator.respelt($0, changingZones: place == 0) }
      }
      let preference = MergePreference.allCases.pick(using: &generator.random)
      let options = ThreeWayOptions(preference: preference)
      let merged = [plain, respelt].map { versions in
        ThreeWay.merge(base: versions[0], ours: versions[1], theirs: versions[2], options: options)
      }
      let note = "seed \(seed), round \(round)\n\(text(plain + respelt))\n→\n\(text(merged.map(\.component)))"
      try #require(decisions(merged[0]) == decisions(merged[1]), "\(note)")
      if let one = merged[0].component, let other = merged[1].component {
        try #require(one.isEqual(to: other, .canonical, zone: Self.zone), "\(note)")
      }
      let united = [plain, respelt].map { ThreeWay.unite($0.dropFirst().compactMap(\.self)) }
      try #require(decisions(united[0]) == decisions(united[1]), "united: \(note)")
    }
  }

  /// Rewritten lines are no difference for people, by every way to ask, hashes included; for canonical
  /// equality they mostly are.
  @Test func whatPeopleDoNotTellApart() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var changed = 0
    for round in 0..<Self.rounds * 2 {
      let draft = generator.draft()
      let plain = try made(generator.component(draft))
      let other = try made(generator.respelt(draft, changingZones: true, rewriting: .all))
      let note = "seed \(seed), round \(round)\n\(text([plain, other]))"
      if !plain.isEqual(to: other, .canonical, zone: Self.zone) { changed += 1 }
      try #require(plain.isEqual(to: other, .forPeople, zone: Self.zone), "\(note)")
      let digests = [plain, other].map { CanonicalContent($0, .forPeople, zone: Self.zone).digest }
      try #require(digests[0] == digests[1], "\(note)")
      let fields = ComponentDifference().fields(plain, other)
      try #require(fields.isEmpty, "\(fields.map(\.name)): \(note)")
    }
    #expect(changed > Self.rounds)
  }

  /// Whether a side rewrites lines as programs do changes neither what is kept nor what is deleted, nor who
  /// wins.
  @Test func rewritingAnySideChangesNoDecision() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var deleted = 0
    for round in 0..<Self.rounds * 4 {
      let draft = generator.draft()
      let later = generator.chance(50)
      let isDeleting = generator.chance(15)
      // Nothing is left to hashes, which tell spellings apart.
      let drafts = [
        draft,
        generator.modified(generator.chance(20) ? draft : generator.edited(draft), later: later),
        isDeleting ? nil : generator.modified(generator.edited(draft), later: !later),
      ]
      let plain = drafts.map { $0.flatMap { generator.component($0) } }
      let rings = drafts.contains { $0.map(generator.ringsTwice) ?? false }
      let rewrites: Respelling.Rewrites = rings ? .noUIDs : .addedUIDs
      let rewritten = drafts.map { draft in
        draft.flatMap {
          generator.respelt($0, changingZones: true, rewriting: generator.chance(70) ? rewrites : nil)
        }
      }
      let preference = [MergePreference.newest, .ours, .theirs].pick(using: &generator.random)
      let options = ThreeWayOptions(preference: preference, zone: Self.zone)
      let merged = [plain, rewritten].map { versions in
        ThreeWay.merge(base: versions[0], ours: versions[1], theirs: versions[2], options: options)
      }
      let note =
        "seed \(seed), round \(round), \(preference)\n\(text(plain + rewritten))\n→\n\(text(merged.map(\.component)))"
      // Who rewrote a line saved it: its stamps count.
      let stamps = Set(InsignificantContent.stamps.missing(from: []).map(\.name))
      let told = merged.map { result in
        [result.component == nil ? "deleted" : "kept"]
          + result.decisions.filter { !stamps.contains($0.field) && $0.isConflict }
          .map { decision in
            // A group is called by what is there of it.
            let name = decision.field.prefix { $0 != "," }
            let field = MergeGroup(PropertyID(name: String(name)))?.rawValue ?? decision.field
            return "\(decision.path) \(field) \(decision.rule) \(decision.chosen)"
          }.sorted()
      }
      try #require(told[0] == told[1], "\(told): \(note)")
      if merged[0].component == nil { deleted += 1 }
      if let one = merged[0].component, let other = merged[1].component {
        try #require(one.isEqual(to: other, .forPeople, zone: Self.zone), "\(note)")
      }
    }
    #expect(deleted > 0)
  }

  /// Insignificant changes, and those of counters that programs keep, bring nothing back; an edit does.
  @Test func whatIsInsignificantBesideADeletion() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds {
      let draft = generator.draft()
      let base = try made(generator.component(draft))
      let resaved = try made(generator.resaved(draft, rewriting: generator.chance(50) ? .all : nil))
      let note = "seed \(seed), round \(round)\n\(text([base, resaved]))"
      for versions in [[nil, resaved], [resaved, nil], [base, nil, resaved]] as [[Component?]] {
        let result = ThreeWay.merge(base: base, versions: versions)
        try #require(result.component == nil && !result.isConflict, "\(note)")
      }
      var edited = resaved
      edited.set(.location, value: Array("elsewhere".utf8))
      let kept = ThreeWay.merge(base: base, versions: [nil, edited])
      #expect(kept.component?.bytes == edited.bytes && kept.decisions.map(\.rule) == [.editKept], "\(note)")
      let needed = ThreeWay.merge(
        base: base, versions: [nil, resaved], options: ThreeWayOptions(), keepsDeleted: true)
      #expect(needed.component != nil && needed.decisions.first?.rule == .neededKept, "\(note)")
    }
  }

  /// The stamps of a merge are the greatest of those sides that say something else than the base, CREATED is
  /// the least.
  @Test func stampsAreTheGreatest() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds * 2 {
      let draft = generator.draft()
      let base = try made(generator.component(draft))
      let sides = try (0..<2).map { _ in
        let draft = generator.chance(30) ? draft : generator.edited(draft)
        return try made(generator.chance(30) ? generator.resaved(draft) : generator.respelt(draft))
      }
      let result = ThreeWay.merge(base: base, versions: sides)
      let counting = sides.filter { !$0.isEqual(to: base, .canonical, zone: Self.zone) }
      for id in [PropertyID.dtstamp, .lastModified, .sequence, .created] {
        let read = { (component: Component) -> Int64? in
          component.first(id).flatMap {
            id == .sequence ? StampValue.integer($0.value).map(Int64.init) : StampValue.seconds($0.value)
          }
        }
        let values = counting.compactMap(read)
        guard let wanted = id == .created ? values.min() : values.max() else { continue }
        let found = result.component.flatMap(read)
        try #require(
          found == wanted,
          "\(id.name): seed \(seed), round \(round)\n\(text([base] + sides))\n→\n\(text([result.component]))")
      }
    }
  }
}
