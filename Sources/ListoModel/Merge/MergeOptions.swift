public import ICalendar

/// The options of a merge.
public struct MergeOptions: Sendable, Hashable {
  /// The lists that are merged into one; each other list has its own VCALENDAR.
  public var lists: Lists
  /// The colour, `#RRGGBB[AA]` or a CSS name, of a result with one list; it settles a conflict of colours.
  public var color: String?
  /// The limits; only ``Limit/diagnostics`` applies, because an input knows its other limits.
  public var limits: ReadingLimits
  /// The side that wins a conflict; used with a base.
  public var preference: MergePreference
  /// Unite the sets of versions that differ (tags, subtasks, alarms and so on), instead of keeping the newest
  /// version whole; counts without a base.
  public var unitesSets: Bool
  /// True to apply inputs with METHOD:CANCEL and REPLY instead of leaving them out.
  public var appliesMessages = false
  /// Leave out the definitions of zones that no component names.
  public var prunesZones = false
  /// Define the zones that components name and no input defines, from the system's time zone data.
  public var addsZones = false
  /// True to add to each component a line `X-LISTO-ORIGIN:` with the name (a TEXT) of
  /// each input that has a version of it, in byte order. The base is not an origin. Existing lines of a
  /// version replace the name of its input, so merged outputs keep the first origin. Such lines never make
  /// versions differ.
  public var keepsOrigin = false
  /// The lowest score, 0 to 1, at which reminders with different UIDs are merged
  /// (``Catalog/duplicates(atLeast:)``); nil for none. Used without a base.
  public var likeness: Double?

  /// Which lists of the inputs become one.
  public enum Lists: Sendable, Hashable {
    /// Lists with one identifier (X-WR-RELCALID, else the VCALENDAR's UID), else with one title, else with
    /// one file name. If each input has one list, those without identifier and title become one, and with a
    /// base of one list all become one.
    case paired
    /// As ``paired``, but lists without identifier and title become one only if their file names are equal.
    case apart
    /// All. The title is that of the result; nil keeps the title of the lists.
    case one(title: String?)
  }

  /// Options of a merge; those left out are its defaults.
  public init(
    lists: Lists = .paired, color: String? = nil,
    limits: ReadingLimits = ReadingLimits(), preference: MergePreference = .newest, unitesSets: Bool = false
  ) {
    (self.lists, self.color) = (lists, color)
    (self.limits, self.preference, self.unitesSets) = (limits, preference, unitesSets)
  }
}
