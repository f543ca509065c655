package import ICalendar

/// The problems of calendars that a target refuses, repaired as far as possible: of a file, or of one stored
/// object, as bytes.
///
/// Lines that no repair names keep their bytes. Repairing a repaired input changes nothing.
package struct CalendarRepair: Sendable {
  /// The calendars afterwards.
  public let bytes: [UInt8]
  /// The repaired problems, by line.
  public let repaired: [ProfileFinding]
  /// The remaining problems, by line of the original input.
  public let remaining: [ProfileFinding]
  /// The changes of the input, in order, without nesting.
  public let edits: [ByteEdit]

  /// Nothing had to be mended.
  public var isUnchanged: Bool { edits.isEmpty }

  /// - Parameters:
  ///   - bytes: of iCalendar in UTF-8, or an input that should be iCalendar.
  ///   - profiles: the targets that must accept the result.
  ///   - isLossy: whether to make repairs that drop or choose something.
  ///   - ignoring: codes to skip.
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

/// Returns the problems of a stored object (a VCALENDAR of one UID), or of a file of calendars, for a target,
/// with the safe repairs made.
///
/// - Parameters:
///   - object: its bytes.
///   - isLossy: see ``CalendarRepair/init(_:for:isLossy:ignoring:limits:)``.
package func repairs(of object: [UInt8], for profile: Profile, isLossy: Bool = false) -> CalendarRepair {
  CalendarRepair(object, for: [profile], isLossy: isLossy)
}
