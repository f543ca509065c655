import Foundation
import ICalendar
import ListoModel
import ListoTestSupport
import Testing

@testable import ListoFormats

/// Each format is held to what it declares: generated reminders are written and read back; a field that is
/// declared exact must be the same, and one that is not the same must have been reported as lost.
struct DeclarationTests {
  /// Todoist's template is held to its word by tests of its own: it sorts what has no identifiers there, and
  /// leaves out what is finished.
  private static let formats = Format.all.filter {
    $0.makeWriter != nil && $0.makeReader != nil && $0.name != Format.todoist.name
  }.map(\.name)

  @Test(arguments: formats + ["markdown+obsidian", "markdown+dataview"])
  func everyFieldIsHeldAsDeclared(name: String) throws {
    let choice = try FormatChoice(name)
    let format = choice.format
    var random = SplitMix64(seed: Seed.current)
    for round in 0..<Rounds.times(2) {
      // The first round is that of the printed seed itself.
      let seed = round == 0 ? Seed.current : random.next()
      let generated = GeneratedReminders(seed: seed)
      let conversion = try Conversion(
        generated.bytes, to: format, options: choice.options, keepingEntries: true)
      let back = try format.iCalendar(of: conversion.output)
      let trip = RoundTrip(
        format: format, losses: conversion.losses,
        before: Self.written(try Self.reminders(generated.bytes), conversion.losses),
        after: try Self.reminders(back.bytes).map(\.inGivenForm), seed: seed)
      trip.check()
      trip.checkLines()
      trip.checkRest(try Self.names(generated.bytes), try Self.names(back.bytes))
    }
  }

  /// A writer counts the same losses for a full account as for a summary.
  @Test(arguments: formats)
  func theSummaryIsTheSame(name: String) throws {
    let format = try #require(Format.named(name))
    let bytes = GeneratedReminders(seed: 7).bytes
    let full = try Conversion(bytes, to: format, keepingEntries: true).losses
    #expect(try Conversion(bytes, to: format).losses.counts == full.counts)
    #expect(full.entries.count == full.counts.values.reduce(0, +))
  }

  /// The same input gives the same bytes, also on the way back.
  @Test(arguments: formats)
  func nothingDependsOnTheRun(name: String) throws {
    let format = try #require(Format.named(name))
    let bytes = GeneratedReminders(seed: 11).bytes
    let written = try Conversion(bytes, to: format).output
    #expect(try Conversion(bytes, to: format).output == written)
    #expect(try format.iCalendar(of: written).bytes == format.iCalendar(of: written).bytes)
  }

  /// Without the reminders that the account says were left out whole, since they have no title.
  private static func written(_ reminders: [Reminder], _ losses: Losses) -> [Reminder] {
    let leftOut = losses.entries.filter { $0.kind == "untitled reminder" }.map(\.uid)
    let result = reminders.filter { reminder in
      let isUntitled = reminder.title?.allSatisfy(\.isWhitespace) ?? true
      return !(isUntitled && leftOut.contains(reminder.uid))
    }
    #expect(result.count == reminders.count - leftOut.count)
    return result
  }

  static func reminders(_ bytes: [UInt8]) throws -> [Reminder] {
    try CalendarFile(reading: MemorySource(bytes), file: "house.ics").calendars.flatMap(\.reminders)
  }

  /// How often each component, property of a reminder and property of a calendar is there.
  private static func names(_ bytes: [UInt8]) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var reader = ItemReader(bytes)
    while let item = try reader.next() {
      switch item {
      case .open(let header), .properties(let header):
        for property in header.properties { counts["VCALENDAR " + property.name, default: 0] += 1 }
      case .component(let component):
        counts[component.name, default: 0] += 1
        for property in component.properties { counts["VTODO " + property.name, default: 0] += 1 }
      default: continue
      }
    }
    return counts
  }
}

private struct RoundTrip {
  let format: Format
  let losses: Losses
  let before: [Reminder]
  let after: [Reminder]
  let seed: UInt64

  func check() {
    let said = "\(format.name), seed \(seed)"
    guard before.count == after.count else {
      Issue.record("\(said): \(before.count) reminders became \(after.count)")
      return
    }
    let others = pairs()
    for (index, old) in before.enumerated() {
      let new = after[others[index]]
      for field in Field.all {
        let (was, became) = (Self.value(field, old), Self.value(field, new))
        guard was != became else { continue }
        if field.id == .parent, !hasUIDs, isSameParent(old, new) { continue }
        let text =
          "\(said): \(field.name) '\(was?.description ?? "–")' became '\(became?.description ?? "–")', UID \(old.uid ?? "")"
        if isTold(field, of: old) { continue }
        if format.capabilities[field.id] == .exact {
          Issue.record("\(text), though it is declared exact")
        } else if !isReported(field, of: old) {
          Issue.record("\(text), and no loss was reported")
        }
      }
    }
  }

  /// Of tags, which are one set however the lines of CATEGORIES group them (RFC 5545 §3.8.1.2), in one order.
  private static func value(_ field: Field, _ reminder: Reminder) -> FieldValue? {
    guard field.id == .tags, case .texts(let tags)? = field.get(reminder) else { return field.get(reminder) }
    return .texts(tags.sorted())
  }

  private var hasUIDs: Bool { format.capabilities[.uid] == .exact }

  /// For each reminder before the index of its other: by UID, else by the order in which an outline is
  /// written, since the formats without UIDs are outlines.
  private func pairs() -> [Int] {
    if hasUIDs {
      return before.map { old in
        after.firstIndex { $0.uid == old.uid && $0.recurrenceID == old.recurrenceID } ?? 0
      }
    }
    // A format that stores no structure writes reminders in the order in which they come.
    if format.capabilities[.parent] == .none { return Array(before.indices) }
    var outline = Outline()
    for (index, reminder) in before.enumerated() {
      outline.add(
        String(index), uid: reminder.recurrenceID == nil ? reminder.uid : nil, parent: reminder.parent,
        order: reminder.order)
    }
    var pairs = before.map { _ in 0 }
    var count = 0
    outline.drain(deepest: .max) { row, _, _ in
      if let index = Int(String(decoding: row.bytes, as: UTF8.self)) { pairs[index] = count }
      count += 1
    }
    return pairs
  }

  /// A format without UIDs says by its structure what belongs to what.
  private func isSameParent(_ old: Reminder, _ new: Reminder) -> Bool {
    func said(_ reminders: some Sequence<Reminder>, _ uid: String?) -> Set<[String?]> {
      Set(reminders.filter { $0.uid == uid }.map { [$0.title, $0.notes] })
    }
    // A changed occurrence has the same UID. Where names are made it gets another one, where they are written
    // it comes back under it.
    let now = said(after, new.parent)
    return said(before.filter { $0.recurrenceID == nil }, old.parent).isSubset(of: now)
      && now.isSubset(of: said(before, old.parent))
  }

  /// Line by line: none is lost, changed or added that the account does not name.
  func checkLines() {
    guard before.count == after.count else { return }
    for (old, other) in zip(before, pairs()) {
      let new = after[other]
      for name in Self.changed(old.component, new.component) where !isNamed(name, of: old) {
        let (was, became) = (Self.lines(name, old.component), Self.lines(name, new.component))
        // An open box says what a reminder without STATUS is.
        if name == "STATUS", was.isEmpty, became == ["STATUS:NEEDS-ACTION"] { continue }
        // A status says what a percentage beyond 100, which is reported, did.
        if name == "STATUS", was.isEmpty, became == ["STATUS:\(old.status.word.uppercased())"] { continue }
        if name == "RELATED-TO", !hasUIDs, isSameParent(old, new) { continue }
        Issue.record(
          "\(format.name), seed \(seed): \(name) of \(old.uid ?? "") was \(was), became \(became), and no loss was reported"
        )
      }
    }
  }

  /// The names of the properties and components that are not the same on both sides.
  private static func changed(_ old: Component, _ new: Component) -> [String] {
    let names = Set((Array(old.properties) + Array(new.properties)).map(\.name))
    let kinds = Set((old.children + new.children).map(\.name))
    return names.filter { lines($0, old) != lines($0, new) }.sorted()
      + kinds.filter { children($0, old) != children($0, new) }.sorted()
  }

  /// The lines of a property, each in one spelling of those that mean the same; of CATEGORIES the texts,
  /// since the order of lines does not matter.
  private static func lines(_ name: String, _ component: Component) -> [String] {
    let properties = component.properties.filter { $0.name == name }
    if name == "CATEGORIES" {
      return properties.flatMap { property in
        property.parameters.isEmpty ? property.texts : [SameMeaning.line(property) ?? ""]
      }.sorted()
    }
    return properties.map { property in
      String(validating: property.unfolded, as: UTF8.self) == nil
        ? "\(property.unfolded.map { String($0, radix: 16) })"
        : SameMeaning.line(property) ?? property.rawText
    }.sorted()
  }

  private static func children(_ name: String, _ component: Component) -> [String] {
    component.children.filter { $0.name == name }.map(SameMeaning.text).sorted()
  }

  private func isNamed(_ name: String, of reminder: Reminder) -> Bool {
    let raw = reminder.component.first(.uid)?.rawText
    // When it is due follows from how long it lasts.
    let names = name == "DUE" ? ["DUE", "DURATION"] : [name]
    return losses.entries.contains { entry in
      (entry.uid == raw || entry.uid == reminder.uid)
        && (names + (entry.kind == "non-UTF-8 text" ? ["VTODO"] : [])).contains {
          entry.name == $0 || entry.name.hasPrefix($0 + ";") || entry.name.hasPrefix($0 + " ")
        }
    }
  }

  /// The account names the field although the format holds it: the property has no valid value, or is not
  /// the first.
  private func isTold(_ field: Field, of reminder: Reminder) -> Bool {
    // A parent that is not there cannot be shown by the place below it.
    let kinds = ["unreadable value", "repeated property", "empty property", "non-UTF-8 text", "parent"]
    let raw = reminder.component.first(.uid)?.rawText
    return losses.entries.contains { entry in
      (entry.uid == raw || entry.uid == reminder.uid) && kinds.contains(entry.kind)
        && entry.name == field.property.name
    }
  }

  /// An entry of the account names the reminder and the field's property.
  private func isReported(_ field: Field, of reminder: Reminder) -> Bool {
    var names = [field.property.name]
    switch field.id {
    case .alarms: names.append("VALARM")
    case .due: names.append("DURATION")
    // Where it stands by hand follows from when it was made.
    case .order: names.append("CREATED")
    // Whether it is done follows from these too.
    case .status: names += ["COMPLETED", "PERCENT-COMPLETE"]
    default: break
    }
    let raw = reminder.component.first(.uid)?.rawText
    return losses.entries.contains { ($0.uid == raw || $0.uid == reminder.uid) && names.contains($0.name) }
  }

  /// Checks the data that is no field: events, unknown properties, properties of the calendar.
  func checkRest(_ before: [String: Int], _ after: [String: Int]) {
    let aspects: [(Capabilities.Aspect, String, name: String)] = [
      (.events, "VEVENT", "VEVENT"), (.journals, "VJOURNAL", "VJOURNAL"),
      (.otherProperties, "VTODO X-EXAMPLE", "X-EXAMPLE"),
      (.attachments, "VTODO ATTACH", "ATTACH"),
      (.calendarProperties, "VCALENDAR X-EXAMPLE-CALENDAR", "X-EXAMPLE-CALENDAR"),
    ]
    for (aspect, key, name) in aspects where before[key, default: 0] != after[key, default: 0] {
      let text =
        "\(format.name), seed \(seed): \(before[key, default: 0]) \(name) became \(after[key, default: 0])"
      if format.capabilities[aspect] == .exact {
        Issue.record("\(text), though it is declared exact")
      } else if !losses.entries.contains(where: { $0.name == name }) {
        Issue.record("\(text), and no loss was reported")
      }
    }
  }
}
