import Foundation
import ICalendar
import ListoModel
import ListoRepairs
import ListoTestSupport
import Testing

/// The laws of every repair, over generated faults and files of other programs.
@Suite struct RepairLawTests {
  private static let targets = Profile.allCases.filter { $0 != .google }

  @Test func everyRuleHasAFault() {
    let known = Set(Fault.all.map(\.code))
    #expect(ProfileRule.all.map(\.code).filter { !known.contains($0) } == [])
  }

  /// Each is found by whom it concerns, at its line, and mended or explained; nobody else says it.
  @Test func eachFaultIsFoundAndMended() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for (number, fault) in (Fault.all + Fault.all).enumerated() {
      var lines = ValidCalendar.lines(using: &random)
      let index = fault.make(&lines)
      let bytes = ValidCalendar.bytes(lines, lineEnd: number.isMultiple(of: 3) ? "\n" : "\r\n")
      let words = "seed \(seed), \(fault.profile), \(fault.code.rawValue)\n\(lines.joined(separator: "\n"))"
      let result = repairs(of: bytes, for: fault.profile, isLossy: true)
      let line = ValidCalendar.lineNumber(of: index, in: lines)
      let found = (result.repaired + result.remaining).filter { $0.code == fault.code }
      #expect(found.contains { $0.line == line }, "line \(line), found \(found.map(\.line)): \(words)")
      for finding in result.remaining {
        #expect(finding.kind == .none, "left: \(finding.code.rawValue): \(words)")
      }
      let kind = try #require(ProfileRule.of(fault.code)).kind
      if kind == .none { #expect(result.remaining.contains { $0.code == fault.code }, "\(words)") }
      let safe = repairs(of: bytes, for: fault.profile)
      #expect(kind == .safe || !safe.repaired.contains { $0.code == fault.code }, "\(words)")
      Self.expectLaws(bytes, [fault.profile], words)
      Self.expectLaws(bytes, Self.targets, words)
    }
  }

  /// The laws hold of what nobody would write, too.
  @Test func mangledFiles() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    for number in 0..<Rounds.times(150) {
      let bytes = Mangled.bytes(using: &random)
      let profile = Profile.allCases.randomElement(using: &random) ?? .rfc
      let words =
        "seed \(seed), number \(number), \(profile)\n\(String(decoding: bytes, as: UTF8.self).debugDescription)"
      Self.expectLaws(bytes, number.isMultiple(of: 2) ? Self.targets : [profile], words)
    }
  }

  @Test func filesOfThisRepository() throws {
    for path in Corpus.own {
      let bytes = try Corpus.bytes(path)
      guard bytes.count < 50_000 else { continue }
      Self.expectLaws(bytes, Self.targets, path)
    }
  }

  /// A sample of them; `LISTO_CORPUS_STEP=1` for all.
  @Test(.enabled(if: Corpus.isThere, "LISTO_CORPUS names no folder"))
  func filesOfOtherPrograms() throws {
    let step = ProcessInfo.processInfo.environment["LISTO_CORPUS_STEP"].flatMap(Int.init) ?? 80
    for (number, path) in Corpus.others.enumerated() where number.isMultiple(of: max(1, step)) {
      let bytes = try Corpus.bytes(path)
      guard bytes.count < 50_000 || step == 1 else { continue }
      Self.expectLaws(bytes, Self.targets, path)
    }
  }

  static func expectLaws(_ bytes: [UInt8], _ profiles: [Profile], _ words: String) {
    for isLossy in [false, true] {
      let once = CalendarRepair(bytes, for: profiles, isLossy: isLossy)
      let twice = CalendarRepair(once.bytes, for: profiles, isLossy: isLossy)
      #expect(twice.isUnchanged, "repaired again: \(twice.repaired.map(\.message)): \(words)")
      #expect(
        !once.remaining.contains { $0.kind == .safe || isLossy && $0.kind == .lossy },
        "left: \(once.remaining.filter { $0.kind != .none }.map(\.message)): \(words)")
      expectEdits(once, of: bytes, words)
      if !isLossy { expectMeaning(once.bytes, of: bytes, words) }
    }
  }

  /// Expects the bytes outside the edits to be the same.
  private static func expectEdits(_ repair: CalendarRepair, of bytes: [UInt8], _ words: String) {
    var result: [UInt8] = []
    var position = 0
    for edit in repair.edits {
      #expect(edit.range.lowerBound >= position, "\(words)")
      result += bytes[position..<edit.range.lowerBound] + edit.bytes
      position = edit.range.upperBound
    }
    result += bytes[position...]
    #expect(result == repair.bytes, "\(words)")
    #expect(repair.isUnchanged == (result == bytes), "\(words)")
    // An edit is within the lines that findings name, or directly behind a component's own.
    #expect(repair.edits.isEmpty == repair.repaired.isEmpty, "\(words)")
  }

  /// Safe repairs change no instant, no text and no rule.
  private static func expectMeaning(_ after: [UInt8], of before: [UInt8], _ words: String) {
    let (old, new) = (meanings(before), meanings(after))
    let isSame =
      old.count == new.count
      && zip(old, new).allSatisfy { old, new in
        // The day of an occurrence may get its time: which one it is, the occurrences tell.
        old.count == new.count
          && zip(old, new).allSatisfy {
            $0 == $1 || $0 == unreadable || $0.hasPrefix(occurrence) && $1.hasPrefix($0 + "T")
          }
      }
    #expect(isSame, "\(old) became \(new): \(words)")
  }

  /// A date that is there and cannot be read; without a control character in it, it may be.
  private static let unreadable = "?"
  /// Before a RECURRENCE-ID.
  private static let occurrence = "occurrence "

  private static func meanings(_ bytes: [UInt8]) -> [[String]] {
    var result: [[String]] = []
    var reader = ItemReader(bytes)
    while let item = try? reader.next() {
      guard case .component(let component) = item, component.kind == .vtodo else { continue }
      var meaning: [String] = []
      meaning += dates(component)
      for id in [PropertyID.rrule, .rdate, .exdate, .duration] {
        // A line that another one repeats says nothing more.
        let values = component.all(id).map { isReadable($0) ? rawText($0) : unreadable }
        if values.contains(unreadable) {
          meaning.append(unreadable)
          continue
        }
        meaning.append(
          values.indices.filter { !values[..<$0].contains(values[$0]) }.map { values[$0] }.joined(
            separator: "|"))
      }
      for id in [PropertyID.summary, .description, .location, .comment] {
        meaning.append(component.first(id)?.text ?? "")
      }
      meaning.append(component.all(.categories).flatMap(\.texts).joined(separator: "|"))
      meaning.append("\(component.children.count)")
      result.append(meaning)
    }
    return result + [occurrences(bytes)]
  }

  /// A rule is read with a semicolon at its end, which says nothing.
  private static func rawText(_ property: Property) -> String {
    let text = property.rawText.uppercased()
    return property.id == .rrule && text.hasSuffix(";") ? String(text.dropLast()) : text
  }

  private static func isReadable(_ property: Property) -> Bool {
    guard !property.value.isEmpty else { return true }
    let parts = property.value.split(separator: 0x2C, omittingEmptySubsequences: false)
    return switch property.id {
    case .rrule: (try? RecurrenceRule.parse(property.value)) != nil
    case .duration: (try? CalendarDuration.parse(property.value)) != nil
    default:
      parts.allSatisfy {
        $0.contains(0x2F) ? (try? PeriodValue.parse($0)) != nil : (try? Moment.decode($0)) != nil
      }
    }
  }

  /// DTSTART, DUE and RECURRENCE-ID.
  private static func dates(_ component: Component) -> [String] {
    [PropertyID.dtstart, .due, .recurrenceID].map { id in
      let property = component.first(id)
      let moment = (try? property?.moment()).flatMap { $0 }
      return moment.map { (id == .recurrenceID ? occurrence : "") + "\($0)" }
        ?? (property == nil ? "" : unreadable)
    }
  }

  /// The first occurrences of each series with their titles, a string for each series; ``unreadable`` where a
  /// date of it is.
  private static func occurrences(_ bytes: [UInt8]) -> [String] {
    var builder = CatalogBuilder()
    let source = Source(identifier: "-", title: "-", kind: .stream)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "-", path: "-")
    guard let file = try? CalendarFile(reading: MemorySource(bytes), file: "-", zones: ZoneCache()) else {
      return []
    }
    builder.add(file, fileName: "-", in: folder, isWritable: false)
    let reminders = builder.catalog().sources.flatMap(\.lists).flatMap(\.reminders)
    return reminders.compactMap { master -> String? in
      // An empty rule says nothing.
      let repeats = (master.component.all(.rrule) + master.component.all(.rdate)).contains {
        !$0.rawText.isEmpty
      }
      guard master.recurrenceID == nil, repeats else { return nil }
      let overrides = reminders.filter { $0.uid != nil && $0.uid == master.uid && $0.recurrenceID != nil }
      let repetition = [PropertyID.rrule, .rdate, .exdate].flatMap { master.component.all($0) }
      if ([master] + overrides).contains(where: { dates($0.component).contains(unreadable) })
        || !repetition.allSatisfy(isReadable)
      {
        return unreadable
      }
      guard let series = ReminderSeries(master, overrides: overrides) else { return "-" }
      let expansion = series.occurrences(
        from: Instant(seconds: 0), to: Instant(seconds: 4_000_000_000),
        in: ViewContext(now: Instant(seconds: 1_780_000_000), zone: .utc), most: 20)
      return expansion.occurrences.map { "\($0.instant) \($0.isOverride) \($0.reminder.title ?? "")" }
        .joined(separator: ", ")
    }
  }

  // MARK: Oracles

  /// Repairs for all targets together write output that libical reads without findings.
  @Test func libicalReadsWhatWasMended() throws {
    var random = SplitMix64(seed: 1)
    for fault in Fault.all where ProfileRule.of(fault.code)?.kind != RepairKind.none {
      var lines = ValidCalendar.lines(using: &random)
      _ = fault.make(&lines)
      let result = CalendarRepair(ValidCalendar.bytes(lines), for: Self.targets, isLossy: true)
      var reader = ItemReader(result.bytes)
      while let item = try reader.next() {
        guard case .component(let component) = item else { continue }
        let findings = try component.libicalFindings() ?? []
        #expect(
          findings.isEmpty, "\(fault.code): \(findings)\n\(String(decoding: result.bytes, as: UTF8.self))")
      }
    }
  }

  private static let python = PythonEnvironment.with("icalendar==7.3.0")

  @Test(.enabled(if: RepairLawTests.python != nil, "Python's icalendar cannot be installed"))
  func pythonReadsWhatWasMended() throws {
    let python = try #require(Self.python)
    var random = SplitMix64(seed: 2)
    var calendars: [(code: Diagnostic.Code, bytes: [UInt8])] = []
    for fault in Fault.all where ProfileRule.of(fault.code)?.kind != RepairKind.none {
      var lines = ValidCalendar.lines(using: &random)
      _ = fault.make(&lines)
      let result = CalendarRepair(ValidCalendar.bytes(lines), for: Self.targets, isLossy: true)
      guard result.remaining.isEmpty else { continue }
      calendars.append((fault.code, result.bytes))
    }
    #expect(calendars.count > 25)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Oracles/read-repaired.py")
    let input = calendars.map {
      $0.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    let output = try python.run(script, input: Data(input.joined(separator: "\n").utf8))
    let answers = output.split(separator: "\n", omittingEmptySubsequences: true)
    #expect(answers.count == calendars.count)
    for (answer, calendar) in zip(answers, calendars) {
      #expect(
        answer.hasPrefix("ok\t"),
        "\(calendar.code): \(answer)\n\(String(decoding: calendar.bytes, as: UTF8.self))")
    }
  }
}
