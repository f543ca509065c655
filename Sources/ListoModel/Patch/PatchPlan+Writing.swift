package import ICalendar

extension PatchPlan {
  /// Writes the inputs with the patch applied: everything but what it changes as it came.
  package struct Writer: Sendable {
    private let plan: PatchPlan
    /// Lists whose additions stand somewhere, and those whose lines were changed.
    private var filled: Set<Int> = []
    private var lined: Set<Int> = []
    private var isInCalendar = false
    private var list = 0
    private var lineEnd = ContentLineText.crlf
    /// The open calendar is left out.
    private var isDropped = false
    private var hasZones = false
    /// The calendar that is being written.
    private var home: PatchZones.Home?
    /// Components stand outside of any calendar, in this list.
    private var bareList: Int?
    private var last: UInt8?

    init(_ plan: PatchPlan) { self.plan = plan }

    /// The next item of an input.
    ///
    /// - Parameters:
    ///   - list: of the calendar that it stands in; nil between calendars.
    ///   - calendar: that calendar.
    ///   - holdsAdditions: what comes new to the list is put into its calendar; false for a collection of one
    ///     file for each.
    package mutating func take(
      _ item: Item, list: Int?, in calendar: CalendarContext?, input: Int, ordinal: Int, holdsAdditions: Bool,
      to bytes: inout [UInt8]
    ) {
      defer { last = bytes.last ?? last }
      switch item {
      case .open(let header):
        endBare(holdsAdditions, to: &bytes)
        // One whose END is missing ends where the next begins.
        if isInCalendar, !isDropped {
          if holdsAdditions { writeAdditions(of: self.list, to: &bytes) }
          writeFileAdditions(to: &bytes)
        }
        (isInCalendar, hasZones, home) = (true, false, calendar.map { .init($0) })
        self.list = list ?? 0
        lineEnd = header.lineEnd
        isDropped = list.map(plan.dropped.contains) ?? false
        if isDropped { return }
        guard let list, let lines = plan.lines[list], lined.insert(list).inserted else {
          bytes += header.bytes
          return
        }
        bytes += lines.applied(to: header).bytes
      case .component(let component):
        guard !isDropped else { return }
        if !isInCalendar {
          (bareList, lineEnd, hasZones) = (list, component.lineEnd, bareList == list && hasZones)
          home = calendar.map { .init($0) }
        }
        writeZones(to: &bytes)
        switch plan.edits[PatchSearch.Place(input: input, ordinal: ordinal)] {
        case nil: bytes += component.bytes
        case .remove: break
        case .replace(let new): bytes += new
        }
      case .close(let end):
        isInCalendar = false
        if isDropped {
          isDropped = false
          return
        }
        if holdsAdditions, let list { writeAdditions(of: list, to: &bytes) }
        writeFileAdditions(to: &bytes)
        bytes += end
      case .properties(let properties):
        if isDropped && isInCalendar { return }
        let lines = list.flatMap { plan.lines[$0] }
        bytes += lines?.applied(toTrailing: properties) ?? Array(properties.bytes)
      case .other:
        if isDropped && isInCalendar { return }
        bytes += item.bytes
      case .problem: break
      }
    }

    /// The end of an input: a calendar that was cut off holds what comes new as well.
    package mutating func finish(holdsAdditions: Bool, to bytes: inout [UInt8]) {
      defer { last = nil }
      endBare(holdsAdditions, to: &bytes)
      guard isInCalendar, !isDropped else {
        (isInCalendar, isDropped) = (false, false)
        return
      }
      isInCalendar = false
      if holdsAdditions { writeAdditions(of: list, to: &bytes) }
      writeFileAdditions(to: &bytes)
    }

    /// Puts what comes new to components outside of any calendar behind them.
    private mutating func endBare(_ holdsAdditions: Bool, to bytes: inout [UInt8]) {
      guard let list = bareList else { return }
      bareList = nil
      writeFileAdditions(to: &bytes)
      guard holdsAdditions, !plan.additions[list].isEmpty, !filled.contains(list) else { return }
      writeAdditions(of: list, to: &bytes)
    }

    private mutating func writeZones(to bytes: inout [UInt8]) {
      guard !hasZones, let home else { return }
      hasZones = true
      for (_, zone) in (plan.zones.added[home] ?? [:]).sorted(by: { $0.key < $1.key }) {
        bytes += PatchPlan.bytes(zone, lineEnd: lineEnd)
      }
    }

    private mutating func writeAdditions(of list: Int, to bytes: inout [UInt8]) {
      guard !plan.additions[list].isEmpty, filled.insert(list).inserted else { return }
      write(plan.additions[list], to: &bytes)
    }

    /// Writes the items that are added to the file of their UID.
    private mutating func writeFileAdditions(to bytes: inout [UInt8]) {
      guard let home, let additions = plan.fileAdditions[home] else { return }
      write(additions, to: &bytes)
    }

    private mutating func write(_ additions: [Addition], to bytes: inout [UInt8]) {
      // A file that was cut off may end within a line.
      bytes += ContentLineText.missingLineEnd(after: bytes.last ?? last, lineEnd: lineEnd)
      writeZones(to: &bytes)
      for addition in additions { bytes += PatchPlan.bytes(addition.component, lineEnd: lineEnd) }
    }
  }

  /// A writer for the inputs, in their order.
  package func writer() -> Writer { Writer(self) }

  /// The files of the new items, for a list that has a file for each item.
  package func newItems(ofList list: Int) -> [PatchItemFile] {
    PatchItemFile.files(additions[list], zones.added[.newItems(list: list)] ?? [:])
  }

  /// The patch removes the list, and nothing is left of it.
  package func drops(list: Int) -> Bool { dropped.contains(list) }
}
