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
