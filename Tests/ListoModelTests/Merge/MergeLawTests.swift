import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The laws of merging (Documentation/Merging.md) over generated collections, to the byte.
@Suite struct MergeLawTests {
  /// `LISTO_ROUNDS` where it is set; a debug build does some ten a second.
  private static let rounds = Rounds.times(20)

  private static let options = [MergeOptions.oneList, MergeOptions(), MergeOptions(lists: .apart)]

  @Test(arguments: [MergeOptions.oneList, MergeOptions(lists: .one(title: "T"), color: "red")])
  func commutativeAssociativeIdempotent(options: MergeOptions) throws {
    try Self.holdLaws(GeneratedCalendar(random: SplitMix64(seed: Seed.current)), options)
  }

  /// The same for several lists, told apart by titles or by identifiers.
  @Test(arguments: [MergeOptions(), MergeOptions(lists: .apart)], ["NAME", "X-WR-RELCALID"])
  func commutativeAssociativeIdempotentWithSeveralLists(options: MergeOptions, property: String) throws {
    let random = SplitMix64(seed: Seed.current)
    try Self.holdLaws(GeneratedCalendar(random: random, lists: Self.lists(options, property)), options)
  }

  /// The same where zones collide and stamps tie: what a zone is called in the result depends on who is
  /// there, and decides nothing.
  @Test(arguments: options)
  func commutativeAssociativeIdempotentWhereZonesCollide(options: MergeOptions) throws {
    let random = SplitMix64(seed: Seed.current)
    try Self.holdLaws(
      GeneratedCalendar(random: random, hasOtherZones: true, lists: Self.lists(options)), options)
  }

  /// The same where calendars name zones that they do not define, and others define under that name what they
  /// like.
  @Test(arguments: options)
  func commutativeAssociativeIdempotentWhereZonesAreLeftOut(options: MergeOptions) throws {
    let random = SplitMix64(seed: Seed.current)
    let generator = GeneratedCalendar(
      random: random, hasOtherZones: true, leavesOutZones: true, lists: Self.lists(options))
    try Self.holdLaws(generator, options) { Self.plain($0) }
  }

  /// The same where definitions of one zone begin in different years, and times stand before and behind the
  /// years that are compared.
  @Test(arguments: options)
  func commutativeAssociativeIdempotentWhereTimesAreOld(options: MergeOptions) throws {
    let random = SplitMix64(seed: Seed.current)
    try Self.holdLaws(
      GeneratedCalendar(random: random, hasOldTimes: true, lists: Self.lists(options)), options
    ) { Self.plain($0) }
  }

  /// Where lists are kept apart, each has a name, because all inputs have one file name.
  private static func lists(
    _ options: MergeOptions, _ property: String = "NAME"
  ) -> GeneratedCalendar.Lists? {
    switch options.lists {
    case .one: nil
    case .paired: GeneratedCalendar.Lists(property: property, names: [nil, "Home", "Work"])
    case .apart: GeneratedCalendar.Lists(property: property, names: ["Home", "Work", "Garden"])
    }
  }

  /// Unfolded, and what names a zone in one spelling: a time that gets a name of its own, and in a later
  /// merge the first again, is written plainly then, however it was spelt.
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
      of: "\r?\n[ \t]", with: "", options: .regularExpression
    ).replacingOccurrences(of: "\r\n", with: "\n")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let head = line.prefix { $0 != ":" }
      guard head.lowercased().contains(";tzid=") else { return String(line) }
      return String(line).uppercased().replacingOccurrences(of: "\"", with: "")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static func holdLaws(
    _ generator: GeneratedCalendar, _ options: MergeOptions, comparing: ([UInt8]) -> [UInt8] = { $0 }
  ) throws {
    var generator = generator
    for round in 0..<Self.rounds {
      // With one list's name for all: where lists are kept, an input's own name would be part of the input.
      let (a, b, c) = (generator.file(), generator.file(), generator.file())
      let named = { (inputs: [[UInt8]]) in
        let order = inputs.enumerated().map {
          MemoryInput(name: "\($0.offset)", listName: "list", $0.element)
        }
        return try Merging(order, options: options).output
      }
      let all = try named([a, b, c])
      let ab = try named([a, b])
      let bc = try named([b, c])
      let once = try named([a])
      let twice = try named([a, a])
      let laws: [(String, [UInt8], [UInt8])] = [
        ("c a b", try named([c, a, b]), all), ("b a c", try named([b, a, c]), all),
        ("(a b) c", try named([ab, c]), all), ("a (b c)", try named([a, bc]), all), ("a a", twice, once),
        ("again", try named([all]), all), ("with its input", try named([all, b]), all),
      ]
      for (law, left, right) in laws where comparing(left) != comparing(right) {
        Issue.record(
          "\(law): seed \(generator.random.seed), round \(round)\n\(Self.difference(comparing(left), comparing(right)))"
        )
        return
      }
    }
  }

  /// Uniting sets, all inputs are merged at once.
  @Test func unitingIsCommutativeAndIdempotentWhereZonesCollide() throws {
    let options = MergeOptions(unitesSets: true)
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed), hasOtherZones: true)
    for round in 0..<Self.rounds {
      let (a, b, c) = (generator.file(), generator.file(), generator.file())
      let named = { (inputs: [[UInt8]]) in
        try Merging(
          inputs.enumerated().map { MemoryInput(name: "\($0.offset)", listName: "list", $0.element) },
          options: options
        ).output
      }
      let all = try named([a, b, c])
      let laws: [(String, [UInt8], [UInt8])] = [
        ("c a b", try named([c, a, b]), all), ("b a c", try named([b, a, c]), all),
        ("a a", try named([a, a]), try named([a])), ("again", try named([all]), all),
      ]
      for (law, left, right) in laws where left != right {
        Issue.record("\(law): seed \(seed), round \(round)\n\(Self.difference(left, right))")
        return
      }
    }
  }

  /// Every content line of every input is in the output, told as dropped, or in the rejects.
  @Test(arguments: [MergeOptions(), MergeOptions(unitesSets: true)])
  func nothingIsLost(options: MergeOptions) throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds {
      let files = [generator.file(), generator.file(), generator.file()]
      let merging = try Merging(files, options: options)
      var known = try Self.lines(merging.output)
      let rejected = try Self.lines(merging.rejects)
      try merging.plan.forEachDecision { decision in
        let lines = decision.losers.flatMap(\.dropped) + decision.fields.flatMap(\.losers).flatMap(\.lines)
        for line in lines { known.formUnion(Self.canonical(line.octets)) }
      }
      for decision in merging.plan.report.calendars {
        for line in decision.dropped { known.formUnion(Self.canonical(line.octets)) }
      }
      for file in files {
        for line in try Self.lines(file) where !known.contains(line) {
          // Equal for people: another version says the same, but for what is insignificant.
          try #require(
            Self.isInsignificant(line) || rejected.contains(line),
            "seed \(seed), round \(round): \(Self.shown(line))\n\(files.map(Self.shown).joined(separator: "\n"))\n→\n\(merging.text)"
          )
        }
      }
      let report = merging.plan.report
      #expect(report.components == report.kept + report.identical + report.equal + report.superseded)
    }
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.map { $0 == 0 ? 0x7C : $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)
  }

  /// The lines at which two outputs part.
  static func difference(_ left: [UInt8], _ right: [UInt8]) -> String {
    let sides = [left, right].map {
      String(decoding: $0, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }
    let at = zip(sides[0], sides[1]).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
    return sides.map { $0.dropFirst(max(0, at - 12)).prefix(20).joined(separator: "\n") }.joined(
      separator: "\n---\n")
  }

  /// The canonical elements of the property in a line; empty if the line has none.
  static func canonical(_ line: [UInt8]) -> [[UInt8]] {
    Component(Array("BEGIN:X\r\n".utf8) + line + Array("\r\n".utf8)).map {
      $0.properties.first { _ in true }.map(elements) ?? []
    } ?? []
  }

  /// A time is the same in every zone.
  static func elements(_ property: Property) -> [[UInt8]] {
    let zone = { (tzid: String) in Zone.resolve(tzid: tzid)?.zone }
    guard [.dtstart, .due, .recurrenceID].contains(property.id) else {
      return CanonicalLine.elements(of: property, zone: zone)
    }
    return CanonicalValues.moments(of: property, byShape: true, zone: zone).map {
      Array("\(property.name)\0\0".utf8) + $0.key
    }
  }

  /// The element counts for nobody (``InsignificantContent``).
  static func isInsignificant(_ element: [UInt8]) -> Bool {
    let name = String(decoding: element.prefix { $0 != 0 }, as: UTF8.self)
    // Of a calendar each line is told of.
    let isOfCalendar = ["PRODID", "VERSION", "CALSCALE", "METHOD"].contains(name)
    // Beside COMPLETED, and where no tag is.
    let isSilent = ["PERCENT-COMPLETE\0\0100", "CATEGORIES\0\0"].contains { element == Array($0.utf8) }
    return isSilent || InsignificantContent.properties.contains(name) && !isOfCalendar
      || InsignificantContent.defaults.contains {
        element == Array("\($0.property.name)\0\0\($0.value)".utf8)
      }
  }

  /// The canonical lines of all components and calendars but zones, of which equal spellings are told by name
  /// only, empty UIDs, which are replaced, and UIDs of alarms, which programs rewrite (``Rewriting``). A zone
  /// that had to take another name, since there is one that differs, has its first one.
  static func lines(_ bytes: [UInt8]) throws -> Set<[UInt8]> {
    var result: Set<[UInt8]> = []
    func take(_ component: Component) {
      guard component.kind != .vtimezone else { return }
      let isAlarm = component.kind == .valarm
      for property in component.properties where property.id != .uid || !isAlarm && !property.value.isEmpty {
        result.formUnion(elements(property))
      }
      component.children.forEach(take)
    }
    var reader = ItemReader(bytes)
    while let item = try reader.next() {
      switch item {
      case .open(let component), .properties(let component), .component(let component):
        take(component.withBareZoneNames)
      default: continue
      }
    }
    return result
  }
}
