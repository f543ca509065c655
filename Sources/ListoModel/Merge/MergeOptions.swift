public import ICalendar

/// What is asked of a merge.
public struct MergeOptions: Sendable, Hashable {
  /// Write one VCALENDAR for each list. Otherwise all lists become one.
  public var keepsLists: Bool
  /// The name of the one list, which settles a conflict of names.
  public var title: String?
  /// The colour of the one list, `#RRGGBB[AA]` or a CSS name, which settles a conflict of colours.
  public var color: String?
  /// ``Limit/diagnostics`` of them counts; under which of the others an input is read it knows itself.
  public var limits: ReadingLimits
  /// Who wins where sides changed the same thing differently; counts against a base.
  public var preference: MergePreference
  /// Unite the sets of versions that differ (``ThreeWay/unite(_:options:)``), instead of keeping the newest version whole; counts
  /// without a base.
  public var unitesSets: Bool
  /// Do what inputs with METHOD:CANCEL and REPLY ask for, instead of leaving them out.
  public var appliesMessages = false
  /// Leave out the definitions of zones that no component names.
  public var prunesZones = false
  /// Define the zones that components name and no input defines, from the system's time zone data.
  public var addsZones = false
  /// Write into each component the inputs that hold a version of it: a line `X-LISTO-ORIGIN:` with the input's name
  /// (``MergeInput/name``), as TEXT, for each, in the order of the names' bytes. The base is no origin. Where a version has such
  /// lines already, they count in the place of its input's name, so that merging the outputs of merges says where each reminder
  /// first came from; they never make two versions differ.
  public var keepsOrigin = false
  /// Take reminders under different UIDs for one that are at least so much alike, 0 to 1 (``Catalog/duplicates(atLeast:)``); nil
  /// for none. Counts without a base.
  public var likeness: Double?

  /// Options of a merge; those left out are its defaults.
  public init(
    keepsLists: Bool = false, title: String? = nil, color: String? = nil,
    limits: ReadingLimits = ReadingLimits(), preference: MergePreference = .newest, unitesSets: Bool = false
  ) {
    (self.keepsLists, self.title, self.color) = (keepsLists, title, color)
    (self.limits, self.preference, self.unitesSets) = (limits, preference, unitesSets)
  }
}

/// Why a merge cannot be made. Nothing has been written when it is thrown by ``Merge/plan(_:base:options:heldBytes:on:asking:)``.
public enum MergeError: Error, Sendable, Hashable {
  /// An input cannot be read, or is larger than a limit allows.
  case unreadable(input: String, ICalendarError)
  /// A component is larger than ``Limit/itemSize``: it was not read, and would be lost.
  case oversize(Diagnostic)
  /// An input of a merge with a base is no whole collection: all that it lacks would count as deleted.
  case incomplete(Diagnostic)
  /// An input of a merge with a base is no collection at all, but a message.
  case refused(Diagnostic)
  /// A side of a merge with a base has nothing of a list, which the base has: see ``MergeBase/allowsEmpty``.
  case emptied(EmptiedSide)
  /// An input has changed while it was being merged.
  case changed(input: String)
  /// Who was asked about a conflict wants no merge.
  case stopped
}

/// Two definitions of one name that give different offsets: one keeps the name, the other has a new one in the output.
public struct ZoneConflict: Sendable, Hashable, CustomStringConvertible {
  /// One of the definitions.
  public struct Side: Sendable, Hashable {
    /// The input, as it is named.
    public let input: String
    /// The physical line of its BEGIN, counted from 1; 0 for the system's time zone data.
    public let line: Int
    /// Seconds east of UTC at the instant; nil where the definition cannot be read.
    public let offset: Int?
  }

  /// The TZID that means two zones.
  public let tzid: String
  /// What the second is called in the output, or in those of its components that the first would move: the name with eight digits
  /// of a hash of its offsets.
  public let newName: String
  /// The definition that keeps the name.
  public let first: Side
  /// An input with another zone of that name.
  public let second: Side
  /// The first instant from 2000 on at which the clocks differ, or the first time of a component, by its own definition, that they read
  /// differently; ISO 8601 in UTC; nil where a definition cannot be read.
  public let instant: String?
  /// The two are one zone but for what single components name; those have the new name.
  public var isOfComponents = false

  public var description: String {
    let places = [first, second].map { $0.line > 0 ? "\($0.input):\($0.line)" : $0.input }
    let sides = places.joined(separator: " and ")
    guard let instant, let one = first.offset, let two = second.offset else {
      return "the time zone \(tzid) is defined differently in \(sides), and one of them cannot be read; "
        + "the second is called \(newName) now"
    }
    return "the time zone \(tzid) is defined differently in \(sides): at \(instant) it is "
      + "\(Self.hours(one)) in the one, \(Self.hours(two)) in the other, which is called \(newName) now"
      + (isOfComponents ? " where it is needed" : "")
  }

  /// `+02:00` for 7200 seconds.
  private static func hours(_ offset: Int) -> String {
    let minutes = abs(offset) / 60
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
  }
}
