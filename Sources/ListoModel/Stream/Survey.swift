public import ICalendar

/// The facts that must be known about an input before its items can be processed one by one: each calendar's
/// zones, which may come after the reminders that use them, its list, the reminders that have overrides, and
/// repeated names.
///
/// Memory is 16 to 32 bytes a reminder, and more for one with overrides, a repeated name, or a problem.
public struct Survey: Sendable {
  /// A calendar of the input, and the list that it is, or is part of.
  public final class Calendar: Sendable {
    /// Its zones, title and METHOD.
    public let context: CalendarContext
    /// Its list and source, as queries ask for them.
    public let place: Query.Place
    /// The list's name within its source.
    public let list: ModelIdentifier.Name
    /// Its own, else that of the collection.
    public let color: ListColor?

    init(
      context: CalendarContext, place: Query.Place, list: ModelIdentifier.Name, folderColor: ListColor? = nil
    ) {
      (self.context, self.place, self.list) = (context, place, list)
      color = context.color ?? folderColor
    }
  }

  /// The calendars in the order of the input. Consecutive components outside of any VCALENDAR are a calendar
  /// without header.
  public let calendars: [Calendar]
  /// The problems of the input: the first ones of each kind, and the number of the others. The check reports
  /// all of them.
  public let problems: [Diagnostic]
  /// Nothing but white space was in it.
  public let isEmpty: Bool
  /// The number of components of each kind.
  public let counts: [ComponentKind: Int]
  /// The UIDs, as raw octets, of VTODOs with a RECURRENCE-ID: they and their masters stay together.
  public let overriddenUIDs: Set<[UInt8]>
  /// The UIDs, as raw octets, that several VTODOs of one calendar have for one reminder or one occurrence.
  package let repeatedUIDs: Set<[UInt8]>
  /// All of its reminders, events and journals are one item, by their UID.
  package let isOneItem: Bool
  /// Another occurrence than the first of a series may be its current one.
  package let needsSeries: Bool
  /// For components that are not the first with their name: their number among those with that name, by
  /// ordinal in the whole input.
  public let holders: [Int: Int]
  /// The bytes that were read.
  public let size: Int
  /// The END lines that the input lacks because it is cut off.
  package let end: [UInt8]
  /// A reminder has no UID.
  package let lacksUID: Bool

  /// Some bytes are not UTF-8, so that a check looks at each line.
  let sawInvalidText: Bool
  /// Some lines are no content lines, so that a check looks for them.
  let sawMalformedLines: Bool

  /// The number of VTODOs.
  public var reminderCount: Int { counts[.vtodo] ?? 0 }

  /// Reads an input to its end.
  ///
  /// - Parameters:
  ///   - file: the name of the input, as the user gave it.
  ///   - fileName: its name within its folder, with the extension.
  ///   - names: the list names that earlier inputs took; it learns those of this one.
  ///   - pipeline: distributes the batches over threads.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package init<S: ByteSource & Sendable>(
    of source: S, file: String, fileName: String, in folder: CatalogBuilder.Folder, names: inout ListNames,
    on pipeline: some Pipeline = SerialPipeline(), limits: ReadingLimits = ReadingLimits()
  ) throws(ICalendarError) {
    let reading = try SurveyReading(of: source, file: file, limits: limits, on: pipeline)
    self.init(reading, fileName: fileName, in: folder, names: &names)
  }

  /// Creates the survey of a reading, with the names that it holds beside the inputs before it.
  package init(
    _ reading: SurveyReading, fileName: String, in folder: CatalogBuilder.Folder, names: inout ListNames
  ) {
    let builder = reading.builder
    (isEmpty, counts, size) = (builder.isEmpty, builder.counts, builder.size)
    end = builder.missingEnd.bytes
    lacksUID = builder.lacksUID
    (sawInvalidText, sawMalformedLines) = (builder.sawInvalidText, builder.sawMalformedLines)
    (overriddenUIDs, repeatedUIDs) = (builder.overriddenUIDs, builder.repeatedUIDs)
    isOneItem =
      !builder.hasSeveralItems
      && [.vtodo, .vevent, .vjournal].contains { builder.counts[$0] != nil }
    needsSeries = builder.needsSeries
    let (isOwnList, uid) = (builder.isListOfItsOwn, builder.firstUID)
    calendars = builder.contexts.map { names.calendar($0, fileName, folder, isOwnList: isOwnList, uid: uid) }
    let repeated = names.repeatedNames(builder, folder)
    holders = repeated.holders
    problems = builder.problems + repeated.problems
  }
}

/// The part of a ``Survey`` that is read from one input. It asks for nothing of the other inputs, so that
/// many can be read at a time.
package struct SurveyReading: Sendable {
  fileprivate let builder: SurveyBuilder

  /// Reads an input to its end.
  ///
  /// - Parameter zones: shared by inputs that are likely to define the same zones.
  /// - Throws: ``ICalendarError/unreadable(reason:)``.
  package init<S: ByteSource & Sendable>(
    of source: S, file: String, limits: ReadingLimits, zones: ZoneCache = ZoneCache(),
    on pipeline: some Pipeline
  ) throws(ICalendarError) {
    self = try Self.reading(source, file: file, limits: limits, zones: zones, on: pipeline) {
      (_) throws(Never) in true
    }.get()
  }

  /// Reads an input to its end, and hands on its bytes.
  ///
  /// - Parameter pass: given all bytes in their order, on the calling thread, in pieces as they are read;
  ///   false where nothing more is needed: what was read then is the survey of a part.
  /// - Throws: what `pass` throws; ``ICalendarError/unreadable(reason:)`` is returned.
  package static func reading<S: ByteSource & Sendable, Failure: Error>(
    _ source: S, file: String, limits: ReadingLimits, zones: ZoneCache = ZoneCache(),
    on pipeline: some Pipeline, passing pass: (ArraySlice<UInt8>) throws(Failure) -> Bool
  ) throws(Failure) -> Result<SurveyReading, ICalendarError> {
    var builder = SurveyBuilder(file: file, limits: limits, zones: zones)
    let end = try pipeline.read(source, NoOrder(), limits: limits) { batch in
      BatchNotes(batch)
    } consume: { (notes) throws(Failure) in
      builder.take(notes)
      return try pass(notes.batch.bytes[notes.batch.content])
    }
    if let error = end.error { return .failure(error) }
    builder.finish()
    return .success(SurveyReading(builder: builder))
  }

  private init(builder: SurveyBuilder) { self.builder = builder }
}

/// The names that the lists and reminders of several inputs hold, so that a second holder gets another.
package struct ListNames: Sendable {
  private var holders = ListHolders()
  /// By the identifier of the folder: the names of the list that it is, and of the reminders in it.
  private var collections: [String: (name: ModelIdentifier.Name, reminders: HashCounts)] = [:]
  /// Lists whose name was held before.
  public private(set) var problems: [Diagnostic] = []

  /// No name is held.
  public init() {}

  mutating func calendar(
    _ context: CalendarContext, _ fileName: String, _ folder: CatalogBuilder.Folder, isOwnList: Bool,
    uid: [UInt8]?
  ) -> Survey.Calendar {
    if !isOwnList {
      let key = folder.source.identifier
      let list = collections[key]?.name ?? name(folder.name, in: folder.parent, context)
      if collections[key] == nil { collections[key] = (list, HashCounts()) }
      return Survey.Calendar(
        context: context,
        place: Query.Place(
          source: folder.parent, listIdentifier: folder.name,
          listTitle: folder.title(context, inFile: fileName, uid: uid)),
        list: list, folderColor: folder.color)
    }
    let identifier = context.listIdentifier(inFile: fileName)
    return Survey.Calendar(
      context: context,
      place: Query.Place(
        source: folder.source, listIdentifier: identifier, listTitle: context.listTitle(inFile: fileName)),
      list: name(identifier, in: folder.source, context))
  }

  fileprivate mutating func repeatedNames(
    _ builder: SurveyBuilder, _ folder: CatalogBuilder.Folder
  ) -> (holders: [Int: Int], problems: [Diagnostic]) {
    let key = folder.source.identifier
    // Taken out while it is changed, so that it is not copied for each file of a folder.
    var counts = collections[key]?.reminders ?? HashCounts()
    collections[key]?.reminders = HashCounts()
    defer { collections[key]?.reminders = counts }
    return builder.repeatedNames(in: &counts)
  }

  private mutating func name(
    _ identifier: String, in source: Source, _ context: CalendarContext
  ) -> ModelIdentifier.Name {
    let (name, problem) = holders.name(identifier, in: source, context)
    if let problem { problems.append(problem) }
    return name
  }
}
