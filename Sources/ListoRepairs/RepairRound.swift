internal import ICalendar
internal import ListoModel

/// Findings of one place, some of which are mended at once.
struct RepairChoice {
  var mended: [ProfileFinding] = []
  /// In the order of their places, none within another.
  var edits: [ByteEdit] = []

  /// More rounds than repairs can hide behind each other: a byte, a line, what lines say of each other.
  static let rounds = 12

  /// Of findings those that may be mended: bytes first, since other lines may stand there then; and of two in
  /// one place the first.
  init(_ findings: [ProfileFinding], isLossy: Bool) {
    var wanted = findings.filter { $0.isMended(isLossy: isLossy) }
    guard !wanted.isEmpty else { return }
    let text = wanted.filter { TextCheck.codes.contains($0.code) }
    if !text.isEmpty { wanted = text }
    let edits = wanted.indices.flatMap { index in wanted[index].edits.map { (edit: $0, finding: index) } }
      .enumerated().sorted {
        ($0.element.edit.range.lowerBound, $0.element.edit.range.upperBound, $0.offset)
          < ($1.element.edit.range.lowerBound, $1.element.edit.range.upperBound, $1.offset)
      }.map(\.element)
    var late: Set<Int> = []
    var end = 0
    for (edit, finding) in edits {
      if edit.range.lowerBound < end { late.insert(finding) } else { end = edit.range.upperBound }
    }
    mended = wanted.indices.filter { !late.contains($0) }.map { wanted[$0] }
    self.edits = edits.filter { !late.contains($0.finding) }.map(\.edit)
  }
}

extension ProfileFinding {
  fileprivate func of(_ component: Component?) -> ProfileFinding {
    var copy = self
    copy.isOfReminder = component?.kind == .vtodo
    return copy
  }

  func isMended(isLossy: Bool) -> Bool { kind == .safe || isLossy && kind == .lossy }
}

/// One look at an input, batch by batch: what is found, and what is mended.
///
/// An item is mended, looked at again and mended, until nothing is left to do, while it is at hand. Where
/// that changes how others are read, such as a zone or a line that frames components, the input has to be
/// looked at once more.
struct RepairRound: Sendable {
  let check: ProfileCheck
  let scope: ProfileScope
  let isLossy: Bool
  let limits: ReadingLimits

  /// The findings in a batch, and the edits that mend them.
  struct Result: Sendable {
    /// By places and lines of the input; the edits in order.
    var mended: [ProfileFinding] = []
    var remaining: [ProfileFinding] = []
    var edits: [ByteEdit] = []
    /// Of bytes that are no item, or belong to one that is read otherwise afterwards: nothing else can be
    /// mended before these.
    var text = RepairChoice([], isLossy: false)
    /// The input has to be looked at again.
    var isUnsettled = false
    /// UIDs are invented here, which depend on those before: it is to be taken in order.
    var waiting: SurveyedBatch?
  }

  /// On any thread.
  func take(_ batch: SurveyedBatch) -> Result {
    var names = InventedNames()
    let result = take(batch, &names)
    return names.isEmpty ? result : Result(waiting: batch)
  }

  /// In the order of the batches.
  func take(_ batch: SurveyedBatch, _ names: inout InventedNames) -> Result {
    var result = Result()
    check.forEachItem(batch, in: scope, &names) { item, found, names in
      let findings = found.map { $0.of(item?.component) }
      guard findings.contains(where: { $0.isMended(isLossy: isLossy) }) else {
        result.remaining += findings
        return
      }
      if let item, let repair = mend(item, batch.batch.shift, findings, &names) {
        result.mended += repair.mended
        result.remaining += repair.remaining
        result.edits += repair.edits
        return
      }
      result.isUnsettled = true
      let choice = RepairChoice(findings, isLossy: isLossy)
      if choice.mended.contains(where: { TextCheck.codes.contains($0.code) }) {
        result.text.mended += choice.mended
        result.text.edits += choice.edits
      } else {
        result.mended += choice.mended
        result.edits += choice.edits
      }
      result.remaining += findings.filter { !$0.isMended(isLossy: isLossy) }
    }
    return result
  }

  /// Mends an item until nothing is left to do.
  ///
  /// - Parameters:
  ///   - shift: from an index in its bytes to the place in the input.
  ///   - findings: of it, by places of the input.
  /// - Returns: nil where that would change how others are read.
  private func mend(
    _ item: CheckedItem, _ shift: Int, _ findings: [ProfileFinding], _ names: inout InventedNames
  ) -> (mended: [ProfileFinding], remaining: [ProfileFinding], edits: [ByteEdit])? {
    let component = item.component
    guard item.role != .trailing, component.kind != .vtimezone else { return nil }
    let start = component.bytes.startIndex + shift
    var document = EditedBytes(Array(component.bytes))
    var findings = findings.map { $0.shifted(by: -start) }
    var mended: [ProfileFinding] = []
    func placed(_ findings: [ProfileFinding]) -> [ProfileFinding] {
      let order = findings.sorted { $0.place < $1.place }
      let lines = LineNumbers(component.lineNumber, returnsEndLines: component.returnsEndLines)
      return lines.placed(order, document.extent.origins(of: order.map(\.place)), in: document.original)
        .map { $0.shifted(by: start) }
    }
    for _ in 0..<RepairChoice.rounds {
      let choice = RepairChoice(findings, isLossy: isLossy)
      guard let last = choice.edits.last else { break }
      guard choice.edits[0].range.lowerBound >= 0, last.range.upperBound <= document.current.count else {
        return nil
      }
      mended += placed(choice.mended)
      document.apply(choice.edits)
      if choice.mended.contains(where: { $0.code == .missingUID }) { names.accept() } else { names.restart() }
      guard let again = reread(item, document.current) else { return nil }
      findings = check.findings(in: again, isFirst: start == 0, &names).map { $0.of(component) }
    }
    return (mended, placed(findings), document.edits.map { $0.shifted(by: start) })
  }

  /// The item with other bytes; nil where they are not read as one of its kind, or others are to be read
  /// otherwise then.
  private func reread(_ item: CheckedItem, _ bytes: [UInt8]) -> CheckedItem? {
    let before = item.component
    guard
      let component = Component(
        bytes, firstLine: before.lineNumber, returnsEndLines: before.returnsEndLines, limits: limits),
      component.kind == before.kind, component.name == before.name,
      component.isComplete == before.isComplete,
      component.bytes.count == bytes.count
    else { return nil }
    guard item.role == .component else {
      return CheckedItem(component: component, role: item.role, surroundings: item.surroundings)
    }
    guard let group = scope.facts.group(of: component, before: before, item.surroundings.group) else {
      return nil
    }
    var surroundings = item.surroundings
    surroundings.group = group
    return CheckedItem(component: component, role: .component, surroundings: surroundings)
  }
}

/// The lines in which places stand.
struct LineNumbers {
  private var line: Int
  private var position = 0
  private let returnsEndLines: Bool

  /// - Parameter first: the number of the first line.
  init(_ first: Int = 1, returnsEndLines: Bool) { (line, self.returnsEndLines) = (first, returnsEndLines) }

  /// Findings at their places in bytes.
  ///
  /// - Parameter places: in order, one for each finding.
  func placed(_ findings: [ProfileFinding], _ places: [Int], in bytes: [UInt8]) -> [ProfileFinding] {
    var copy = self
    return zip(findings, places).map { finding, place in
      var finding = finding
      finding.line = copy.number(of: place, in: bytes[...], from: 0)
      finding.place = place
      return finding
    }
  }

  /// The same where the bytes have to be read.
  func placed<Source: ByteSource>(
    _ findings: [ProfileFinding], _ places: [Int], in source: Source
  ) throws(ICalendarError) -> [ProfileFinding] {
    var (copy, source) = (self, source)
    var (bytes, start): ([UInt8], Int) = ([], 0)
    var result: [ProfileFinding] = []
    for (finding, place) in zip(findings, places) {
      while start + bytes.count < place {
        _ = copy.number(of: start + bytes.count, in: bytes[...], from: start)
        start += bytes.count
        bytes.removeAll(keepingCapacity: true)
        try source.read(1 << 20, into: &bytes)
        if bytes.isEmpty { break }
      }
      var finding = finding
      finding.line = copy.number(of: min(place, start + bytes.count), in: bytes[...], from: start)
      finding.place = place
      result.append(finding)
    }
    return result
  }

  private mutating func number(of place: Int, in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    guard place > position else { return line }
    line += LineCount.lines(in: bytes[position - start..<place - start], returnsEndLines: returnsEndLines)
    position = place
    return line
  }
}
