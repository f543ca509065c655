public import ICalendar

/// The options of a merge.
public struct MergeOptions: Sendable, Hashable {
  /// Write one VCALENDAR for each list. Otherwise all lists become one.
  public var keepsLists: Bool
  /// The name of the one list, which settles a conflict of names.
  public var title: String?
  /// The colour of the one list, `#RRGGBB[AA]` or a CSS name, which settles a conflict of colours.
  public var color: String?
  /// The limits; only ``Limit/diagnostics`` applies, because an input knows its other limits.
  public var limits: ReadingLimits
  /// The side that wins a conflict; used with a base.
  public var preference: MergePreference
  /// Unite the sets of versions that differ (``ThreeWay/unite(_:options:)``), instead of keeping the newest version whole; counts
  /// without a base.
  public var unitesSets: Bool
  /// True to apply inputs with METHOD:CANCEL and REPLY instead of leaving them out.
  public var appliesMessages = false
  /// Leave out the definitions of zones that no component names.
  public var prunesZones = false
  /// Define the zones that components name and no input defines, from the system's time zone data.
  public var addsZones = false
  /// True to add to each component a line `X-LISTO-ORIGIN:` with the name (``MergeInput/name``, a TEXT) of
  /// each input that has a version of it, in byte order. The base is not an origin. Existing lines of a
  /// version replace the name of its input, so merged outputs keep the first origin. Such lines never make
  /// versions differ.
  public var keepsOrigin = false
  /// The lowest score, 0 to 1, at which reminders with different UIDs are merged
  /// (``Catalog/duplicates(atLeast:)``); nil for none. Used without a base.
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
