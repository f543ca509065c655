import Foundation
import ICalendar
import ListoTestSupport
import Testing

@testable import ListoModel

/// The output of merges, read by other programs.
@Suite struct MergeOracleTests {
  /// Merges of every kind: of the samples, with and without a base, and of generated copies that were edited
  /// apart.
  private static func outputs() throws -> [(name: String, bytes: [UInt8])] {
    var zones = MergeOptions.oneList
    (zones.prunesZones, zones.addsZones, zones.keepsOrigin) = (true, true, true)
    let sample = { (device: String) in try Merging.sample("Merge/\(device)/Household.ics") }
    let devices = try [sample("laptop"), sample("phone")]
    let base = try [Merging.sample("Merge/last.backup")]
    let both = MergeOptions(preference: .both)
    var outputs: [(String, [UInt8])] = [
      ("samples", try Merging(devices).output),
      ("zones", try Merging([sample("laptop"), sample("tablet")]).output),
      ("added zones", try Merging(devices, options: zones).output),
      ("base", try Merging(base: base, devices).output),
      ("both", try Merging(base: base, [devices[0], sample("tablet")], options: both).output),
      ("united", try Merging(devices, options: MergeOptions(unitesSets: true)).output),
    ]
    var generator = WellFormedEdits(random: SplitMix64(seed: 7))
    for number in 0..<40 {
      let base = generator.items()
      let sides = [generator.edited(base), generator.edited(base)].map(generator.file)
      outputs.append(("generated \(number)", try Merging(base: [generator.file(base)], sides).output))
    }
    return outputs
  }

  /// Nothing that no program could object to.
  private struct WellFormedEdits {
    var random: SplitMix64

    typealias Item = (uid: Int, title: Int, tags: Set<Int>, week: Int, isDone: Bool, alarm: Int)

    mutating func items() -> [Item] {
      (0..<6).map { ($0, 0, [number(3), number(3)], 0, false, number(3)) }
    }

    private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    mutating func edited(_ items: [Item]) -> [Item] {
      items.filter { _ in number(10) > 0 }.map { item in
        var item = item
        if number(3) == 0 { item.title = number(100) }
        if number(3) == 0 { item.tags.insert(number(6)) }
        if number(4) == 0 { item.tags.remove(number(3)) }
        if number(4) == 0 { item.week += 1 }
        if number(5) == 0 { item.isDone = true }
        if number(4) == 0 { item.alarm = number(4) }
        return item
      }
    }

    func file(_ items: [Item]) -> [UInt8] {
      let todos = items.map { item in
        let tags = item.tags.sorted().map { "tag\($0)" }.joined(separator: ",")
        let day = item.week == 0 ? "20261201" : "20261208"
        return todo(
          "UID:\(item.uid)", "DTSTAMP:20261101T000000Z", "SUMMARY:Title \(item.title)",
          tags.isEmpty ? "PRIORITY:1" : "CATEGORIES:\(tags)", "DTSTART;TZID=Europe/Berlin:\(day)T080000",
          "DUE;TZID=Europe/Berlin:\(day)T090000", "RRULE:FREQ=WEEKLY",
          item.isDone ? "STATUS:COMPLETED" : "STATUS:NEEDS-ACTION",
          "BEGIN:VALARM", "UID:alarm", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT\(item.alarm + 1)M",
          "END:VALARM")
      }
      let zone = Zone.system(named: "Europe/Berlin").map {
        String(decoding: $0.vtimezone(tzid: "Europe/Berlin"), as: UTF8.self)
      }
      return Array(calendar("PRODID:-//x//EN", (zone ?? "") + todos.joined(separator: "\r\n")).utf8)
    }
  }

  @Test func libicalHasNothingToSay() throws {
    for (name, bytes) in try Self.outputs() {
      var reader = ItemReader(bytes)
      while let item = try reader.next() {
        switch item {
        case .component(let component):
          #expect(component.isComplete)
          let findings = try component.libicalFindings() ?? []
          #expect(findings.isEmpty, "\(name): \(findings)")
        case .other, .problem: Issue.record("\(name): \(item)")
        case .open, .properties, .close: continue
        }
      }
    }
  }

  private static let icalendar = PythonEnvironment.with("icalendar==7.3.0")
  private static let vdirsyncer = PythonEnvironment.with("vdirsyncer==0.20.0")

  @Test(.enabled(if: icalendar != nil, "python3 with icalendar 7.3.0 is not to be had"))
  func pythonICalendarReadsIt() throws { try expectRead(by: Self.icalendar, "read-icalendar.py") }

  @Test(.enabled(if: vdirsyncer != nil, "python3 with vdirsyncer 0.20.0 is not to be had"))
  func vdirsyncerReadsIt() throws { try expectRead(by: Self.vdirsyncer, "read-vdirsyncer.py") }

  private func expectRead(by python: PythonEnvironment?, _ script: String) throws {
    let python = try #require(python)
    var lines = Data()
    for (name, bytes) in try Self.outputs() {
      let file = try CalendarFile(reading: MemorySource(bytes), file: name)
      let uids = file.calendars.flatMap(\.reminders).map { $0.component.first(.uid)?.rawText ?? "" }
      let text = String(decoding: bytes, as: UTF8.self)
      lines +=
        try JSONSerialization.data(withJSONObject: ["name": name, "text": text, "uids": uids])
        + Data("\n".utf8)
    }
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let answer = try python.run(folder.appendingPathComponent(script), input: lines)
    let told = answer.split(separator: "\n")
    #expect(told.count == 1 && told.last?.hasSuffix("files read") ?? false, "\(answer.prefix(2000))")
  }
}
