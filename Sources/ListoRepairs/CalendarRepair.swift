public import ICalendar

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

  /// - Parameters:
  ///   - bytes: of iCalendar in UTF-8, or what should be.
  ///   - profiles: the targets that must take the result.
  ///   - isLossy: repairs are made as well that drop or choose something.
  ///   - ignoring: codes that are passed over.
  /// - Complexity: that of `RepairPlan`, and twice the memory of the bytes.
  public init(
    _ bytes: [UInt8], for profiles: [Profile], isLossy: Bool = false, ignoring: Set<Diagnostic.Code> = [],
    limits: ReadingLimits = ReadingLimits()
  ) {
    // Bytes in memory can be read.
    let plan = try? RepairPlan(
      MemorySource(bytes), for: profiles, isLossy: isLossy, ignoring: ignoring, limits: limits)
    edits = (plan?.edits ?? []).filter { !bytes[$0.range].elementsEqual($0.bytes) }
    self.bytes = edits.isEmpty ? bytes : bytes.applying(edits)
    (repaired, remaining) = (plan?.repaired ?? [], plan?.remaining ?? [])
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
