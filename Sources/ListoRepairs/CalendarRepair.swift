public import ICalendar
internal import ListoModel

/// What targets do not take of calendars, mended as far as may be: a file, or one stored object, as bytes.
///
/// The lines that a repair does not name are the same bytes as before. Repairing what was repaired changes nothing.
public struct CalendarRepair: Sendable {
  /// The calendars afterwards.
  public let bytes: [UInt8]
  /// What was mended, by line.
  public let repaired: [ProfileFinding]
  /// What is left, by line of the input as it was.
  public let remaining: [ProfileFinding]
  /// What became of the input, in the order of its places, none within another.
  public let edits: [ByteEdit]

  /// Nothing had to be mended.
  public var isUnchanged: Bool { edits.isEmpty }

  /// More rounds than repairs can hide behind each other: a byte, a line, what lines say of each other.
  private static let rounds = 12

  /// - Parameters:
  ///   - bytes: of iCalendar in UTF-8, or what should be.
  ///   - profiles: the targets that must take the result.
  ///   - isLossy: repairs are made as well that drop or choose something.
  ///   - ignoring: codes that are passed over.
  /// - Complexity: linear in the bytes, a few times; twice their memory.
  public init(
    _ bytes: [UInt8], for profiles: [Profile], isLossy: Bool = false, ignoring: Set<Diagnostic.Code> = [],
    limits: ReadingLimits = ReadingLimits()
  ) {
    let check = ProfileCheck(profiles, ignoring: ignoring)
    var document = EditedBytes(bytes)
    var repaired: [ProfileFinding] = []
    var findings = Self.findings(bytes, check, limits)
    for _ in 0..<Self.rounds {
      let (chosen, edits) = Self.choice(findings, isLossy: isLossy)
      guard !edits.isEmpty else { break }
      repaired += Self.placed(chosen, in: document)
      document.apply(edits)
      findings = Self.findings(document.current, check, limits)
    }
    self.bytes = document.current
    self.repaired = repaired.sorted { $0.line < $1.line }
    remaining = Self.placed(findings, in: document)
    edits = document.edits
  }

  private static func findings(
    _ bytes: [UInt8], _ check: ProfileCheck, _ limits: ReadingLimits
  ) -> [ProfileFinding] {
    let source = Source(identifier: "-", title: "-", kind: .stream)
    let folder = CatalogBuilder.Folder(parent: source, source: source, name: "-", path: "-")
    var names = ListNames()
    guard
      let survey = try? Survey(
        of: MemorySource(bytes), file: "-", fileName: "-", in: folder, names: &names, limits: limits)
    else { return [] }
    var scope = ProfileScope(survey)
    // A file of one reminder may be one stored object of two calendars.
    var reader = SurveyedReader(MemorySource(bytes), survey: survey, limits: limits)
    while scope.needsItems, let batch = try? reader.next() { scope.take(batch) }
    var result: [ProfileFinding] = []
    var invented = InventedNames()
    reader = SurveyedReader(MemorySource(bytes), survey: survey, limits: limits)
    while let batch = try? reader.next() { result += check.check(batch, in: scope, &invented) }
    return result
  }

  /// The findings that are mended at once, and their edits in order: bytes first, since other lines may stand there then; and of two in
  /// one place the first.
  private static func choice(
    _ findings: [ProfileFinding], isLossy: Bool
  ) -> (findings: [ProfileFinding], edits: [ByteEdit]) {
    var wanted = findings.filter { $0.kind == .safe || isLossy && $0.kind == .lossy }
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
    let chosen = edits.filter { !late.contains($0.finding) }
    return (
      wanted.indices.filter { !late.contains($0) }.map { wanted[$0] }, chosen.map(\.edit)
    )
  }

  /// Findings by the lines of the original.
  private static func placed(_ findings: [ProfileFinding], in document: EditedBytes) -> [ProfileFinding] {
    let order = findings.sorted { $0.place < $1.place }
    let places = document.origins(of: order.map(\.place))
    let feed: UInt8 = document.original.contains(0x0A) ? 0x0A : 0x0D
    var (line, position) = (1, 0)
    return zip(order, places).map { finding, place in
      line += document.original[position..<max(position, place)].count { $0 == feed }
      position = max(position, place)
      var finding = finding
      finding.line = line
      finding.place = place
      return finding
    }
  }
}

/// What a target does not take of a stored object (a VCALENDAR of one UID), or of a file of calendars, mended by the safe repairs.
///
/// - Parameters:
///   - object: its bytes.
///   - isLossy: see ``CalendarRepair/init(_:for:isLossy:ignoring:limits:)``.
public func repairs(of object: [UInt8], for profile: Profile, isLossy: Bool = false) -> CalendarRepair {
  CalendarRepair(object, for: [profile], isLossy: isLossy)
}
