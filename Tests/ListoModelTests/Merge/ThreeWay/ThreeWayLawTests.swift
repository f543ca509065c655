import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The laws of the three-way merge of one reminder, over generated edits.
@Suite struct ThreeWayLawTests {
  private static let rounds = Rounds.times(150)

  private static func bytes(_ result: ThreeWayResult) -> [UInt8] { Array(result.component?.bytes ?? []) }

  /// A base and two edits of it.
  private static func versions(_ generator: inout GeneratedEdits) throws -> [Component] {
    let draft = generator.draft()
    let drafts = [draft, generator.edited(draft), generator.edited(draft)]
    let found = drafts.compactMap { generator.component($0) }
    try #require(found.count == 3)
    return found
  }

  @Test func identityAndSymmetry() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds {
      let found = try Self.versions(&generator)
      let (b, o, t) = (found[0], found[1], found[2])
      let merged = ThreeWay.merge(base: b, ours: o, theirs: t)
      let laws: [(String, [UInt8], [UInt8])] = [
        ("m(b,x,x) = x", Self.bytes(ThreeWay.merge(base: b, ours: o, theirs: o)), Array(o.bytes)),
        ("m(b,b,x) = x", Self.bytes(ThreeWay.merge(base: b, ours: b, theirs: o)), Array(o.bytes)),
        ("m(b,x,b) = x", Self.bytes(ThreeWay.merge(base: b, ours: o, theirs: b)), Array(o.bytes)),
        ("m(b,o,t) = m(b,t,o)", Self.bytes(merged), Self.bytes(ThreeWay.merge(base: b, ours: t, theirs: o))),
        (
          "m(b;o,t,b) = m(b,o,t)", Self.bytes(ThreeWay.merge(base: b, versions: [b, o, t])),
          Self.bytes(merged)
        ),
        (
          "ours and theirs",
          Self.bytes(
            ThreeWay.merge(base: b, ours: o, theirs: t, options: ThreeWayOptions(preference: .ours))),
          Self.bytes(
            ThreeWay.merge(base: b, ours: t, theirs: o, options: ThreeWayOptions(preference: .theirs)))
        ),
        ("u(o,t) = u(t,o)", Self.bytes(ThreeWay.unite([o, t])), Self.bytes(ThreeWay.unite([t, o]))),
        ("u(x,x) = x", Self.bytes(ThreeWay.unite([o, o])), Array(o.bytes)),
      ]
      for (law, left, right) in laws where left != right {
        Issue.record(
          "\(law): seed \(seed), round \(round)\n\(found.map(Self.text).joined(separator: "\n"))\n→\n\(String(decoding: left, as: UTF8.self))\n\(String(decoding: right, as: UTF8.self))"
        )
        return
      }
      try check(merged, b, [o, t], "seed \(seed), round \(round)")
      try check(ThreeWay.unite([o, t]), nil, [o, t], "united: seed \(seed), round \(round)")
    }
  }

  /// Each field in conflict has the lines of the side that was chosen for it, and the other fields have those
  /// of the merge without a choice.
  @Test func eachFieldGoesToTheSideThatWasChosen() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var settled = 0
    for round in 0..<Self.rounds {
      let found = try Self.versions(&generator)
      let plain = ThreeWay.merge(base: found[0], ours: found[1], theirs: found[2])
      let conflicts = plain.decisions.filter(\.isConflict)
      var choices: [String: MergePreference] = [:]
      for conflict in conflicts { choices[conflict.name] = [.ours, .theirs].pick(using: &generator.random) }
      var options = ThreeWayOptions()
      options.apply(choices, versions: 2)
      let merged = ThreeWay.merge(base: found[0], ours: found[1], theirs: found[2], options: options)
      if choices.isEmpty { #expect(Self.bytes(merged) == Self.bytes(plain)) }
      func lines(_ component: Component?, _ names: [Substring]) -> [[UInt8]] {
        let properties = component?.properties.filter { names.contains(Substring($0.name)) } ?? []
        return properties.map { CanonicalLine.bytes(of: $0) }.sorted { $0.lexicographicallyPrecedes($1) }
      }
      let names = Set(conflicts.flatMap { $0.path.isEmpty ? $0.field.split(separator: ", ") : [] })
      for (name, preference) in choices where !name.isEmpty && !name.contains("/") {
        let field = name.split(separator: ", ")
        // Of a set each element is decided by itself, and not each is in conflict.
        guard !PropertyDefaults.isSet(PropertyID(nameBytes: Array(field[0].utf8)[...])) else { continue }
        settled += 1
        #expect(
          lines(merged.component, field) == lines(preference == .ours ? found[1] : found[2], field),
          "seed \(seed), round \(round): \(name) by \(preference)\n\(found.map(Self.text).joined(separator: "\n"))"
        )
      }
      for property in plain.component.map({ Array($0.properties) }) ?? []
      where !names.contains(Substring(property.name)) {
        let field = [Substring(property.name)]
        // The dates of a side bring its EXDATE.
        guard property.id != .exdate else { continue }
        #expect(
          lines(merged.component, field) == lines(plain.component, field),
          "seed \(seed), round \(round): \(property.name) was not in conflict")
      }
    }
    #expect(settled > 0)
  }

  /// The outcome that a plan notes of a merge is the same whether the lines are told or not.
  @Test func whatIsNotedWithoutLines() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds {
      let draft = generator.draft()
      let drafts = [draft, generator.edited(draft), generator.edited(draft)]
      let found = drafts.map { generator.component($0) }
      guard let b = found[0], let o = found[1], let t = found[2] else { continue }
      let note = "seed \(seed), round \(round)"
      for base in [b, nil] {
        for versions in [[o, t], [o, b], [o, nil], [b, nil], [b, o, t]] {
          var options = ThreeWayOptions(
            preference: [.newest, .ours, .theirs, .both].pick(using: &generator.random))
          let told = ThreeWay.merge(base: base, versions: versions, options: options)
          options.tellsLines = false
          let brief = ThreeWay.merge(base: base, versions: versions, options: options)
          #expect(Self.noted(told, versions.count) == Self.noted(brief, versions.count), "\(note)")
          #expect(told.siblings.map(\.bytes) == brief.siblings.map(\.bytes), "\(note)")
        }
      }
      var options = ThreeWayOptions()
      let told = ThreeWay.unite([o, t, b], options: options)
      options.tellsLines = false
      #expect(Self.noted(told, 3) == Self.noted(ThreeWay.unite([o, t, b], options: options), 3), "\(note)")
    }
  }

  private static func noted(_ result: ThreeWayResult, _ count: Int) -> MergeRecipe.Outcome {
    var recipe = MergeRecipe(kind: .threeWay, base: 0, versions: Array(1...Int32(count)))
    recipe.note(result)
    return recipe.outcome
  }

  /// If one version alone differs from the base, its `OnlyChange` gives the same outcome as the merge.
  @Test func theOnlyChange() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var (told, moved) = (0, 0)
    for round in 0..<Self.rounds {
      let draft = generator.draft()
      guard let b = generator.component(draft), let x = generator.component(generator.edited(draft)),
        b.bytes != x.bytes
      else { continue }
      let options = ThreeWayOptions(
        preference: [.newest, .ours, .theirs, .both].pick(using: &generator.random))
      let change = try #require(OnlyChange(1, x, base: b, options))
      for versions in [[b, x], [b, x, b]] {
        let merged = ThreeWay.merge(base: b, versions: versions, options: options)
        var (recipe, plain) = (
          MergeRecipe(kind: .threeWay, base: 0, versions: Array(1...Int32(versions.count))),
          MergeRecipe(kind: .threeWay, base: 0, versions: Array(1...Int32(versions.count)))
        )
        recipe.note(change)
        plain.note(merged)
        let note = "seed \(seed), round \(round)"
        #expect(merged.component?.bytes == x.bytes, "\(note)")
        #expect(recipe.outcome.movesParent || !plain.outcome.movesParent, "\(note)")
        moved += plain.outcome.movesParent ? 1 : 0
        told += plain.outcome.isDecision ? 1 : 0
        recipe.outcome.movesParent = plain.outcome.movesParent
        #expect(recipe.outcome == plain.outcome, "\(note)")
      }
    }
    #expect(told > Self.rounds / 4 && moved > 0, "seed \(seed)")
  }

  /// A version that a patch takes whole equals the result of the merge, and has the same decisions.
  @Test func theOnlyChangeOfAPatch() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var told = 0
    for round in 0..<Self.rounds {
      let draft = generator.draft()
      guard let b = generator.component(draft), let x = generator.component(generator.edited(draft)),
        b.bytes != x.bytes
      else { continue }
      let change = try #require(PatchDecision.OnlyChange(b, b.detached(), x, .empty))
      for preference in MergePreference.allCases {
        let merged = ThreeWay.merge(
          base: b, ours: b, theirs: x, options: ThreeWayOptions(preference: preference))
        let note = "seed \(seed), round \(round), \(preference)"
        #expect(merged.component?.bytes == x.bytes && merged.siblings.isEmpty, "\(note)")
        #expect(merged.decisions == change.fields && !merged.isConflict, "\(note)")
        told += change.fields.count
      }
      #expect(
        PatchDecision.OnlyChange(b, x, x, .empty) == nil && PatchDecision.OnlyChange(b, b, b, .empty) == nil)
    }
    #expect(told > Self.rounds / 4, "seed \(seed)")
  }

  /// To say which versions say what the base says comes to the same as to let it be found out.
  @Test func versionsThatChangeNothing() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds / 3 {
      let draft = generator.draft()
      let drafts = [draft, generator.edited(draft), generator.edited(draft), draft]
      let found = drafts.compactMap { generator.component($0) }
      try #require(found.count == 4)
      let options = ThreeWayOptions()
      let sorted = MergeVersion.sorted(Array(found.dropFirst()), options)
      let isSame = { (version: MergeVersion) in version.component.isEqual(to: found[0], .canonical) }
      let versions = sorted.filter { !isSame($0) } + sorted.filter(isSame)
      let first = versions.count { !isSame($0) }
      let known = ComponentMerge(
        base: found[0], versions: versions, firstUnchanged: first, mode: .threeWay, options: options)
      let asked = ComponentMerge(base: found[0], versions: versions, mode: .threeWay, options: options)
      let note = "seed \(seed), round \(round)"
      #expect(known.component.bytes == asked.component.bytes && known.losers == asked.losers, "\(note)")
      #expect(known.decisions == asked.decisions, "\(note)")
    }
  }

  /// Looking only at what differs comes to the same as looking at everything.
  @Test(arguments: [ComponentMerge.Mode.threeWay, .uniting])
  func whatIsTheSameDecidesNothing(mode: ComponentMerge.Mode) throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var conflicts = 0
    for round in 0..<Self.rounds {
      let found = try Self.versions(&generator)
      let options = ThreeWayOptions(
        preference: [.newest, .ours, .theirs, .both].pick(using: &generator.random))
      let base = mode == .threeWay ? found[0] : nil
      let versions = MergeVersion.sorted(Array(found.dropFirst()), options)
      let merge = ComponentMerge(base: base, versions: versions, mode: mode, options: options)
      let whole = ComponentMerge(
        base: base, versions: versions, mode: mode, options: options, properties: .all)
      let note = { "seed \(seed), round \(round)\n\(found.map(Self.text).joined(separator: "\n"))" }
      #expect(merge.component.bytes == whole.component.bytes, "\(note())")
      #expect(Set(merge.decisions) == Set(whole.decisions), "\(note())")
      #expect(merge.losers == whole.losers, "\(note())")
      conflicts += merge.losers.isEmpty ? 0 : 1
    }
    #expect(conflicts > 0, "seed \(seed)")
  }

  /// However they are given, versions stand in one order: that of ``VersionOrder``, in which the zones' names
  /// count that do not depend on who is there.
  @Test func theOrderOfManyVersions() throws {
    let seed = Seed.current
    var generator = GeneratedEdits(random: SplitMix64(seed: seed))
    var options = ThreeWayOptions()
    options.identified = { component in
      var other = component
      other.set(.uid, value: Array("identified".utf8))
      return other
    }
    for round in 0..<Self.rounds / 5 {
      let draft = generator.draft()
      let count = Int.random(in: 2...12, using: &generator.random)
      var versions = (0..<count).compactMap { _ in generator.component(generator.edited(draft)) }
      try #require(versions.count == count)
      let expected = versions.map { version in
        VersionOrder(version, comparedAs: options.identified(version), rank: VersionRank(version))
      }
      let sorted = zip(versions, expected).sorted { $1.1 < $0.1 }.map(\.0.bytes)
      let united = MergeVersion.sorted(versions, options, byScalars: true).map(\.component.bytes)
      let note = "seed \(seed), round \(round)"
      for _ in 0..<3 {
        let isSorted = MergeVersion.sorted(versions, options).map(\.component.bytes) == sorted
        #expect(isSorted, "\(note)")
        let isSame = MergeVersion.sorted(versions, options, byScalars: true).map(\.component.bytes) == united
        #expect(isSame, "united: \(note)")
        versions.shuffle(using: &generator.random)
      }
    }
  }

  private static func text(_ component: Component) -> String {
    String(decoding: component.bytes, as: UTF8.self)
  }

  /// Every line of every version is in the result or told as dropped; nothing is in it that no version has,
  /// but for lines whose values were regrouped.
  private func check(_ result: ThreeWayResult, _ base: Component?, _ versions: [Component], _ place: String)
    throws
  {
    let component = try #require(result.component)
    let kept = Set(lines(component))
    for (number, version) in versions.enumerated() {
      let dropped = result.decisions.flatMap(\.losers).filter { $0.version == number }.flatMap(\.lines)
        .flatMap { line in
          Component(Array("BEGIN:X\r\n".utf8) + line.octets + Array("\r\n".utf8)).map {
            $0.properties.flatMap(MergeLawTests.elements)
          }
            ?? []
        }
      for line in lines(version) where !kept.contains(line) && !dropped.contains(line) {
        // Between versions that are equal for people.
        try #require(
          MergeLawTests.isInsignificant(line),
          "\(place): lost \(String(decoding: line, as: UTF8.self))\n\(Self.text(component))")
      }
    }
    let all = Set(versions.flatMap(lines))
    for line in kept where !all.contains(line) {
      let name = line.prefix { $0 != 0 }
      let isMade = ["CATEGORIES", "RESOURCES", "EXDATE", "ATTENDEE"].contains(
        String(decoding: name, as: UTF8.self))
      #expect(isMade, "\(place): invented \(String(decoding: line, as: UTF8.self))")
    }
    if let base, !result.isConflict { try checkSets(base, versions, component, place) }
  }

  /// (b ∩ o ∩ t) ∪ (o ∖ b) ∪ (t ∖ b), of categories.
  private func checkSets(_ base: Component, _ versions: [Component], _ result: Component, _ place: String)
    throws
  {
    let sets = ([base] + versions).map {
      Set(
        $0.all(.categories).flatMap { line in
          line.texts.map { (line.parameter("LANGUAGE")?.value ?? "") + "|" + $0 }
        })
    }
    let (b, o, t) = (sets[0], sets[1], sets[2])
    let wanted = b.intersection(o).intersection(t).union(o.subtracting(b)).union(t.subtracting(b))
    let found = result.all(.categories).flatMap { line in
      line.texts.map { (line.parameter("LANGUAGE")?.value ?? "") + "|" + $0 }
    }
    #expect(Set(found) == wanted, "\(place)")
  }

  /// Without UIDs of alarms, which programs rewrite.
  private func lines(_ component: Component) -> [[UInt8]] {
    component.properties.filter { $0.id != .uid || component.kind != .valarm }.flatMap(MergeLawTests.elements)
      + component.children.flatMap(lines)
  }
}
