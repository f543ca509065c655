/// A bound on the cost of an input: the table behind `--input-limit`, its help and completions, and the
/// manual. A new limit needs only a case, a row and the code that enforces it.
///
/// Ordinary inputs do not reach the defaults. Beyond a limit nothing is lost: content that is not parsed is
/// passed through unchanged, and a ``Diagnostic`` reports it.
public enum Limit: Int, Sendable, Hashable, CaseIterable {
  case inputSize, items, itemSize, lineLength, nesting, valueNesting, properties, values, parameters,
    recurrenceSteps, zoneChanges
  case folderDepth, openFiles, diagnostics

  /// The facts about a limit.
  public struct Row: Sendable {
    /// The name by which `--input-limit` sets it.
    public let name: String
    /// The default.
    public let standard: Int
    /// The values that the option accepts.
    public let range: ClosedRange<Int>
    /// True if the limit is a number of bytes; false if it is a number of items.
    public let isSize: Bool
    /// One line for the manual: the bounded quantity, and the treatment of content beyond it.
    public let summary: String
    /// The code of the diagnostic that reports it; nil if exceeding the limit only takes more time.
    public let code: Diagnostic.Code?
  }

  /// Its name, default and bounds.
  public var row: Row {
    switch self {
    case .inputSize:
      // A million reminders take half a gigabyte. A stream that never ends must stop before it fills the disk
      // that it is kept on.
      Row(
        name: "input-size", standard: 4 << 30, range: 1...Int.max, isSize: true,
        summary: "the bytes of one input; a larger one is refused, and the others are read",
        code: .inputTooLarge)
    case .items:
      // A million reminders take half a gigabyte, however few bytes each of them has: a component can be made
      // of twelve.
      Row(
        name: "items", standard: 2_000_000, range: 1...1_000_000_000, isSize: false,
        summary:
          "the components of one input for commands that keep all in memory (list, diff, merge); "
          + "an input with more is refused, and the others are read",
        code: .tooManyItems)
    case .itemSize:
      // Servers refuse more than 10 MB (SabreDAV and Apple's calendar server alike), attachments inside
      // included. Offsets in a block are 32 bits. Less than the blocks that are read at a time would save
      // nothing.
      Row(
        name: "item-size", standard: 16 << 20, range: 1 << 18...1 << 30, isSize: true,
        summary: "the bytes of one component, calendar header or line; a larger one is kept but not parsed. "
          + "In other formats, of one value, element or task; the rest of a larger one is left out",
        code: .tooLarge)
    case .lineLength:
      // An attachment of 6 MB in base64.
      Row(
        name: "line-length", standard: 8 << 20, range: 1...1 << 30, isSize: true,
        summary: "the bytes of one unfolded line; a longer one is kept but not parsed. "
          + "In other formats, of one line or text; the rest of a longer one is left out",
        code: .lineTooLong)
    case .nesting:
      // The standards need three. More than 200 would cost too much of a thread's stack.
      Row(
        name: "nesting", standard: 50, range: 1...200, isSize: false,
        summary: "the nesting depth of components; the inner ones are kept but not parsed",
        code: .nestedTooDeep)
    case .valueNesting:
      // jCal needs five levels for a component, and two for each that stands in it.
      Row(
        name: "value-nesting", standard: 512, range: 1...1000, isSize: false,
        summary:
          "the nesting depth of JSON values and XML elements; the inner ones are left out",
        code: .nestedTooDeep)
    case .properties:
      // An invitation to a whole company has some thousands of ATTENDEEs.
      Row(
        name: "properties", standard: 10_000, range: 1...Int.max, isSize: false,
        summary: "the properties of one component; the rest is kept but not parsed",
        code: .tooManyProperties)
    case .values:
      // A daily rule has 3,650 exceptions in ten years at most. libical stops after 500.
      Row(
        name: "values", standard: 10_000, range: 1...Int.max, isSize: false,
        summary: "the values of one property, such as CATEGORIES or EXDATE, or of one parameter; "
          + "a line with more is kept but not parsed",
        code: .tooManyValues)
    case .parameters:
      // The standards name some thirty. libical stops after 100.
      Row(
        name: "parameters", standard: 1000, range: 1...Int.max, isSize: false,
        summary: "the parameters of one property; a line with more is kept but not parsed",
        code: .tooManyParameters)
    case .recurrenceSteps:
      // Two steps a year for a rule such as those of real zones: 1,000 for Outlook's, which begin in 1601.
      Row(
        name: "recurrence-steps", standard: 100_000, range: 1...1_000_000_000, isSize: false,
        summary: "the months and days that the rules of one time zone may visit; "
          + "a zone that needs more is kept but not used",
        code: .tooManySteps)
    case .zoneChanges:
      // Real zones have fewer than 600 changes to the year 2100.
      Row(
        name: "zone-changes", standard: 5000, range: 1...1_000_000, isSize: false,
        summary: "the offset changes of one time zone; a zone with more is kept but not used",
        code: .tooManyZoneChanges)
    case .folderDepth:
      Row(
        name: "folder-depth", standard: 32, range: 1...1000, isSize: false,
        summary: "the nesting depth of folders; deeper ones are skipped",
        code: .foldersTooDeep)
    case .openFiles:
      // A quarter of what the tightest systems (macOS) let a process have.
      Row(
        name: "open-files", standard: 64, range: 1...10_000, isSize: false,
        summary: "the files that a merge keeps open; the others are opened again for each read", code: nil)
    case .diagnostics:
      // The first ones show what is wrong; a million of them would take half a gigabyte and show nothing
      // more.
      Row(
        name: "diagnostics",
        standard: 20, range: 1...Int.max, isSize: false,
        summary:
          "the diagnostics with one code that are printed for one file; the others are counted, and check prints all",
        code: nil)
    }
  }
}

extension Limit {
  /// The name for `--input-limit`, such as `nesting`.
  public var name: String { row.name }

  /// The limit with this name.
  public static func named(_ name: String) -> Limit? {
    let name = name.lowercased()
    return allCases.first { $0.name == name }
  }

  /// Parses a number as people write it, such as `100`, `64K`, `16M` or `2G`; K, M and G are powers of 1024
  /// for sizes, and of 1000 for counts. `none` is the highest value.
  ///
  /// - Returns: nil if the text is not a number, or out of the range.
  public func value(_ text: String) -> Int? {
    let row = self.row
    if text.lowercased() == "none" { return row.range.upperBound }
    var digits = text[...]
    var factor = 1
    let base = row.isSize ? 1024 : 1000
    if let power = ["K", "M", "G"].firstIndex(of: text.suffix(1).uppercased()) {
      for _ in 0...power { factor *= base }
      digits = digits.dropLast()
    }
    guard digits.utf8.allSatisfy({ $0 &- 48 < 10 }), let number = Int(digits) else { return nil }
    let (value, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    return !isTooLarge && row.range.contains(value) ? value : nil
  }

  /// Writes a number in the form that ``value(_:)`` reads: with a unit if that is exact.
  public func text(_ value: Int) -> String {
    if value == Int.max { return "none" }
    guard row.isSize else { return "\(value)" }
    for (shift, unit) in [(30, "G"), (20, "M"), (10, "K")]
    where value >= 1 << shift && value % (1 << shift) == 0 {
      return "\(value >> shift)\(unit)"
    }
    return "\(value)"
  }
}

/// The limits on the cost of reading: a value for each ``Limit``, stored with each block that was read.
public struct ReadingLimits: Sendable, Hashable {
  /// In the order of the table: one reference, which is all that a block pays for them. Nil for those of the
  /// table, of which all cores would count the references.
  private var values: [Int]?
  /// The bytes asked of the source at a time.
  public var blockBytes: Int

  /// - Parameters:
  ///   - itemBytes: that of ``Limit/itemSize``; nil for the table's.
  ///   - nesting: that of ``Limit/nesting``; nil for the table's.
  public init(itemBytes: Int? = nil, nesting: Int? = nil, blockBytes: Int = 1 << 18) {
    self.blockBytes = max(1, blockBytes)
    if let itemBytes { self[.itemSize] = itemBytes }
    if let nesting { self[.nesting] = nesting }
  }

  private static let standard = Limit.allCases.map(\.row.standard)

  /// The value of a limit: at least 1, and at most the highest of its range.
  public subscript(limit: Limit) -> Int {
    get { values?[limit.rawValue] ?? Self.standard[limit.rawValue] }
    set {
      var values = values ?? Self.standard
      values[limit.rawValue] = min(max(newValue, 1), limit.row.range.upperBound)
      self.values = values == Self.standard ? nil : values
    }
  }

  /// Counts components of an input that are held in memory.
  ///
  /// - Parameters:
  ///   - more: the number of components in the next part of the input.
  ///   - count: the number of components before it.
  /// - Throws: ``ICalendarError/tooManyItems(limit:)`` beyond ``Limit/items``.
  public func count(_ more: Int, in count: inout Int) throws(ICalendarError) {
    count += more
    guard count <= self[.items] else { throw .tooManyItems(limit: self[.items]) }
  }

  /// The bytes of one component, calendar header or line that are held in memory at once.
  public var itemBytes: Int { self[.itemSize] }
  /// The greatest depth of components inside an item. Deeper components are treated as plain lines.
  public var nesting: Int { self[.nesting] }
}
