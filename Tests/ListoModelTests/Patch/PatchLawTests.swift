import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The laws of patches over generated calendars: applied to what it was made of, a patch gives what it leads
/// to, by meaning; applied to that, it changes not a byte.
@Suite struct PatchLawTests {
  private static let rounds = Rounds.times(60)

  @Test func aPatchLeadsWhereItWasMadeFor() throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed))
    var told = 0
    for round in 0..<Self.rounds {
      let (old, new) = (Self.file(&generator), Self.file(&generator))
      let note = "seed \(seed), round \(round)"
      guard try Patching.catalog(old).tellsListsApart, try Patching.catalog(new).tellsListsApart else {
        continue
      }
      let patch = try Patching.patch(old, new)
      told += patch.count
      let there = try Patching.apply(patch, to: old)
      let rest = try Patching.difference(there.output, new)
      let same = try Patching.apply(patch, to: new)
      let leads =
        try rest.isOnlyOfZones
        || Patching.difference(Patching.withBareZoneNames(there.output), new).isOnlyOfZones
      let stays = same.output == new
      let told = rest.lists.map { list in
        "\(list.old == nil) \(list.new == nil) \(list.fields) \(list.items.map { "\($0.kind) \($0.component?.name ?? "") \($0.fields.map(\.name))" })"
      }
      #expect(
        leads,
        "\(note) \(told)\n\(Self.text(old))\n=====\n\(Self.text(new))\n=====\n\(Self.text(there.output))")
      #expect(stays, "\(note)\n\(Self.text(old))\n=====\n\(Self.text(new))\n=====\n\(Self.text(same.output))")
      if !leads || !stays { return }
    }
    #expect(told > Self.rounds)
  }

  /// A search in a batch, on any thread, finds the same as one in its components one by one.
  @Test func batchesAreLookedThroughAsComponentsAre() throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed))
    var told = 0
    for round in 0..<Self.rounds {
      let files = [Self.file(&generator), Self.file(&generator), Self.file(&generator)]
      let patch = try Patching.patch(files[0], files[1])
      let folder = TestFolder("/s/f", []).folder
      // The file that the patch was made from, the file that it leads to, and another.
      for file in files {
        let alone = try PatchTrial(patch, to: file, file: "a.ics", in: folder)
        let together = try PatchTrial(patch, to: file, file: "a.ics", in: folder) { search, batch, lists in
          let sightings = search.wanted.sightings(in: batch) { lists.firstIndex(of: $0.list) }
          search.take(sightings, input: 0)
        }
        let note = "seed \(seed), round \(round)\n\(Self.text(file))"
        #expect(alone.output == together.output, "\(note)")
        #expect(alone.plan.text == together.plan.text, "\(note)")
        #expect(alone.plan.search.counts == together.plan.search.counts, "\(note)")
        told += together.plan.decisions.count
      }
    }
    #expect(told > Self.rounds, "seed \(seed)")
  }

  @Test func nothingDiffersFromItself() throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds {
      let file = generator.file()
      var options = CatalogDifference.Options()
      options.includesInsignificant = true
      #expect(try Patching.difference(file, file, options: options).isEmpty, "seed \(seed), round \(round)")
      let patch = try Patching.patch(file, file)
      #expect(patch.isEmpty)
      let isSame = try Patching.apply(patch, to: file).output == file
      #expect(isSame, "seed \(seed), round \(round)")
    }
  }

  /// Files that differ do so in both directions.
  @Test func theOtherDirection() throws {
    let seed = Seed.current
    var generator = GeneratedCalendar(random: SplitMix64(seed: seed))
    for round in 0..<Self.rounds {
      let (old, new) = (Self.file(&generator), Self.file(&generator))
      let (there, back) = (try Patching.difference(old, new), try Patching.difference(new, old))
      let note = "seed \(seed), round \(round)"
      // Of several with one UID another may be found to have changed: how many there are is not the same.
      #expect(there.isEmpty == back.isEmpty, "\(note)")
    }
  }

  /// Cut off anywhere, a patch is refused, or is the same; it never does half of its work.
  @Test func aPatchThatIsCutOffIsRefused() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let old = Array(calendar("NAME:L", todo("UID:1", "SUMMARY:a"), todo("UID:2", "SUMMARY:b")).utf8)
    let new = Array(calendar("NAME:M", todo("UID:1", "SUMMARY:x"), todo("UID:3", "SUMMARY:c")).utf8)
    let text = Patch(try Patching.difference(old, new)).text
    let whole = try Patching.apply(Patch(reading: MemorySource(text)), to: old).output
    for cut in 0..<text.count where cut % 7 == 0 || Int.random(in: 0...3, using: &random) == 0 {
      do throws(PatchError) {
        let patch = try Patch(reading: MemorySource(Array(text[..<cut])))
        let output = try? Patching.apply(patch, to: old).output
        let isWhole = output == whole
        #expect(isWhole, "seed \(seed), cut at \(cut)")
      } catch {}
    }
  }

  @Test(arguments: [
    "", "hello", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\nX-LISTO-PATCH:BASE\r\nEND:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\nX-LISTO-PATCH;FORMAT=9;PART=1;PARTS=2;ITEMS=0:BASE\r\nEND:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\nX-LISTO-PATCH;FORMAT=1;PART=1;PARTS=9999999999;ITEMS=0:BASE\r\nEND:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\nX-LISTO-PATCH;FORMAT=1;PART=-1;PARTS=-2;ITEMS=-3:THEIRS\r\nEND:VCALENDAR\r\n",
    "BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n",
  ])
  func whatIsNoPatch(text: String) throws {
    #expect(throws: PatchError.self) { try Patch(reading: MemorySource(Array(text.utf8))) }
  }

  /// A value that ends in a carriage return keeps it where other line ends are written.
  @Test func aCarriageReturnOfAValueStays() throws {
    let new = Array(calendar("X-WR-RELCALID:L", todo("UID:1\r"), todo("UID:2")).utf8)
    let old = Array("BEGIN:VCALENDAR\nX-WR-RELCALID:L\nBEGIN:VTODO\nUID:2\nEND:VTODO\nEND:VCALENDAR\n".utf8)
    let output = try Patching.apply(Patching.patch(old, new), to: old).output
    #expect(try Patching.difference(output, new).isEmpty)
  }

  /// A component without END came so from the collection: the patch is whole.
  @Test func componentsWithoutEndAreNoDamage() throws {
    let file = { (title: String) in
      let alarm = "BEGIN:VALARM\r\nTRIGGER:PT0S"
      return Array(calendar("X-WR-RELCALID:L", todo("UID:1", "SUMMARY:\(title)", alarm), todo("UID:2")).utf8)
    }
    let text = String(decoding: Patch(try Patching.difference(file("a"), file("b"))).text, as: UTF8.self)
    let damaged = text.replacingOccurrences(of: "END:VTODO\r\nEND:VCALENDAR", with: "END:VCALENDAR")
    #expect(throws: PatchError.self) { try Patch(reading: MemorySource(Array(damaged.utf8))) }
    let output = try Patching.apply(Patching.patch(file("a"), file("b")), to: file("a")).output
    #expect(try Patching.difference(output, file("b")).isEmpty)
  }

  /// A generated file whose calendars say which list they are, as those of two exports of one account do.
  private static func file(_ generator: inout GeneratedCalendar) -> [UInt8] {
    var calendars = 0
    var result: [UInt8] = []
    let file = generator.file()
    let begin = Array("BEGIN:VCALENDAR".utf8)
    var index = 0
    while index < file.count {
      guard file[index...].starts(with: begin) else {
        result.append(file[index])
        index += 1
        continue
      }
      let lineEnd = file[(index + begin.count)...].prefix { $0 == 0x0D || $0 == 0x0A }
      calendars += 1
      // A folded line, or one without end, stays what it is.
      let isWhole =
        !lineEnd.isEmpty
        && !(file[(index + begin.count + lineEnd.count)...].first.map { $0 == 0x20 || $0 == 0x09 } ?? true)
      result += begin
      if isWhole { result += lineEnd + Array("X-WR-RELCALID:L\(calendars)".utf8) }
      index += begin.count
    }
    return result
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
